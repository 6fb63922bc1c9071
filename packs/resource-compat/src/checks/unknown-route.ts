import {
  type Check,
  came,
  ERROR,
  errorOf,
  excerpt,
  excused,
  mayMatch,
  member,
  methodUri,
  resultOf,
} from "@mcptest/pack";
import { compatCheck } from "../define.js";
import { report, type Violation } from "../findings.js";
import { readResource } from "../interfaces.js";
import { methodsIn, needsArguments, textsIn } from "../manifest.js";
import { manifests, type Read, talks } from "../talks.js";

/** Two segments that no extension has. */
const NOWHERE = "mcptest-7f3a/none-9c1e";
/** Methods of one interface that are read without arguments. */
const MOST_METHODS = 10;

const unknownRoute = compatCheck({
  id: "compat-unknown-route",
  category: "reads",
  title: "An address that does not exist gives an error",
  description:
    "A path below the prefix of an extension that no template matches, and the fixed URI of a method that needs arguments, cannot be read.",
  level: "must",
  section: "Invoke a method using a resource read",
  phase: "probe",
  needs: { talks },
  async run({ talks: all }, verdict, { host }) {
    const interfaces = manifests(all, verdict);
    let probes = 0;
    for (const read of interfaces) {
      const { prefix, manifest, talk } = read;
      const unknown = prefix + NOWHERE;
      const isFree = !textsIn(manifest, "resourceTemplates").some((template) => mayMatch(template, unknown));
      const wanting = methodsIn(manifest)
        .filter((method) => needsArguments(manifest, method))
        .slice(0, MOST_METHODS);
      const uris = [...(isFree ? [unknown] : []), ...wanting.map((method) => methodUri(read.id, method))];
      for (const uri of uris) {
        probes++;
        const exchange = await readResource(
          host,
          talk.connection,
          uri,
          "the reading of an address that does not exist",
        );
        const about = { subject: uri, variant: read.version };
        if (excused(verdict, exchange, `resources/read of ${uri}`, about)) continue;
        const code = member(errorOf(exchange), "code");
        report(
          verdict,
          judge(read, uri, uri === unknown, { code, hasResult: resultOf(exchange) !== undefined }).map((found) => ({
            ...found,
            came: `${came(exchange)}${found.came}`,
            evidence: [exchange.number],
          })),
        );
      }
    }
    if (probes === 0 && interfaces.length > 0) {
      verdict.notApplicable("the templates of each extension match any path, and no method needs arguments");
    }
  },
});

/** What is wrong with an answer. A method without its arguments may be refused with any error. */
function judge(
  { version }: Read,
  uri: string,
  isPath: boolean,
  { code, hasResult }: { code: unknown; hasResult: boolean },
): Violation[] {
  const words = {
    ...{ subject: uri, version, sent: `resources/read of ${excerpt(uri)}`, came: "", evidence: [] },
    asks: "only the addresses that the lists and the manifest name can be read",
    fix: "answer any other address with -32002, and a method that needs arguments as well when it is read without them",
  };
  if (hasResult) return [words];
  if (!isPath || code === ERROR.resourceNotFoundLegacy) return [];
  if (code === ERROR.invalidParams)
    return [{ ...words, came: "; -32002 is the code of these revisions", outcome: "note" }];
  return [{ ...words, outcome: "warn" }];
}

export const unknownRouteChecks: Check[] = [unknownRoute];

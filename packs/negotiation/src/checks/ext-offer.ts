import {
  type Check,
  came,
  type Exchange,
  excerpt,
  extensionChanges,
  isObject,
  type JsonObject,
  member,
  OFFICIAL_EXTENSIONS,
  resultOf,
  say,
  troubleOf,
} from "@mcptest/pack";
import { modernCheck } from "../define.js";
import { NONE_ADVERTISED } from "../extensions/advertisements.js";
import { alone } from "../extensions/alone.js";
import { declarable, declaring } from "../extensions/judged.js";
import { listedItems, metaKeyOf, nameOf } from "../extensions/traces.js";
import { APPS } from "../ids.js";
import { type Lists, lists } from "../lists.js";

/** E22. */
const offer = modernCheck({
  id: "ext-check-before-offer",
  category: "extensions",
  title: "What an extension offers is offered to clients that declare it",
  description:
    "Things in a list that carry an extension in _meta are not listed in the same way to a client that does not declare the extension.",
  level: "should",
  contract: "E22",
  source: "SEP-2133",
  section: "Server-Side Capability Checking",
  phase: "probe",
  needs: { lists },
  async run({ lists: listed }, verdict, { host, negotiated }) {
    const ids = declarable(negotiated.capabilities).filter((id) => id !== APPS);
    if (ids.length === 0) return verdict.notApplicable(NONE_ADVERTISED);
    for (const id of ids) {
      const page = pageWith(listed, id);
      const about = { subject: id };
      if (!page) {
        verdict.pass(about);
        continue;
      }
      const { exchange, items } = page;
      const method = exchange.method ?? "";
      const [declared] = await alone(host, { method, extensions: declaring([id]) });
      const trouble = troubleOf(declared, `${method} with ${id} declared`);
      const evidence = [exchange.number, declared.number];
      if (trouble) {
        verdict.couldNotRun(trouble.reason, { origin: trouble.origin, evidence, about });
        continue;
      }
      const same = listedItems(declared).filter((item) => metaKeyOf(item, id) !== undefined);
      if (JSON.stringify(same) !== JSON.stringify(items)) {
        verdict.pass(about, evidence);
        continue;
      }
      verdict.fail(
        say({
          sent: `${method} without ${id} declared`,
          came: `${excerpt(items.slice(0, 5).map(nameOf), 160)} with ${excerpt(metaKeyOf(items[0] as JsonObject, id), 100)} in _meta, just as with the extension declared`,
          rule: "E22: a server looks at what the client declares before it offers features of an extension",
          fix: "leave the members of the extension, and what only it can use, out of lists for clients that do not declare it",
        }),
        evidence,
        about,
      );
    }
  },
});

/** E28. */
const toAll = modernCheck({
  id: "ext-advertised-to-all",
  category: "extensions",
  title: "What a server advertises does not depend on the client",
  description:
    "server/discover gives the same capabilities to a client that declares extensions and to one that declares none.",
  level: "should",
  contract: "E28",
  source: "schema",
  section: "ClientCapabilities",
  phase: "probe",
  async run(_values, verdict, { host, negotiated }) {
    if (!negotiated.discovered) return verdict.notApplicable("the server has no server/discover");
    const extensions = declaring([...new Set([...OFFICIAL_EXTENSIONS, ...declarable(negotiated.capabilities)])]);
    const plain = { method: "server/discover" };
    const declaredOne = { method: "server/discover", extensions };
    const exchanges = [...(await alone(host, plain, declaredOne))];
    if (!differ(exchanges))
      return isOpen(exchanges) ? couldNot(exchanges) : verdict.pass(undefined, numbers(exchanges));
    exchanges.push(...(await alone(host, plain, declaredOne)));
    const [one, two, three, four] = exchanges.map(capabilitiesIn);
    const isStable = JSON.stringify([one, two]) === JSON.stringify([three, four]);
    if (!isStable) return verdict.note("the capabilities change by themselves", numbers(exchanges));
    const changes = extensionChanges(one, two);
    const what = changes.map(
      ({ id, kind, path }) => `${excerpt(id, 80)}${path} is ${kind === "breaking" ? "changed" : kind}`,
    );
    verdict.fail(
      say({
        sent: "server/discover with extensions declared, and without",
        came: `with them ${what.length > 0 ? what.slice(0, 5).join(", ") : excerpt(two, 120)}; without, ${excerpt(one, 120)}`,
        rule: "E28: a server advertises the same to everybody: the answer may be cached and shared, and a client looks at it before it declares anything",
        fix: "advertise every extension that the server has, whatever the request declares",
      }),
      numbers(exchanges),
    );

    function couldNot(all: readonly Exchange[]): void {
      const open = all.find((exchange) => capabilitiesIn(exchange) === undefined) ?? (all[0] as Exchange);
      const trouble = troubleOf(open, "server/discover");
      const reason = trouble?.reason ?? `server/discover gave no capabilities: ${came(open)}`;
      verdict.couldNotRun(reason, { origin: trouble?.origin ?? "environment", evidence: [open.number] });
    }
  },
});

/** The page of a list on which something carries the extension, with all that does. */
function pageWith({ tools, prompts, resources, templates }: Lists, id: string) {
  for (const { pages } of [tools, prompts, resources, templates]) {
    const [exchange] = pages;
    const items = exchange ? listedItems(exchange).filter((item) => metaKeyOf(item, id) !== undefined) : [];
    if (exchange && items.length > 0) return { exchange, items };
  }
  return undefined;
}

function capabilitiesIn(exchange: Exchange): JsonObject | undefined {
  const capabilities = member(resultOf(exchange), "capabilities");
  return isObject(capabilities) ? capabilities : undefined;
}

function isOpen(exchanges: readonly Exchange[]): boolean {
  return exchanges.some((exchange) => capabilitiesIn(exchange) === undefined);
}

function differ(exchanges: readonly Exchange[]): boolean {
  const [one, two] = exchanges.map(capabilitiesIn);
  return one !== undefined && two !== undefined && JSON.stringify(one) !== JSON.stringify(two);
}

function numbers(exchanges: readonly Exchange[]): number[] {
  return exchanges.map(({ number }) => number);
}

export const offerChecks: Check[] = [offer, toAll];

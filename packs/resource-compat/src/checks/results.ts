import {
  type Check,
  came,
  errorOf,
  excerpt,
  isObject,
  type Json,
  type JsonObject,
  mappedPrefix,
  member,
  methodUri,
  type PackHost,
} from "@mcptest/pack";
import { compatCheck } from "../define.js";
import { report, type Violation } from "../findings.js";
import { fits } from "../fits.js";
import { readResource } from "../interfaces.js";
import { type Answered, answered, entryOf, invocations, invoke } from "../invocations.js";
import { saysThatItCalls } from "../invoking.js";
import { entriesAt } from "../listing.js";
import { callsMethod } from "../manifest.js";
import { mappedForm, publishedIn, urisIn } from "../translated.js";

const INVOKE = "Invoke a method using a resource read";
const NEEDS = { invoke, calls: invocations };

/** Addresses in results that are read, on all revisions together. */
const MOST_READS = 40;

const errorMapped = compatCheck({
  id: "compat-error-mapped",
  category: "calls",
  title: "A rejected call is an error of the read",
  description: "A call that is rejected gives a JSON-RPC error, and no result whose text tells of an error.",
  level: "must",
  section: INVOKE,
  phase: "change",
  needs: NEEDS,
  run({ calls }, verdict) {
    const all = answered(calls, verdict);
    report(
      verdict,
      all.flatMap((call) => errorInText(call)),
    );
    const isRejected = all.some((call) => errorOf(call.exchange) !== undefined || errorInText(call).length > 0);
    if (all.length > 0 && !isRejected) {
      verdict.notApplicable(
        "no call of invoke was rejected; name one that the server rejects, such as one for a job that is not there",
      );
    }
  },
});

function errorInText({ value, sent, method, version, exchange }: Answered): Violation[] {
  const error = member(value, "error");
  if (typeof member(error, "code") !== "number" || typeof member(error, "message") !== "string") return [];
  return [
    {
      ...{ subject: method, version, sent, evidence: [exchange.number] },
      came: `a result came, whose text is ${excerpt(value)}`,
      asks: "a failure is a JSON-RPC error from resources/read, with the code, the message and the data of the rejection",
      fix: "answer the read itself with the error",
    },
  ];
}

const outputSchema = compatCheck({
  id: "compat-output-schema",
  category: "calls",
  title: "A result has the shape that the manifest declares",
  description: "The value of a call is valid against the outputSchema of its method, where the manifest has one.",
  level: "must",
  section: "Discover the complete interface",
  phase: "change",
  needs: NEEDS,
  run({ calls }, verdict) {
    const declared = answered(calls, verdict).flatMap((call) => {
      const schema = member(entryOf(call), "outputSchema");
      return call.value && isObject(schema) ? [{ call, schema, value: call.value }] : [];
    });
    if (declared.length === 0 && calls.calls.length > 0) {
      return verdict.notApplicable("no call of invoke gave a value for which the manifest declares an outputSchema");
    }
    for (const { call, schema, value } of declared) {
      const { method, version, sent, exchange } = call;
      const fit = fits(schema, value);
      if (fit === "unknown")
        verdict.note(`${method}: its outputSchema has keywords that are not judged`, [exchange.number], {
          subject: method,
          variant: version,
        });
      if (fit !== "breaks") continue;
      report(verdict, [
        {
          ...{ subject: method, version, sent, evidence: [exchange.number] },
          came: `${excerpt(value)} is not valid against the outputSchema ${excerpt(schema)}`,
          asks: "the manifest has the output schema of a method whose handler declares what it returns",
          fix: "return what the schema says, or declare the schema of what is returned",
        },
      ]);
    }
  },
});

const uriTranslated = compatCheck({
  id: "compat-uri-translated",
  category: "calls",
  title: "Addresses of files in results are mapped",
  description:
    "No uri in a result is the native address of a file that is published below mcp-extensions://; a mapped one can be read. A file that is published under another path cannot be recognised, and other addresses are not judged.",
  level: "must",
  section: "Files, pagination, and dynamic data",
  phase: "change",
  needs: NEEDS,
  async run({ calls }, verdict, { host }) {
    const valued = answered(calls, verdict).filter((call) => call.value && errorInText(call).length === 0);
    if (valued.length === 0 && calls.calls.length > 0) return verdict.notApplicable("no call of invoke gave a value");
    let [left, unjudged] = [MOST_READS, 0];
    for (const call of valued) {
      const prefix = mappedPrefix(call.id);
      const published = publishedIn(call.id, call.manifest);
      for (const uri of urisIn(call.value ?? null)) {
        const mapped = mappedForm(uri, prefix, published);
        if (mapped !== undefined) report(verdict, [untranslated(call, uri, mapped)]);
        else if (!uri.startsWith(prefix)) unjudged++;
        else if (!mayCall(call, uri) && left-- > 0) {
          report(verdict, await unreadable(call, uri, host));
        }
      }
    }
    if (unjudged > 0) {
      verdict.note(
        `${unjudged} uri values were not judged: of a file that is published under another path the native address is not known`,
      );
    }
  },
});

/** True where reading an address might call a method. */
function mayCall({ id, manifest, talk }: Answered, uri: string): boolean {
  return uri.includes("?") || callsMethod(id, manifest, uri) || entriesAt(talk.resources, uri).some(saysThatItCalls);
}

function untranslated({ method, version, sent, exchange }: Answered, uri: string, mapped: string): Violation {
  return {
    ...{ subject: method, version, sent, evidence: [exchange.number] },
    came: `the value has the uri ${excerpt(uri)}, which is listed as ${mapped}`,
    asks: "uri fields in results are translated to the namespaced addresses of the files that the extension registered",
    fix: "replace the text of each member named uri that is the address of a registered file, at any depth",
  };
}

async function unreadable(
  { talk, method, version, sent, exchange }: Answered,
  uri: string,
  host: PackHost,
): Promise<Violation[]> {
  const read = await readResource(host, talk.connection, uri);
  if (!errorOf(read)) return [];
  return [
    {
      ...{ subject: method, version, sent, evidence: [exchange.number, read.number], outcome: "warn" },
      came: `the value has the uri ${excerpt(uri)}, and reading it gives ${came(read, 120)}; it may be gone since`,
      asks: "an address in a result can be read as it stands",
      fix: "carry the text of a template's variables over as it is, still encoded",
    },
  ];
}

const repeatable = compatCheck({
  id: "compat-repeatable",
  category: "calls",
  title: "Each read calls the method again",
  description:
    "Reading the URI of a method a second time reaches its handler: no answer is kept. A method is read four times, in two spellings of the same arguments; one that always gives the same value is not judged.",
  level: "should",
  section: "Files, pagination, and dynamic data",
  phase: "change",
  needs: NEEDS,
  async run({ calls }, verdict, { host }) {
    for (const call of answered(calls, verdict)) {
      if (call.value) await judgeRepeats(call, host, (found) => report(verdict, found));
    }
  },
});

async function judgeRepeats(call: Answered, host: PackHost, tell: (found: Violation[]) => void): Promise<void> {
  const { talk, uri, exchange, method, version, sent } = call;
  const read = (address: string) => readResource(host, talk.connection, address);
  const other = await read(respelt(call));
  const again = [await read(uri), await read(uri)];
  const [first, otherText, ...repeats] = [exchange, other, ...again].map((one) => valueText(one.response));
  if (first === undefined || otherText === undefined || otherText === first) return;
  if (!repeats.every((text) => text === first)) return;
  tell([
    {
      ...{
        subject: method,
        version,
        sent: `${sent}, three times`,
        evidence: [exchange, other, ...again].map(({ number }) => number),
      },
      came: `the value was the same each time, and another one for the same arguments spelt otherwise in between (${excerpt(respelt(call), 120)})`,
      asks: "each read of a method invokes its handler again, and no cached content stands for a requested operation",
      fix: "keep no answers by URI",
    },
  ]);
}

/** The same call by another URI: white space in the JSON, which means nothing. */
function respelt({ id, method, arguments: args }: Answered): string {
  return `${methodUri(id, method)}?params=${encodeURIComponent(JSON.stringify(args).replace("{", "{ "))}`;
}

/** The text of what was read. */
function valueText(response: JsonObject | undefined): string | undefined {
  const contents: Json | undefined = member(member(response, "result"), "contents");
  const [item] = Array.isArray(contents) ? contents : [];
  const text = member(item, "text");
  return typeof text === "string" ? text : undefined;
}

export const resultChecks: Check[] = [errorMapped, outputSchema, uriTranslated, repeatable];

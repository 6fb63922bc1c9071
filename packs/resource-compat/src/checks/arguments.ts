import {
  at,
  type Check,
  came,
  ERROR,
  errorOf,
  excerpt,
  type Json,
  type JsonObject,
  mappedValue,
  member,
  methodUri,
  type PackHost,
  resultOf,
  type Verdict,
} from "@mcptest/pack";
import { breakingArguments } from "../breaking.js";
import { compatCheck } from "../define.js";
import { report } from "../findings.js";
import { readResource } from "../interfaces.js";
import { type Call, type Calls, callTrouble, echo, invocations, invoke } from "../invocations.js";
import { inputSchemaOf, methodsIn } from "../manifest.js";
import type { CompatOptions, Echo } from "../options.js";
import { manifests, type Read, talks } from "../talks.js";
import { placeOf } from "../text-places.js";

/** Methods on one revision that are asked with invalid arguments. */
const MOST_METHODS = 20;

interface Probe {
  /** In words, and stable: it is part of the finding's key. */
  what: string;
  uri: string;
  /** `params`: only -32602 will do. `error`: any error. `told`: another code is only told. */
  wants: "params" | "error" | "told";
}

const invalidArguments = compatCheck({
  id: "compat-invalid-arguments",
  category: "calls",
  title: "Invalid arguments are refused with -32602",
  description:
    "Arguments that are a list, null, no JSON or an object that breaks inputSchema, each encoded as it should be, give -32602; an empty params gives an error.",
  level: "must",
  section: "Invoke a method using a resource read",
  phase: "change",
  needs: { invoke, calls: invocations },
  async run({ calls }, verdict, { host }) {
    for (const call of perMethod(calls, verdict)) {
      for (const probe of probesFor(call)) await judgeProbe(call, probe, host, verdict);
    }
  },
});

/** One call for each method, id and revision, a few of each revision. */
function perMethod({ calls, unknown }: Calls, verdict: Verdict): Call[] {
  for (const reason of unknown) verdict.couldNotRun(reason);
  const counts = new Map<string, number>();
  const judged = calls.filter(({ version }) => {
    const count = (counts.get(version) ?? 0) + 1;
    counts.set(version, count);
    return count <= MOST_METHODS;
  });
  if (judged.length < calls.length)
    verdict.note(`on each revision the first ${MOST_METHODS} calls of invoke were judged`);
  return judged;
}

function probesFor({ id, method, manifest, arguments: args }: Call): Probe[] {
  const route = `${methodUri(id, method)}?params=`;
  const breaking = breakingArguments(schemaOf(manifest, method), args);
  return [
    { what: "[]", uri: methodUri(id, method, []), wants: "params" },
    { what: "null", uri: methodUri(id, method, null), wants: "params" },
    { what: "{bad", uri: `${route}%7Bbad`, wants: "params" },
    ...(breaking
      ? [{ what: "an object that breaks inputSchema", uri: methodUri(id, method, breaking), wants: "params" } as const]
      : []),
    { what: "the malformed escape %zz", uri: `${route}%zz`, wants: "told" },
    { what: "no text at all", uri: route, wants: "error" },
  ];
}

function schemaOf(manifest: JsonObject, method: string): JsonObject {
  return (inputSchemaOf(manifest, method) ?? {}) as JsonObject;
}

async function judgeProbe(
  { talk, method, version }: Call,
  { what, uri, wants }: Probe,
  host: PackHost,
  verdict: Verdict,
): Promise<void> {
  const exchange = await readResource(host, talk.connection, uri, "arguments that no method takes");
  const sent = `resources/read of ${excerpt(uri)}, with ${what} as params`;
  const trouble = callTrouble(exchange, uri, sent);
  const subject = `${method} with ${what}`;
  if (trouble) {
    const about = { subject, variant: version };
    return verdict.couldNotRun(trouble.reason, { origin: trouble.origin, evidence: [exchange.number], about });
  }
  const error = errorOf(exchange);
  const code = member(error, "code");
  if (code === ERROR.invalidParams || (wants === "error" && error)) return;
  report(verdict, [
    {
      ...{ subject, version, sent, came: came(exchange), evidence: [exchange.number] },
      asks:
        wants === "error"
          ? "an address that the template does not match cannot be read"
          : "invalid arguments produce -32602",
      fix: "decode params once, parse it as JSON, hold the object against inputSchema, and answer -32602 where any of that fails",
      outcome: wants === "told" ? "note" : "fail",
    },
  ]);
}

/** Texts that a second decoding, or none, changes. */
const TEXTS: readonly [what: string, text: string][] = [
  ["a space", "one two"],
  ["a plus", "one+two"],
  ["an escape", "one%20two"],
  ["an accent", "caf\u00e9"],
  ["a slash", "one/two"],
  ["a hash", "one#two"],
  ["quotes", `"one" 'two'`],
];

const decodedOnce = compatCheck({
  id: "compat-decoded-once",
  category: "calls",
  title: "Arguments are decoded exactly once",
  description:
    "A space, +, %20, é, /, # and quotes in a text argument come back from the method that echo names as they were sent.",
  level: "must",
  section: "Invoke a method using a resource read",
  phase: "change",
  needs: { talks, echo },
  async run({ talks: all, echo: wanted }, verdict, context) {
    for (const read of manifests(all, verdict)) {
      if (methodsIn(read.manifest).includes(wanted.method)) await judgeEcho(read, wanted, verdict, context);
    }
  },
});

async function judgeEcho(
  { id, talk, version }: Read,
  { method, member: name }: Echo,
  verdict: Verdict,
  { host, options }: { host: PackHost; options: CompatOptions },
): Promise<void> {
  const given = options.invoke?.find((one) => one.method === method)?.arguments ?? {};
  const say = (text: string) => readResource(host, talk.connection, methodUri(id, method, { ...given, [name]: text }));
  const plain = await say("mcptest");
  const place = placeOf("mcptest", mappedValue(resultOf(plain)) ?? null);
  if (place === undefined) {
    const reason = `${method} does not give its argument ${JSON.stringify(name)} back: ${came(plain)}`;
    return verdict.couldNotRun(reason, {
      evidence: [plain.number],
      about: { subject: method, variant: version },
      options: [{ path: ["echo"] }],
    });
  }
  for (const [what, text] of TEXTS) {
    const exchange = await say(text);
    const sent = `${method} with ${what}: ${JSON.stringify(text)}`;
    const uri = methodUri(id, method, { [name]: text });
    const trouble = callTrouble(exchange, uri, sent);
    const subject = `${method} with ${what}`;
    if (trouble) {
      verdict.couldNotRun(trouble.reason, {
        origin: trouble.origin,
        evidence: [exchange.number],
        about: { subject, variant: version },
      });
      continue;
    }
    const back: Json | undefined = at(mappedValue(resultOf(exchange)), ...place);
    if (back === text) continue;
    report(verdict, [
      {
        ...{ subject, version, sent, evidence: [exchange.number] },
        came: back === undefined ? came(exchange) : `${excerpt(back)} came back`,
        asks: "the argument object is percent-encoded once, so that it is decoded once; + stands for itself",
        fix: "take what stands behind ?params= as it was sent and decode it with decodeURIComponent, once; no parser of URLs or of forms before it",
      },
    ]);
  }
}

export const argumentChecks: Check[] = [invalidArguments, decodedOnce];

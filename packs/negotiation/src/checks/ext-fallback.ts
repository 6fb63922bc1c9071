import { type Check, came, ERROR, type Exchange, excerpt, isObject, member, say, type Verdict } from "@mcptest/pack";
import { callRole } from "../call-target.js";
import { modernCheck } from "../define.js";
import { advertisedIds, advertisements } from "../extensions/advertisements.js";
import { type Met, met } from "../extensions/answer.js";
import { type Calls, type DeclaredCall, extensionCalls } from "../extensions/calls.js";
import { codeOf, isDeclared, requiredCapabilities, requiredExtensions } from "../extensions/required.js";
import { SKILLS } from "../ids.js";
import { recorded } from "../record.js";
import { declaredIn } from "../sent.js";
import { report, type Sighting } from "../sightings.js";

/** E06. */
const fallback = modernCheck({
  id: "ext-fallback-or-reject",
  category: "extensions",
  title: "Without the declaration: core behaviour or a plain refusal",
  description:
    "The same call with and without each advertised extension declared. Without it the server answers as the core protocol says, or refuses with an appropriate error; it does not hang, end, or answer -32603.",
  level: "must",
  contract: "E06",
  source: "basic/versioning",
  section: "Extension Negotiation",
  phase: "probe",
  needs: { attempt: extensionCalls, role: callRole },
  run({ attempt }, verdict) {
    if (attempt.problem) throw attempt.problem;
    const { calls } = attempt;
    for (const declared of calls.declared) judgeFallback(verdict, calls, declared);
  },
});

/** E07. */
const missing = modernCheck({
  id: "ext-missing-capability-error",
  category: "extensions",
  title: "A missing extension is refused with -32021 that names it",
  description:
    "Where a request cannot be served without an extension the error is -32021, and data.requiredCapabilities.extensions names the extension with an object. Every -32021 of the run is looked at, and the error of a call that works only with an extension declared.",
  level: "must",
  contract: "E07",
  source: "basic/index",
  section: "Error Codes",
  phase: "end",
  needs: { attempt: extensionCalls },
  async run({ attempt }, verdict, context) {
    const refusals = (await recorded(context)).filter((exchange) => codeOf(exchange) === ERROR.missingClientCapability);
    report(verdict, refusals.flatMap(malformed));
    const { calls, problem } = attempt;
    if (calls) {
      for (const declared of calls.declared) judgeOtherError(verdict, calls, declared);
    } else if (refusals.length === 0 || !problem.notApplicable) throw problem;
    else if (advertisedIds(await advertisements(context)).length > 0)
      verdict.note(`only the errors of other requests were looked at: ${problem.message}`);
  },
});

/** E08. */
const falsePositive = modernCheck({
  id: "ext-missing-capability-no-false-positive",
  category: "extensions",
  title: "No -32021 for an extension that is declared",
  description:
    "With an extension declared, and with every setting that a -32021 named, the call is not refused with -32021 for that extension again. No -32021 of the run asks for what its request declares.",
  level: "must",
  contract: "E08",
  source: "basic/index",
  section: "Error Codes",
  phase: "end",
  needs: { attempt: extensionCalls },
  async run({ attempt }, verdict, context) {
    report(verdict, (await recorded(context)).flatMap(askedInVain));
    const { calls, problem } = attempt;
    if (calls) for (const { id, exchanges } of calls.declared) verdict.pass({ subject: id }, numbers(exchanges));
    else if (!problem.notApplicable || advertisedIds(await advertisements(context)).length === 0) throw problem;
    else verdict.note(`no call was made for this: ${problem.message}`);
  },
});

const CONTROL = "the same call with the extension declared";

function judgeFallback(verdict: Verdict, { undeclared, target }: Calls, { id, exchanges }: DeclaredCall) {
  const about = { subject: id };
  const evidence = numbers([...undeclared, ...exchanges]);
  const [first, second = first] = undeclared;
  const last = exchanges.at(-1) ?? exchanges[0];
  const [without, again, withIt] = [met(first), met(second), met(last)];
  const sent = `tools/call of ${excerpt(target.tool, 80)} without ${excerpt(id, 100)} declared`;
  if (isFine(without)) return verdict.pass(about, numbers(undeclared));
  if (without.kind === "gate" && withIt.kind === "result") return verdict.pass(about, evidence);
  const open = (reason: string) => {
    const origin = without.kind === "hang" ? "host" : "environment";
    verdict.couldNotRun(`${sent}: ${reason}`, { origin, evidence, about });
  };
  if (without.kind === "gate" || without.kind === "trouble") return open(came(first));
  if (withIt.kind !== "result") return open(`${came(first)}, and ${CONTROL} gave no result either: ${came(last)}`);
  const type = member(withIt.result, "resultType") ?? "complete";
  if (without.kind === "hang" && type !== "complete") {
    return open("it was not answered within our own limit; a call that runs to its end may take longer than that");
  }
  if (without.kind !== again.kind) {
    return verdict.note(`${sent}: ${came(first)}, and a second time: ${came(second)}`, evidence, about);
  }
  verdict.fail(
    say({
      sent,
      came: `${came(first)}; ${CONTROL} gave a result`,
      rule: "E06: where only one side supports an extension, the server does what the core protocol says or refuses with an appropriate error, and a hang, an end of the connection and -32603 are neither",
      fix: "answer a client without the extension in plain core form; where that is impossible, refuse with -32021 that names the extension",
    }),
    evidence,
    about,
  );
}

/** A result, or an error that is not -32603. */
function isFine({ kind }: Met): boolean {
  return kind === "result" || kind === "error";
}

/** A call that works with the extension alone is refused with -32021 (E07), and not with another error. */
function judgeOtherError(verdict: Verdict, { undeclared, target }: Calls, { id, exchanges }: DeclaredCall) {
  const about = { subject: id };
  const evidence = numbers([...undeclared, ...exchanges]);
  const [first, second] = undeclared;
  const last = exchanges.at(-1) ?? exchanges[0];
  const code = codeOf(first);
  const isOther = met(first).kind === "error" && code !== undefined && code !== ERROR.missingClientCapability;
  if (!isOther || met(last).kind !== "result" || second === undefined || codeOf(second) !== code) {
    return verdict.pass(about, evidence);
  }
  const draft = code === ERROR.draftMissingClientCapability ? " (-32003 was its number in drafts)" : "";
  verdict.fail(
    say({
      sent: `tools/call of ${excerpt(target.tool, 80)} without ${excerpt(id, 100)} declared`,
      came: `${came(first)}; ${CONTROL} gave a result`,
      rule: `E07: a request that cannot be served without an extension is refused with -32021${draft}`,
      fix: `answer with code -32021 and data.requiredCapabilities.extensions[${excerpt(id, 100)}]: {}`,
    }),
    evidence,
    about,
  );
}

/** What is wrong with the data of a -32021. */
function malformed(exchange: Exchange): Sighting[] {
  const required = requiredCapabilities(exchange);
  const extensions = member(required, "extensions");
  const wrong = !isObject(required)
    ? `data.requiredCapabilities is ${excerpt(required, 80)}`
    : Object.keys(required).length === 0
      ? "data.requiredCapabilities names nothing"
      : extensions !== undefined && !isObject(extensions)
        ? `data.requiredCapabilities.extensions is ${excerpt(extensions, 80)}`
        : notAnObject(requiredExtensions(exchange));
  if (wrong === undefined) return [];
  return [
    {
      kind: "data",
      subject: exchange.method ?? "",
      exchange: exchange.number,
      finding: {
        sent: exchange.method ?? "a request",
        came: `${came(exchange)}: ${wrong}`,
        rule: "E07: -32021 says what is missing: data.requiredCapabilities holds client capabilities, under extensions each id with an object",
        fix: 'send data: { "requiredCapabilities": { "extensions": { "com.example/my-extension": {} } } }',
      },
    },
  ];
}

function notAnObject(extensions: Record<string, unknown>): string | undefined {
  const entry = Object.entries(extensions).find(([, settings]) => !isObject(settings));
  return entry && `the settings that it asks for of ${excerpt(entry[0], 80)} are ${excerpt(entry[1], 80)}`;
}

/** A -32021 about an extension, all of whose requirements the request declares. */
function askedInVain(exchange: Exchange): Sighting[] {
  const required = requiredCapabilities(exchange);
  const ids = Object.keys(requiredExtensions(exchange)).filter((id) => id !== SKILLS);
  const [id] = ids;
  if (id === undefined || required === undefined || !isDeclared(required, declaredIn(exchange))) return [];
  return [
    {
      kind: exchange.method ?? "",
      subject: id,
      exchange: exchange.number,
      finding: {
        sent: `${exchange.method ?? "a request"} with ${excerpt(member(declaredIn(exchange), "extensions"), 120)} declared`,
        came: came(exchange),
        rule: "E08: -32021 is only for a capability that the request does not declare",
        fix: "read the declaration from clientCapabilities.extensions of the request itself, where {} is support without settings",
      },
    },
  ];
}

function numbers(exchanges: readonly Exchange[]): number[] {
  return exchanges.map(({ number }) => number);
}

export const fallbackChecks: Check[] = [fallback, missing, falsePositive];

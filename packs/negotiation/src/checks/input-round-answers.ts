import {
  type Check,
  came,
  type Exchange,
  errorOf,
  excerpt,
  member,
  resultOf,
  type Subject,
  say,
  troubleOf,
} from "@mcptest/pack";
import { modernCheck } from "../define.js";
import { sendMalformed } from "../rounds/malformed.js";
import { isBroken, rounds } from "../rounds/rounds.js";
import { isSuccess, keysOf } from "../rounds/walk.js";

const ABOUT: Subject = { subject: "tools/call" };

function isAsking(exchange: Exchange): boolean {
  return member(resultOf(exchange), "resultType") === "input_required";
}

/** G15. */
const missingInput = modernCheck({
  id: "mrtr-missing-input-again",
  category: "calls",
  title: "Missing input is asked for again",
  description: "A retry without the answers that are needed gets a new input_required, and no error.",
  level: "should",
  contract: "G15",
  source: "basic/patterns/mrtr",
  phase: "probe",
  needs: { rounds },
  run({ rounds: tried }, verdict) {
    const { missing } = tried;
    if (isBroken(tried, verdict, "asked") || !missing) return;
    const evidence = [missing.number];
    const trouble = troubleOf(missing, "the retry without answers");
    if (trouble) verdict.couldNotRun(trouble.reason, { origin: trouble.origin, evidence });
    else if (isAsking(missing)) verdict.pass(ABOUT, evidence);
    else if (isSuccess(missing))
      verdict.note(`the call goes on without the answers: ${came(missing)}`, evidence, ABOUT);
    else {
      verdict.warn(
        say({
          sent: "a retry with inputResponses {}",
          came: came(missing),
          rule: "G15: input that is needed and missing is asked for again with input_required",
          fix: "answer with the open inputRequests once more",
        }),
        evidence,
        ABOUT,
      );
    }
  },
});

/** G16. */
const extraInput = modernCheck({
  id: "mrtr-extra-ignored",
  category: "calls",
  title: "Unknown answers are ignored",
  description: "A retry with an answer that nobody asked for goes on like one without it.",
  level: "should",
  contract: "G16",
  source: "basic/patterns/mrtr",
  phase: "probe",
  needs: { rounds },
  run({ rounds: tried }, verdict) {
    const { extra, control } = tried;
    const plain = control.exchanges[1];
    if (isBroken(tried, verdict, "complete") || !extra || !plain) return;
    const evidence = [plain.number, extra.number];
    const trouble = troubleOf(extra, "the retry with one answer more");
    if (trouble) {
      verdict.couldNotRun(trouble.reason, { origin: trouble.origin, evidence });
      return;
    }
    const isSame =
      errorOf(extra) === undefined &&
      isAsking(extra) === isAsking(plain) &&
      isSuccess(extra) === isSuccess(plain) &&
      keysOf(extra).sort().join() === keysOf(plain).sort().join();
    if (isSame) {
      verdict.pass(ABOUT, evidence);
      return;
    }
    verdict.warn(
      say({
        sent: 'a retry with one more key in inputResponses, "mcptest-unasked"',
        came: `${came(extra)}; without it came ${came(plain, 120)}`,
        rule: "G16: keys of inputResponses that were not asked for are ignored",
        fix: "read the answers under the keys that were asked for, and leave the rest",
      }),
      evidence,
      ABOUT,
    );
  },
});

/** G21. */
const invalidResponses = modernCheck({
  id: "mrtr-invalid-responses",
  category: "calls",
  title: "Malformed answers are refused",
  description: "inputResponses that is a list, or has a result of the wrong shape, gets a JSON-RPC error.",
  level: "should",
  contract: "G21",
  source: "basic/patterns/mrtr",
  phase: "probe",
  needs: { rounds },
  async run({ rounds: tried }, verdict, { host }) {
    if (isBroken(tried, verdict, "asked")) return;
    const sent = await sendMalformed(host, tried.ask);
    if (typeof sent === "string") {
      verdict.couldNotRun(`the call of ask could not be answered: ${sent}`, { origin: "environment" });
      return;
    }
    for (const { what, responses, exchange } of sent) {
      const evidence = [exchange.number];
      const about = { ...ABOUT, variant: what };
      const isCrash = exchange.transport === "stdio" && exchange.outcome === "closed";
      const trouble = isCrash ? undefined : troubleOf(exchange, `the retry in which ${what}`);
      if (trouble) verdict.couldNotRun(trouble.reason, { origin: trouble.origin, evidence, about });
      else if (isAsking(exchange)) verdict.note(`${what}: it is asked again, without an error`, evidence, about);
      else if (!isCrash && !isSuccess(exchange)) verdict.pass(about, evidence);
      else {
        verdict.warn(
          say({
            sent: `a retry with inputResponses ${excerpt(responses, 120)} (${what})`,
            came: isCrash ? `the server process ended: ${exchange.problem}` : came(exchange),
            rule: "G21: malformed inputResponses are answered with a JSON-RPC error",
            fix: "validate inputResponses against the results of the requests, and answer -32602 where they are none",
          }),
          evidence,
          about,
        );
      }
    }
  },
});

/** Rows about the answers of a retry. */
export const answerChecks: Check[] = [missingInput, extraInput, invalidResponses];

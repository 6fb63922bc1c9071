import { type Check, came, errorOf, excerpt, type Subject, say, troubleOf } from "@mcptest/pack";
import { modernCheck } from "../define.js";
import { isBroken, rounds } from "../rounds/rounds.js";
import { effectOf, isSuccess, lastOf, type Walk } from "../rounds/walk.js";

const ABOUT: Subject = { subject: "tools/call" };
const STATELESS = "G14: a retry works from its own content: its arguments, inputResponses and requestState";
const KEEP = "put what the retry needs into requestState, and keep nothing in the process or on the connection";

function evidenceOf(...walks: Walk[]): number[] {
  return walks.flatMap(({ exchanges }) => exchanges.map(({ number }) => number));
}

/** G14. */
const statelessRetry = modernCheck({
  id: "mrtr-stateless-retry",
  category: "calls",
  title: "A retry works from its own content",
  description: "A retry goes on also when another round began in between, and over HTTP on another connection.",
  level: "must",
  contract: "G14",
  source: "basic/patterns/mrtr",
  phase: "probe",
  needs: { rounds },
  run({ rounds: tried }, verdict) {
    const { control, interleaved, elsewhere, ask } = tried;
    const isOwnAnswer = ask.inputResponses !== "auto" && (control.end === "error" || control.end === "again");
    if (control.end === "forgot" || isOwnAnswer) {
      verdict.fail(
        say({
          sent: "a call of ask, then its retries with the answers and the state that came",
          came: control.end === "error" ? control.why : `${control.why}: ${came(lastOf(control))}`,
          rule: STATELESS,
          fix: KEEP,
        }),
        evidenceOf(control),
        ABOUT,
      );
      return;
    }
    if (isBroken(tried, verdict, "complete")) return;
    const broken = interleaved?.find(({ end }) => end !== "complete" && end !== "trouble");
    if (broken && interleaved) {
      verdict.fail(
        say({
          sent: "two calls of ask, then the retries of each on the same connection",
          came: `${broken.why}; alone the same round comes to its result`,
          rule: STATELESS,
          fix: KEEP,
        }),
        evidenceOf(control, ...interleaved),
        { ...ABOUT, variant: "two rounds at once" },
      );
    }
    if (elsewhere && elsewhere.end !== "complete" && elsewhere.end !== "trouble") {
      verdict.warn(
        say({
          sent: "a call of ask, then its retries on another HTTP connection",
          came: `${elsewhere.why}; on the connection of the call the same round comes to its result`,
          rule: STATELESS,
          fix: KEEP,
        }),
        evidenceOf(control, elsewhere),
        { ...ABOUT, variant: "another connection" },
      );
    }
    const troubled = [...(interleaved ?? []), ...(elsewhere ? [elsewhere] : [])].find(({ end }) => end === "trouble");
    if (troubled) verdict.couldNotRun(troubled.why, { origin: "environment", evidence: evidenceOf(troubled) });
    verdict.pass(ABOUT, evidenceOf(control));
  },
});

const NO_STATE = "the last answer that asks for input has no requestState";

/** G17. */
const tampering = modernCheck({
  id: "mrtr-state-tamper",
  category: "calls",
  title: "A changed requestState changes nothing",
  description: "A retry with a changed requestState is refused, or comes to the same result.",
  level: "must",
  contract: "G17",
  source: "basic/patterns/mrtr",
  phase: "probe",
  needs: { rounds },
  run({ rounds: tried }, verdict) {
    if (isBroken(tried, verdict, "complete")) return;
    const { control, interleaved = [], tampered } = tried;
    if (!tampered) {
      verdict.notApplicable(NO_STATE);
      return;
    }
    const plain = effectOf(lastOf(control));
    const isSteady = interleaved.every((walk) => walk.end === "complete" && effectOf(lastOf(walk)) === plain);
    for (const { what, exchange } of tampered) {
      const evidence = [lastOf(control).number, exchange.number];
      const about = { ...ABOUT, variant: what };
      const trouble = troubleOf(exchange, `the retry with a changed requestState (${what})`);
      if (trouble) verdict.couldNotRun(trouble.reason, { origin: trouble.origin, evidence, about });
      else if (!isSuccess(exchange)) verdict.pass(about, evidence);
      else if (effectOf(exchange) === plain) {
        verdict.note(`requestState was taken although ${what} was changed, with the same result`, evidence, about);
      } else if (!isSteady) {
        verdict.note(
          `requestState was taken although ${what} was changed; the results of the call differ anyway`,
          evidence,
          about,
        );
      } else {
        verdict.fail(
          say({
            sent: `a retry whose requestState was changed in ${what}`,
            came: `${came(exchange)}; unchanged it came to ${came(lastOf(control), 120)}`,
            rule: "G17: requestState comes back from the client, which may have changed it; what decides anything in it is protected",
            fix: "seal the state with a key of the server (an HMAC or encryption), and answer -32602 where it does not fit",
          }),
          evidence,
          about,
        );
      }
    }
  },
});

/** G18. */
const replay = modernCheck({
  id: "mrtr-state-replay",
  category: "calls",
  title: "requestState belongs to its call",
  description: "The requestState of one tool has no effect in a call of another.",
  level: "should",
  contract: "G18",
  source: "basic/patterns/mrtr",
  phase: "probe",
  needs: { rounds },
  run({ rounds: tried }, verdict) {
    if (isBroken(tried, verdict, "complete")) return;
    if (!tried.hasState) {
      verdict.notApplicable(NO_STATE);
      return;
    }
    if (!tried.replay) {
      verdict.notApplicable("there is no other tool that can be called");
      return;
    }
    const { call, plain, exchange } = tried.replay;
    const [before, after] = plain;
    const evidence = [before.number, exchange.number, after.number];
    const sent = `tools/call of ${excerpt(call.tool, 80)} with the requestState of another tool`;
    const trouble =
      troubleOf(exchange, sent) ?? troubleOf(before, "the plain call") ?? troubleOf(after, "the plain call");
    if (trouble) verdict.couldNotRun(trouble.reason, { origin: trouble.origin, evidence });
    else if (errorOf(exchange)) verdict.pass(ABOUT, evidence);
    else if (effectOf(exchange) === effectOf(before)) {
      verdict.note(
        "the state of another tool was taken or not looked at; the result is that of a plain call",
        evidence,
      );
    } else if (effectOf(before) !== effectOf(after)) {
      verdict.note("the state of another tool was not refused; the results of the tool differ anyway", evidence);
    } else {
      verdict.warn(
        say({
          sent,
          came: `${came(exchange)}; a plain call comes to ${came(before, 120)}`,
          rule: "G18: requestState is bound to the request that it was given out for, to who asked, and to a time",
          fix: "put the tool, a digest of the arguments, the principal and an end into the sealed state, and compare them",
        }),
        evidence,
        ABOUT,
      );
    }
  },
});

/** Rows about the state of a round. */
export const stateChecks: Check[] = [statelessRetry, tampering, replay];

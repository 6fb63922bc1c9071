import { type Check, came, ERROR, excerpt, isObject, member, say, troubleOf } from "@mcptest/pack";
import { modernCheck } from "../define.js";
import { agreedTooMuch, misshapen, notAgreed, notFirst } from "../listen/acks.js";
import { listenCheck } from "../listen/define.js";
import { mixedUp, wronglyTagged } from "../listen/ids.js";
import { subscriptions } from "../listen/subscriptions.js";

const ABOUT = { subject: "subscriptions/listen" };

/** F15. */
const implemented = modernCheck({
  id: "listen-implemented",
  category: "listen",
  title: "subscriptions/listen is served",
  description: "A listen with an empty filter is acknowledged, also by a server with nothing to tell.",
  level: "should",
  contract: "F15",
  source: "basic/index",
  phase: "probe",
  needs: { subscriptions },
  run({ subscriptions: { empty } }, verdict) {
    const evidence = [empty.number];
    const messages = empty.messages.flatMap(({ json }) => (isObject(json) ? [json] : []));
    if (messages.some((json) => member(json, "error") === undefined)) {
      verdict.pass(ABOUT, evidence);
      return;
    }
    const isGivenUp = empty.outcome === "closed" && empty.cause === "ABORTED" && messages.length === 0;
    const trouble = isGivenUp
      ? { reason: "nothing came for a listen with an empty filter within our own limit", origin: "host" as const }
      : troubleOf(empty, "subscriptions/listen with an empty filter");
    if (trouble) {
      verdict.couldNotRun(trouble.reason, { origin: trouble.origin, evidence });
      return;
    }
    verdict.warn(
      say({
        sent: "subscriptions/listen with notifications {}",
        came: came(empty),
        rule: `F15: every implementation supports the message patterns; ${ERROR.methodNotFound} and other refusals of an empty filter warn`,
        fix: "acknowledge a listen whatever its filter, with an empty agreed filter where there is nothing to tell",
      }),
      evidence,
      ABOUT,
    );
  },
});

/** F10. */
const concurrent = modernCheck({
  id: "listen-concurrent",
  category: "listen",
  title: "Several subscriptions at once",
  description: "Two listens at once are both acknowledged, and each carries its own id.",
  level: "must",
  contract: "F10",
  source: "basic/patterns/subscriptions",
  phase: "probe",
  needs: { subscriptions },
  run({ subscriptions: { pair } }, verdict) {
    if (!pair) {
      verdict.notApplicable("no subscriptions/listen was served");
      return;
    }
    for (const { finding, exchange, subject } of mixedUp(pair)) verdict.fail(say(finding), [exchange], { subject });
    const [first, second] = pair;
    const evidence = [first.number, second.number];
    for (const [one, which] of [
      [first, "the first of two listens"],
      [second, "a second listen beside the first"],
    ] as const) {
      const messages = one.messages.flatMap(({ json }) => (isObject(json) ? [json] : []));
      if (messages.some((json) => member(json, "error") === undefined)) continue;
      const error = messages.find((json) => member(json, "error") !== undefined);
      verdict.couldNotRun(
        error
          ? `${which} was refused: ${excerpt(error, 160)}`
          : `nothing came for ${which}: ${one.problem ?? one.outcome}`,
        { origin: "environment", evidence },
      );
    }
    verdict.pass(ABOUT, evidence);
  },
});

/** Rows about the acknowledgement and the ids of subscriptions. */
export const listenAckChecks: Check[] = [
  implemented,
  listenCheck({
    id: "listen-ack-first",
    title: "The acknowledgement comes first",
    description: "The first message of a subscription is its acknowledgement.",
    level: "must",
    contract: "F01",
    judge: notFirst,
  }),
  listenCheck({
    id: "listen-ack-shape",
    title: "The acknowledgement is complete",
    description: "An acknowledgement has its name, a subscription id and the agreed filter.",
    level: "must",
    contract: "F02",
    judge: misshapen,
  }),
  listenCheck({
    id: "listen-ack-subset",
    title: "Nothing is agreed that was not asked for",
    description: "The agreed filter is a part of the requested one.",
    level: "must",
    contract: "F03",
    judge: agreedTooMuch,
  }),
  listenCheck({
    id: "listen-subscription-id",
    title: "Everything on a subscription carries its id",
    description: "Notifications and the result carry the id of the listen, with the same JSON type.",
    level: "must",
    contract: "F04",
    judge: wronglyTagged,
  }),
  concurrent,
  listenCheck({
    id: "listen-gated-capabilities",
    title: "What is advertised is agreed to",
    description: "A type that is advertised with listChanged is in the agreed filter where it was asked for.",
    level: "should",
    contract: "F13",
    source: "server/tools",
    judge: (exchanges, { negotiated }) => notAgreed(exchanges, negotiated.capabilities),
  }),
];

import {
  type Check,
  type Connection,
  type Exchange,
  excerpt,
  header,
  type Json,
  META,
  member,
  type PackContext,
  say,
} from "@mcptest/pack";
import { isOnListen } from "../calls/requests.js";
import { cameIn, kindOf, ofKind, sentWords, sharesStream } from "../came.js";
import { beganAt, mayBeWithin, type Span } from "../clock.js";
import { anyCheck, modernCheck } from "../define.js";
import { lists } from "../lists.js";
import { passive, recorded } from "../record.js";
import { declaredIn } from "../sent.js";
import { report, type Sighting } from "../sightings.js";
import { isInTrouble } from "../unanswered.js";

/** A notification that no server knows. */
const UNKNOWN_NOTIFICATION = "notifications/conformance/does-not-exist";
/** Milliseconds after which the stream of an answered message is closed. */
const STREAM_MS = 1_200;
/** Requests behind it whose answers show that it had its turn. */
const AFTERWARDS = 2;

/** A08. */
const notificationUnanswered = anyCheck({
  id: "rpc-notification-no-id",
  category: "messages",
  title: "Notifications are never answered",
  description: "A notification of ours gets no response, and notifications of the server have no id.",
  level: "must",
  contract: "A08",
  source: "basic/index",
  section: "Notifications",
  phase: "end",
  needs: { lists },
  async run(_values, verdict, context) {
    const { host, negotiated } = context;
    const { connection, notified } = await notify(context);
    const about = { subject: UNKNOWN_NOTIFICATION };
    const answers: Answer[] = [];
    let cancelled: Exchange | undefined;
    if (sharesStream(negotiated)) {
      for (let turn = 0; turn < AFTERWARDS; turn++) {
        const method = negotiated.era === "legacy" ? "ping" : "server/discover";
        const exchange = await host.exchange(connection, { method });
        if (isInTrouble(verdict, exchange, `${method} after a notification that the server does not know`)) return;
        if (turn === 0) cancelled = await cancelLate(context, connection, exchange);
      }
      const all = await host.transcript({ connection: connection.id });
      answers.push(...all.flatMap((exchange) => answersIn(exchange, true)));
      await host.close(connection);
    } else {
      if (isInTrouble(verdict, notified, UNKNOWN_NOTIFICATION)) return;
      // Before 2026-07-28 it is A92 that says what a 2xx may have.
      const isJudged = negotiated.era === "modern" || (notified.status ?? 0) >= 400;
      if (isJudged) answers.push(...answersIn(await wholeStream(notified, context), false));
    }
    const rule = "A08: a notification has no id, and whoever receives it never answers it, whether it is known or not";
    const [first] = answers;
    if (first === undefined) verdict.pass(about, [notified.number]);
    else {
      const late = cancelled ? `, and a late notifications/cancelled (exchange ${cancelled.number})` : "";
      const sent = `${UNKNOWN_NOTIFICATION}, a notification that no server knows (exchange ${notified.number})${late}`;
      const fix =
        "pass over notifications that are not known or come too late; a message without an id is never answered, not even with an error";
      const evidence = [...new Set([notified.number, ...(cancelled ? [cancelled.number] : []), first.exchange])];
      verdict.fail(say({ sent, came: `an answer came, ${excerpt(first.json, 160)}`, rule, fix }), evidence, about);
    }
    if (negotiated.era === "legacy") report(verdict, numbered(cameIn(await recorded(context), negotiated), rule));
  },
});

/** Sends the notification: where all answers share one stream, on a connection that carries nothing else. */
async function notify({ host, connection, negotiated }: PackContext) {
  const own = sharesStream(negotiated) ? await host.open({ fresh: true }) : connection;
  const spec = { method: UNKNOWN_NOTIFICATION, params: {}, notification: true, freshSocket: true };
  return { connection: own, notified: await host.exchange(own, spec) };
}

/** Cancels a request that has its answer, as happens where the two cross on their way. */
function cancelLate({ host }: PackContext, connection: Connection, { id }: Exchange): Promise<Exchange> {
  const params = { requestId: id ?? 0, reason: "no longer needed" };
  return host.exchange(connection, { method: "notifications/cancelled", params, notification: true });
}

/** Of an answer by SSE, what came on it until it was closed. */
async function wholeStream(notified: Exchange, { host }: PackContext): Promise<Exchange> {
  if (!header(notified.headers, "Content-Type")?.toLowerCase().startsWith("text/event-stream")) return notified;
  await host.sleep(STREAM_MS);
  const later = await host.transcript({ connection: notified.connection, after: notified.number - 1 });
  return later.find(({ number }) => number === notified.number) ?? notified;
}

interface Answer {
  json: Json;
  exchange: number;
}

/**
 * What answers a notification. On a shared stream it is a response that has no id of a request; over HTTP whatever came
 * for the notification, but for an error without an id by which it is refused (A54).
 */
function answersIn({ number, status, messages }: Exchange, isShared: boolean): Answer[] {
  return messages
    .flatMap(({ json }) => (Array.isArray(json) ? json : json === undefined ? [] : [json]))
    .filter((json) => {
      if (kindOf(json) !== "response") return false;
      const isIdLess = (member(json, "id") ?? null) === null;
      if (isShared) return isIdLess;
      const isRefusal = isIdLess && member(json, "error") !== undefined;
      return !(isRefusal && status !== undefined && status >= 400);
    })
    .map((json) => ({ json, exchange: number }));
}

/** Notifications of a legacy server that have an id. On 2026-07-28 they are requests, of which there are none (A11). */
function numbered(came: ReturnType<typeof cameIn>, rule: string): Sighting[] {
  return ofKind(came, "request")
    .filter(({ subject }) => subject.startsWith("notifications/"))
    .map(({ exchange, json, subject }) => ({
      kind: "id",
      subject,
      exchange: exchange.number,
      finding: {
        sent: sentWords(exchange),
        came: `a notification with an id, ${excerpt(json, 160)}`,
        rule,
        fix: "leave the id out: with one the client has to answer",
      },
    }));
}

/** Notifications of the core that a server may send on 2026-07-28, and that have rules of their own. */
const CORE = new Set([
  "notifications/progress",
  "notifications/message",
  "notifications/cancelled",
  "notifications/subscriptions/acknowledged",
  "notifications/elicitation/complete",
]);
/** Notifications of extensions whose own packs judge them. */
const KNOWN = new Set(["notifications/tasks"]);
const CHANGE = /^notifications\/(?:.+\/list_changed|resources\/updated)$/;

/** A25. */
const noUnsolicited = modernCheck({
  ...passive,
  prepares: { lists },
  id: "rpc-no-unsolicited-notifications",
  category: "messages",
  title: "Notifications come only where they were asked for",
  description:
    "News of changes comes on subscriptions/listen streams alone, and notifications of an extension only for a request that declares one.",
  level: "must",
  contract: "A25",
  source: "basic/patterns/subscriptions",
  async run(_values, verdict, context) {
    const exchanges = await recorded(context);
    const declaring = declaringIn(exchanges);
    const came = ofKind(cameIn(exchanges, context.negotiated), "notification");
    report(
      verdict,
      came.flatMap(({ exchange, json, subject }): Sighting[] => {
        if (isOnListen(exchange, json)) return [];
        const of = { subject, exchange: exchange.number };
        const sent = sentWords(exchange);
        if (CHANGE.test(subject)) {
          if (member(member(member(json, "params"), "_meta"), META.subscriptionId) !== undefined) return [];
          const rule =
            "A25: on 2026-07-28 news of changes travels only on a subscriptions/listen stream that asked for it, with its subscription id";
          const fix =
            "send it to open subscriptions alone; a server for both eras must know in which of them its client speaks";
          return [
            {
              ...of,
              kind: "change",
              finding: { sent, came: `news that nobody asked for, ${excerpt(json, 160)}`, rule, fix },
            },
          ];
        }
        if (CORE.has(subject) || KNOWN.has(subject) || isDeclared(exchange, declaring)) return [];
        const rule =
          "A25: a notification of an extension comes only while a request is answered that declares the extension";
        const fix = `look at _meta["${META.clientCapabilities}"].extensions of the request before notifications of an extension are sent`;
        return [
          {
            ...of,
            outcome: "warn",
            kind: "extension",
            finding: { sent, came: `a notification that 2026-07-28 does not know, ${excerpt(json, 160)}`, rule, fix },
          },
        ];
      }),
    );
  },
});

/** The requests that declare some extension, by connection. Read once: each message of a flood asks for them. */
function declaringIn(exchanges: readonly Exchange[]): Map<string, Span[]> {
  const spans = new Map<string, Span[]>();
  for (const exchange of exchanges) {
    if (exchange.request === null || !declaresAny(exchange)) continue;
    const { connection, durationMs } = exchange;
    const from = beganAt(exchange);
    const own = spans.get(connection) ?? [];
    if (own.length === 0) spans.set(connection, own);
    own.push({ from, to: from + durationMs });
  }
  return spans;
}

/** The request of `exchange`, or with what came unasked any that was under way then, declares some extension. */
function isDeclared(exchange: Exchange, declaring: ReadonlyMap<string, readonly Span[]>): boolean {
  if (exchange.request !== null) return declaresAny(exchange);
  const at = beganAt(exchange);
  return declaring.get(exchange.connection)?.some((span) => mayBeWithin(span, at)) === true;
}

function declaresAny(exchange: Exchange): boolean {
  const extensions = member(declaredIn(exchange), "extensions");
  return extensions !== undefined && Object.keys(extensions as object).length > 0;
}

/** Notifications, of either side. */
export const notificationChecks: Check[] = [notificationUnanswered, noUnsolicited];

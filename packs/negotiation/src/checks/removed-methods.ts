import { type Check, ERROR, type Exchange, excerpt, member, resultOf, say, type Verdict } from "@mcptest/pack";
import { cameIn, ofKind, sentWords } from "../came.js";
import { modernCheck } from "../define.js";
import { leave, saysDualEra, servesLegacy } from "../other-era.js";
import { passive, recorded } from "../record.js";
import {
  INITIALIZE_PARAMS,
  mayHaveTasks,
  OLD_VERSION,
  REMOVED,
  REMOVED_OF_TASKS,
  removedMethods,
} from "../removed-methods.js";
import { report, type Sighting } from "../sightings.js";
import { isInternal } from "../steady.js";
import { errorIn, illFormed, isInTrouble, troubleOf } from "../unanswered.js";

/** A21. The HTTP status of an unknown method is A67. */
const removed = modernCheck({
  ...passive,
  prepares: { removedMethods },
  id: "rpc-removed-methods",
  category: "messages",
  title: "Removed methods are gone",
  description:
    "ping, logging/setLevel, resources/subscribe and resources/unsubscribe, tasks/* without the Tasks extension, and initialize are answered with -32601.",
  level: "must",
  contract: "A21",
  source: "changelog",
  section: "Major changes",
  async run(_values, verdict, context) {
    const { negotiated } = context;
    const exchanges = await recorded(context);
    const methods = new Set([
      ...REMOVED.keys(),
      ...(mayHaveTasks(negotiated) ? [] : REMOVED_OF_TASKS.keys()),
      ...(saysDualEra(negotiated.supportedVersions) ? [] : ["initialize"]),
    ]);
    const sent = exchanges.filter(({ method, id }) => method !== undefined && id !== undefined && methods.has(method));
    for (const exchange of sent) isInTrouble(verdict, exchange, String(exchange.method));
    // An internal error that did not come again says nothing about the method.
    const answered = new Set(sent.filter((exchange) => !isInternal(exchange)).map(({ method }) => method));
    const isLasting = (exchange: Exchange) => !isInternal(exchange) || !answered.has(exchange.method);
    report(verdict, [...sent.filter(isLasting).flatMap(removedSighting), ...elicitationComplete(exchanges, context)]);
  },
});

function removedSighting(exchange: Exchange): Sighting[] {
  const subject = String(exchange.method);
  if (troubleOf(exchange, subject)) return [];
  const code = member(errorIn(exchange), "code");
  const isHandshake = subject === "initialize";
  const result = resultOf(exchange);
  const isFree = isHandshake && exchange.transport === "stdio" && result === undefined;
  // -32021 for a method of tasks says that there is an extension that is not advertised (I02).
  const isOfTasks = code === ERROR.missingClientCapability && REMOVED_OF_TASKS.has(subject);
  if (code === ERROR.methodNotFound || isFree || isOfTasks) return [];
  // Without any JSON-RPC answer it is the status of unknown methods that is wrong.
  if (code === undefined && result === undefined) return [];
  if (illFormed(exchange) !== undefined) return [];
  const isVersion = isHandshake && code === ERROR.unsupportedProtocolVersion;
  return [
    {
      outcome: result !== undefined || isVersion ? "warn" : "fail",
      kind: result !== undefined ? "result" : "code",
      subject,
      exchange: exchange.number,
      finding: {
        sent: sentWords(exchange),
        came:
          result !== undefined
            ? `a result, ${excerpt(result, 160)}`
            : `another error, ${excerpt(errorIn(exchange), 160)}`,
        rule: `A21: ${subject} does not exist on 2026-07-28, and is answered with -32601 like any other unknown method`,
        fix: isHandshake
          ? "answer -32601, and name the supported versions in its message; a server that has a handshake lists its legacy versions in supportedVersions"
          : `leave ${subject} out of the methods that are served for requests with the _meta of 2026-07-28`,
      },
    },
  ];
}

/** The one removed notification of servers. */
function elicitationComplete(
  exchanges: readonly Exchange[],
  { negotiated }: Parameters<typeof recorded>[0],
): Sighting[] {
  return ofKind(cameIn(exchanges, negotiated), "notification")
    .filter(({ subject }) => subject === "notifications/elicitation/complete")
    .map(({ exchange, json, subject }) => ({
      kind: "notification",
      subject,
      exchange: exchange.number,
      finding: {
        sent: sentWords(exchange),
        came: `a notification that was removed, ${excerpt(json, 160)}`,
        rule: "A21: notifications/elicitation/complete does not exist on 2026-07-28",
        fix: "say what became of a page in the answer to the next try of the request",
      },
    }));
}

const VERSION = /\b20\d\d-\d\d-\d\d\b/g;

/** A24. */
const initDiagnostic = modernCheck({
  id: "rpc-init-diagnostic",
  category: "versions",
  title: "Old clients learn which versions there are",
  description:
    "A server without a handshake that receives initialize names its supported protocol versions in the error that it returns.",
  level: "should",
  contract: "A24",
  source: "basic/versioning",
  section: "Backward Compatibility",
  phase: "change",
  needs: { dual: servesLegacy },
  async run({ dual }, verdict, { host, negotiated }) {
    if (dual) return leave(verdict, dual);
    const own = await host.open({ fresh: true, handshake: false });
    const exchange = await host.exchange(own, {
      method: "initialize",
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "initialize",
        params: INITIALIZE_PARAMS,
      }),
      id: 1,
      headers: { "MCP-Protocol-Version": null, "Mcp-Method": null },
      freshSocket: true,
      defect: "A24: initialize of an old client",
    });
    if (!isInTrouble(verdict, exchange, "initialize of an old client"))
      judgeDiagnostic(exchange, verdict, negotiated.supportedVersions);
  },
});

function judgeDiagnostic(exchange: Exchange, verdict: Verdict, supported: readonly string[] | undefined): void {
  const about = { subject: "initialize" };
  const evidence = [exchange.number];
  const result = resultOf(exchange);
  if (result !== undefined) {
    const why = "which the server does not say by its supportedVersions; there is no error to look into";
    verdict.note(`initialize was answered with a result, ${excerpt(result, 120)}, ${why}`, evidence, about);
    return;
  }
  const error = errorIn(exchange);
  const text = error === undefined ? exchange.messages.map(({ raw }) => raw).join("\n") : JSON.stringify(error);
  const named = text.match(VERSION) ?? [];
  if (named.some((version) => supported?.includes(version) ?? version !== OLD_VERSION)) {
    verdict.pass(about, evidence);
    return;
  }
  verdict.warn(
    say({
      sent: `initialize with ${OLD_VERSION}, as an old client sends it (exchange ${exchange.number})`,
      came: `no supported version is named in what came, ${excerpt(error ?? exchange.problem, 200)}`,
      rule: "A24: a server without a handshake names its supported versions in the error for initialize",
      fix: `write them into error.message, such as "this server speaks ${supported?.join(", ") ?? "2026-07-28"} only", and into error.data.supported`,
    }),
    evidence,
    about,
  );
}

/** What older clients send to a server of 2026-07-28. */
export const removedMethodChecks: Check[] = [removed, initDiagnostic];

import { ERROR, type Exchange, isObject, type JsonObject, member } from "@mcptest/pack";
import type { WireStream } from "../wire/types.js";
import { type Answer, isModernError, readAnswer, stringArray, supportedVersions } from "./answer.js";
import { ask, askAndListen, type Detector, detectionBase, type Link, probeLimit } from "./detector.js";
import { type Stop, stopReason } from "./stop.js";

/** The two methods that detection may send before the era is known, beside `initialize`. */
export type ModernProbe = "server/discover" | "tools/list";

/** What the modern probes established (C.1 askModern). */
export type ModernVerdict =
  | { kind: "modern"; version: string; discovery?: JsonObject }
  | { kind: "no-common"; known: string[] }
  | { kind: "refused"; error: JsonObject; exchange: Exchange }
  | { kind: "unclear"; exchange: Exchange }
  | { kind: "stop"; stop: Stop };

/** A probe that had no answer within its limit and is still listened to. */
export interface OpenProbe {
  link: Link;
  stream: WireStream;
  version: string;
  tried: Set<string>;
}

/** The verdict of {@link askModern}, and on stdio the probe if it is still open. */
export interface AskedModern {
  verdict: ModernVerdict;
  probe?: OpenProbe;
}

/**
 * Asks with per-request `_meta` whether the server is modern, and again with another version after `-32022` (C.1).
 * On stdio a `server/discover` without an answer stays open: see {@link lateVerdict}.
 */
export async function askModern(
  detector: Detector,
  link: Link,
  method: ModernProbe,
  version = detector.versions.modern[0] ?? "",
  tried = new Set<string>(),
): Promise<AskedModern> {
  tried.add(version);
  const base = detectionBase(detector, "modern", version, probeLimit(detector, link));
  let exchange: Exchange;
  let probe: OpenProbe | undefined;
  if (method === "server/discover") link.probed = true;
  if (method === "server/discover" && detector.transport === "stdio") {
    const stream = await askAndListen(detector, link, base, { method });
    exchange = stream.snapshot();
    probe = { link, stream, version, tried };
  } else {
    exchange = await ask(detector, link, base, { method });
  }
  const stop = stopReason(exchange);
  if (stop) return { verdict: { kind: "stop", stop } };
  const read = readModern(detector, method, version, tried, readAnswer(exchange));
  if (read.kind === "retry") return askModern(detector, link, method, read.version, tried);
  return probe && isOpen(exchange) ? { verdict: read, probe } : { verdict: read };
}

/** Unanswered, and its process lives. */
function isOpen({ response, outcome }: Exchange): boolean {
  return response === undefined && outcome !== "closed";
}

/**
 * What the late answer to an open probe says, or `undefined` while there is none that says anything. A retry that it asks
 * for goes through `link`.
 */
export async function lateVerdict(
  detector: Detector,
  probe: OpenProbe,
  link: Link,
): Promise<Exclude<ModernVerdict, { kind: "unclear" }> | undefined> {
  const late = readLate(detector, probe);
  const verdict =
    late?.kind === "retry"
      ? (await askModern(detector, link, "server/discover", late.version, probe.tried)).verdict
      : late;
  return verdict?.kind === "unclear" ? undefined : verdict;
}

/** The late answer to an open probe, read as {@link askModern} does. `undefined` while there is none. */
export function readLate(detector: Detector, probe: OpenProbe): ModernVerdict | Retry | undefined {
  const exchange = probe.stream.snapshot();
  if (!exchange.response) return undefined;
  return readModern(detector, "server/discover", probe.version, probe.tried, readAnswer(exchange));
}

interface Retry {
  kind: "retry";
  version: string;
}

/** Reads one answer as C.1 askModern does; `retry` names the version to ask with next. */
function readModern(
  { transport, versions }: Detector,
  method: ModernProbe,
  version: string,
  tried: ReadonlySet<string>,
  answer: Answer,
): ModernVerdict | Retry {
  const { exchange } = answer;
  if (answer.kind === "result" && method === "tools/list") {
    const isModern = typeof member(answer.result, "resultType") === "string";
    return isModern ? { kind: "modern", version } : { kind: "unclear", exchange };
  }
  if (answer.kind === "result") {
    const listed = stringArray(member(answer.result, "supportedVersions"));
    if (listed === undefined || !isObject(answer.result)) return { kind: "unclear", exchange };
    const pick = versions.modern.find((candidate) => listed.includes(candidate));
    if (pick === undefined) return { kind: "no-common", known: listed };
    return { kind: "modern", version: pick, discovery: answer.result };
  }
  if (answer.kind === "none" || !isModernError(transport, method, exchange.status, answer.error)) {
    return { kind: "unclear", exchange };
  }
  if (member(answer.error, "code") !== ERROR.unsupportedProtocolVersion) {
    if (method === "server/discover") return { kind: "refused", error: answer.error, exchange };
    return { kind: "modern", version };
  }
  const known = supportedVersions(answer.error);
  if (known?.includes(version)) return { kind: "refused", error: answer.error, exchange };
  const pick = versions.modern.find((candidate) => !tried.has(candidate) && (known?.includes(candidate) ?? true));
  return pick === undefined ? { kind: "no-common", known: known ?? [] } : { kind: "retry", version: pick };
}

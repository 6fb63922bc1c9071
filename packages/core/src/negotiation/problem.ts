import { type Exchange, member } from "@mcptest/pack";
import type { ErrorCode } from "../errors/index.js";
import { displayTarget } from "../wire/target.js";
import { readAnswer, supportedVersions } from "./answer.js";
import { describeAttempt, whyNoAnswer } from "./describe.js";
import type { Detector } from "./detector.js";
import type { ModernVerdict } from "./modern.js";
import { plain, safeJson } from "./safe-text.js";
import { HOST_FIX, type Stop } from "./stop.js";
import type { NegotiationProblem } from "./types.js";
import { whatWasUnasked } from "./unasked.js";

/** Why a detection failed, before it is put into words. */
export interface Failure extends Stop {
  serverVersions?: string[];
}

const SHELL_FIX =
  "Exit code 127 mostly means that a shell did not find a command: check its spelling and that it is installed.";

const MISDIRECTED: Failure = {
  code: "SERVER_HTTP_STATUS",
  headline: "The endpoint does not answer for the host of this URL (HTTP 421).",
  fix: HOST_FIX,
};

/** A modern server that refuses `server/discover` (C.2, C.3). */
export function refusedFailure(
  { transport }: Detector,
  { error }: Extract<ModernVerdict, { kind: "refused" }>,
): Failure {
  const serverVersions = supportedVersions(error);
  return {
    code: "SERVER_DISCOVERY_REFUSED",
    headline: "The server is modern and refuses server/discover.",
    fix: refusalFix(transport, member(error, "code")),
    ...(serverVersions ? { serverVersions } : {}),
  };
}

function refusalFix(transport: string, code: unknown): string {
  if (code === -32021) return "Make server/discover answer a client that declares no capability.";
  if (code === -32022) return "Make server/discover accept each version that data.supported lists.";
  if (transport === "stdio") return "Do not check headers on stdio: all metadata travels in the body there.";
  return "Let MCP-Protocol-Version and Mcp-Method through whatever stands before the server: they are lost on the way.";
}

/** The server names its versions, and none of them can be used. */
export function noCommonFailure(detector: Detector, known: string[]): Failure {
  const says = known.length === 0 ? "does not say which versions it supports" : `says it supports ${list(known)}`;
  const { modern, legacy } = detector.versions;
  return {
    code: "SERVER_NO_COMMON_VERSION",
    headline: `There is no common version: the server ${says}; mcptest offered ${list([...modern, ...legacy])}.`,
    ...(isNarrowed(detector) ? {} : { fix: UPDATE_FIX }),
    serverVersions: known,
  };
}

const UPDATE_FIX =
  "Update the server, or mcptest if the server is newer: every version that mcptest speaks was offered.";

function isNarrowed({ options }: Detector): boolean {
  return options.era !== "auto" || options.protocolVersion !== undefined;
}

/** No attempt opened anything. What came decides whether the server is gone, silent, or speaks something else. */
export function nothingFailure(detector: Detector): Failure {
  const exchanges = detector.attempts.map(({ exchange }) => exchange());
  if (exchanges.some(({ status }) => status === 421)) return MISDIRECTED;
  const versions = namedVersions(exchanges);
  // A modern version of ours among them is a common one; what failed is that version's own opening.
  const isCommon = versions?.some((version) => detector.versions.modern.includes(version));
  if (versions && !isCommon) return noCommonFailure(detector, versions);
  const code = nothingCode(detector, exchanges);
  const { era } = detector.options;
  const wanted = era === "auto" ? "in any era that was asked for" : `in the ${era} era`;
  const headlines: Partial<Record<ErrorCode, string>> = {
    SERVER_EXITED: "The server process ended before it answered.",
    SERVER_TIMEOUT: `The server did not answer within the limits of mcptest ${wanted}.`,
    SERVER_UNREACHABLE: "The connection ended before an answer came.",
  };
  const answers = exchanges.some(({ response }) => response !== undefined);
  const headline =
    headlines[code] ??
    (answers ? `The server answers, and opens no session ${wanted}.` : noAnswerHeadline(wanted, exchanges));
  const notFound = code === "SERVER_EXITED" && detector.links.some(({ wire }) => wire.exit?.code === 127);
  const fix = notFound ? SHELL_FIX : speaksTls(detector, exchanges) ? TLS_FIX : undefined;
  return { code, headline, ...(fix === undefined ? {} : { fix }) };
}

const TLS_FIX =
  "Write https:// in place of http:// if the server speaks TLS on that port; else look at why it ends the connection.";

/** A TLS server turns a plain request away with an alert, an end, or (nginx, Go) a 400 that speaks of HTTPS. */
function speaksTls({ target }: Detector, exchanges: Exchange[]): boolean {
  if (target.kind !== "http" || !target.url.startsWith("http:") || exchanges.length === 0) return false;
  return exchanges.every(({ status, messages, outcome }) =>
    status === undefined
      ? outcome === "closed"
      : status === 400 && messages.some(({ raw }) => /\bhttps\b/i.test(raw.slice(0, 1_000))),
  );
}

/** The first thing that kept what came from being an answer is more use than the sentence alone. */
function noAnswerHeadline(wanted: string, exchanges: Exchange[]): string {
  const why = exchanges.map(whyNoAnswer).find((reason) => reason !== undefined);
  return `Nothing that came is an MCP answer ${wanted}${why === undefined ? "" : `: ${why}`}.`;
}

function nothingCode(detector: Detector, exchanges: Exchange[]): ErrorCode {
  if (exchanges.some(({ response }) => response !== undefined)) return "SERVER_NOT_MCP";
  if (detector.transport === "stdio" && exchanges.some(({ outcome }) => outcome === "closed")) return "SERVER_EXITED";
  if (exchanges.some(hasContent) || detector.links.some(({ wire }) => wire.talk())) return "SERVER_NOT_MCP";
  return exchanges.some(({ outcome }) => outcome === "closed") ? "SERVER_UNREACHABLE" : "SERVER_TIMEOUT";
}

/** Something came that can be judged. The beginning of a body that never ended is as good as silence. */
function hasContent({ outcome, messages, status, cause }: Exchange): boolean {
  const isCutOff = outcome === "timeout" || outcome === "closed";
  if (messages.some(({ json }) => json !== undefined || !isCutOff)) return true;
  if (outcome === "limit" || cause?.startsWith("HPE_")) return true;
  return outcome === "no-response" && status !== undefined;
}

/** The versions by which the server turned `initialize` down: those of its error, or the one of its result. */
function namedVersions(exchanges: Exchange[]): string[] | undefined {
  for (const exchange of exchanges.filter(({ method }) => method === "initialize")) {
    const answer = readAnswer(exchange);
    if (answer.kind === "error" && supportedVersions(answer.error)) return supportedVersions(answer.error);
    const version = answer.kind === "result" ? member(answer.result, "protocolVersion") : undefined;
    if (typeof version === "string") return [version];
  }
  return undefined;
}

/** Puts a failure into words: what happened, every attempt, and the limits. */
export function negotiationProblem(detector: Detector, failure: Failure): NegotiationProblem {
  const { attempts, options, target, wire } = detector;
  const redact = wire.transcript.redact;
  const lines = [`${plain(redact(displayTarget(target)), 200)}: ${plain(redact(failure.headline), 500)}`];
  for (const attempt of attempts) lines.push(`  ${describeAttempt(attempt, redact)}`);
  const unasked = whatWasUnasked(detector);
  if (unasked) lines.push(`  not asked for: ${unasked}`);
  if (failure.note !== undefined) lines.push(`  note: ${failure.note}`);
  const { firstMs, nextMs, initializeMs } = options;
  lines.push(`  limits: first message ${firstMs} ms, later probes ${nextMs} ms, initialize ${initializeMs} ms`);
  return {
    code: failure.code,
    // Once more as a whole: what the exchanges say of themselves may have been cut.
    message: redact(lines.join("\n")),
    ...(failure.fix !== undefined ? { fix: failure.fix } : {}),
    evidence: attempts.map(({ exchange }) => exchange().number),
    ...(failure.serverVersions ? { serverVersions: failure.serverVersions } : {}),
  };
}

/** What to say of the modern era when `server/discover` got no answer at all. `undefined` when it was answered or not sent. */
export function silentProbeProblem(detector: Detector): NegotiationProblem | undefined {
  const probe = detector.attempts.find(({ exchange }) => exchange().method === "server/discover");
  if (!probe || probe.exchange().response || hasContent(probe.exchange())) return undefined;
  const alone = { ...detector, attempts: [probe] };
  return negotiationProblem(alone, nothingFailure(alone));
}

/** The last lines of stderr of the newest process that wrote any; redacted. */
export function stderrTail({ links }: Detector): string[] {
  return links.map(({ wire }) => wire.stderrTail()).findLast((lines) => lines.length > 0) ?? [];
}

function list(versions: readonly string[]): string {
  return versions
    .slice(0, 10)
    .map((version) => safeJson(version, 40))
    .join(", ");
}

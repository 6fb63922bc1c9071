import { setTimeout as delay } from "node:timers/promises";
import { type Json, type JsonObject, META, member } from "@mcptest/pack";
import type { Call, Outcome } from "../server/call.js";
import { frameworkFaults } from "./groups.js";
import { inputRoundFaults } from "./negotiation-input-rounds.js";
import { answering, perConnection } from "./reshape.js";
import type { Fault } from "./types.js";

const LOG: JsonObject = {
  jsonrpc: "2.0",
  method: "notifications/message",
  params: { level: "info", logger: "testkit", data: "A tool was called" },
};

function metaOf(call: Call, key: string) {
  return member(member(call.params, "_meta"), key);
}

/** Sends a message so long after the answer that nobody takes them for simultaneous. */
async function later(send: (message: JsonObject) => void, message: JsonObject): Promise<void> {
  await delay(20);
  send(message);
}

/** Sends messages ahead of the answer, where the request is served at all. */
async function ahead(call: Call, next: () => Promise<Outcome>, messages: JsonObject[]): Promise<Outcome> {
  const outcome = await next();
  if (outcome.status === 200) for (const message of messages) call.emit(message);
  return outcome;
}

/** Log messages that nobody asked for (A22). */
const logs = frameworkFaults("A22", "rpc-log-optin", "failed", { eras: ["modern"] }, [
  {
    name: "log-without-level",
    description: "Every tools/call logs, whether its _meta has a log level or not",
    hooks: answering("tools/call", (call, next) => ahead(call, next, [LOG])),
  },
  {
    name: "log-of-a-list",
    description: "tools/list logs, without a log level in its _meta",
    hooks: answering("tools/list", (call, next) => ahead(call, next, [LOG])),
  },
  {
    name: "log-level-remembered",
    description: "A log level counts for later requests on the same connection too",
    hooks: () => {
      const seen = perConnection(() => ({ level: false }));
      return answering("tools/call", (call, next) => {
        const kept = seen(call);
        kept.level ||= metaOf(call, META.logLevel) !== undefined;
        return ahead(call, next, kept.level ? [LOG] : []);
      });
    },
  },
  {
    name: "log-after-the-response",
    description: "What a tools/call logs comes behind its response",
    hooks: answering("tools/call", async (call, next) => {
      const outcome = await next();
      if (metaOf(call, META.logLevel) === undefined) return outcome;
      return { ...outcome, after: (send) => later(send, LOG) };
    }),
  },
]);

function progressOf(progressToken: Json, progress: Json): JsonObject {
  return { jsonrpc: "2.0", method: "notifications/progress", params: { progressToken, progress } };
}

/** Sends progress for each `tools/call` with a token. */
function withProgress(
  values: readonly (number | string)[],
  token = (given: string | number): string | number => given,
) {
  return answering("tools/call", (call, next) => {
    const given = metaOf(call, "progressToken");
    if (typeof given !== "string" && typeof given !== "number") return next();
    return ahead(
      call,
      next,
      values.map((value) => progressOf(token(given), value)),
    );
  });
}

/** Progress that is none (A23). */
const progress = frameworkFaults("A23", "rpc-progress", "failed", { eras: ["modern", "legacy"] }, [
  {
    name: "progress-falls",
    description: "The progress of a tools/call goes 1, 3, 2",
    hooks: withProgress([1, 3, 2]),
  },
  {
    name: "progress-stands",
    description: "The progress of a tools/call is 1 twice",
    hooks: withProgress([1, 1]),
  },
  {
    name: "progress-text",
    description: 'The progress of a tools/call is a text, such as "50%"',
    hooks: withProgress(["50%"]),
  },
  {
    name: "progress-of-another-token",
    description: "Progress comes under a token that the server has made up",
    hooks: withProgress([1, 2], () => "job-1"),
  },
  {
    name: "progress-token-as-text",
    description: "Progress comes under the token as a text, also where it was a number",
    hooks: withProgress([1, 2], String),
  },
  {
    name: "progress-without-a-token",
    description: "Every tools/call has progress, under the id of the request where there is no token",
    hooks: answering("tools/call", (call, next) => {
      return ahead(call, next, [progressOf(metaOf(call, "progressToken") ?? call.id, 1)]);
    }),
  },
  {
    name: "progress-after-the-response",
    description: "The last progress comes behind the response",
    form: "streamable",
    hooks: answering("tools/call", async (call, next) => {
      const progressToken = metaOf(call, "progressToken");
      const outcome = await next();
      if (progressToken === undefined) return outcome;
      return { ...outcome, after: (send) => later(send, progressOf(progressToken, 1)) };
    }),
  },
]);

/** Faults of the generic server: logs and progress of calls, and rounds of input. */
export const callFaults: Fault[] = [...logs, ...progress, ...inputRoundFaults];

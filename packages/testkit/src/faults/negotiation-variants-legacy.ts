import { randomUUID } from "node:crypto";
import { isObject } from "@mcptest/pack";
import { TOY_ID } from "../generic/declared.js";
import { resultResponse } from "../protocol/json-rpc.js";
import type { HttpHooks } from "../server/hooks.js";
import { core } from "./groups.js";
import { answering, without } from "./reshape.js";
import { ANY_TRANSPORT, type Fault, type FaultDefaults, faultGroup } from "./types.js";

const LEGACY: FaultDefaults = { kind: "variant", on: "generic", eras: ["legacy"], transports: ANY_TRANSPORT };

/** The header that names a session. */
const ID = "Mcp-Session-Id";

/** Answers these HTTP methods with 405. */
function notAllowed(...methods: string[]): HttpHooks["intercept"] {
  return ({ method = "" }, response) => {
    if (!methods.includes(method)) return false;
    response
      .writeHead(405, { Allow: ["POST", "GET", "DELETE"].filter((each) => !methods.includes(each)).join() })
      .end();
    return true;
  };
}

/** Legal in a legacy session. */
export const legacyVariants: Fault[] = faultGroup(LEGACY, [
  {
    name: "extensions-in-initialize",
    description: "The result of initialize advertises the toy extension",
    owner: { rule: "E17", check: "ext-legacy-not-official", verdict: "passed" },
    hooks: { capabilities: (given) => ({ ...given, extensions: { [TOY_ID]: { version: "1.0" } } }) },
  },
  {
    name: "discover-in-session",
    description: "server/discover is answered in a session as well",
    owner: { rule: "E20", check: "ext-legacy-server-discover-absent", verdict: "passed" },
    hooks: answering("server/discover", (call, next) => {
      if (!call.session) return next();
      const result = { supportedVersions: [call.version], capabilities: {} };
      return { status: 200, message: resultResponse(call.id, result) };
    }),
  },
  {
    name: "null-id-errors",
    description: "The error for a message without a readable id has the id null",
    versions: ["2025-06-18", "2025-03-26", "2024-11-05"],
    hooks: {
      unreadable: (outcome) =>
        isObject(outcome.message) ? { ...outcome, message: { ...outcome.message, id: null } } : outcome,
    },
  },
  {
    name: "no-get-stream",
    description: "There is no standing stream: GET is answered with 405",
    transports: ["http"],
    form: "streamable",
    hooks: { http: { intercept: notAllowed("GET") } },
  },
  {
    name: "no-session-id",
    description: "There are no sessions over HTTP: initialize gives no id, and every request stands for itself",
    transports: ["http"],
    form: "streamable",
    hooks: {
      capabilities: (given) => ({ ...without(given, "logging"), tools: {}, resources: {} }),
      around: async (_call, next) => {
        const { headers = {}, ...outcome } = await next();
        return { ...outcome, headers: Object.fromEntries(Object.entries(headers).filter(([name]) => name !== ID)) };
      },
      refusal: (check, error) => (check === "session-header" ? undefined : error),
      http: { intercept: notAllowed("GET", "DELETE") },
    },
  },
  {
    name: "session-without-delete",
    description: "A client cannot end its session: DELETE is answered with 405",
    transports: ["http"],
    form: "streamable",
    hooks: { http: { intercept: notAllowed("DELETE") } },
  },
  {
    name: "odd-session-id",
    description: "The session id has every kind of visible ASCII character",
    transports: ["http"],
    form: "streamable",
    hooks: core({ sessionId: () => `!"#$%&'()*+,-./:;<=>?@[]^_{|}~\`\\${randomUUID()}` }),
  },
  {
    name: "log-before-initialized",
    description: "A log message comes before the client has sent notifications/initialized",
    transports: ["stdio"],
    hooks: answering("initialize", async (_call, next) => ({
      ...(await next()),
      after: (send) => send({ jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data: "Up" } }),
    })),
  },
  {
    name: "sse-endpoint-absolute",
    description: "The endpoint event names an absolute URL",
    transports: ["http"],
    form: "sse",
    hooks: {
      http: {
        endpoint: (uri, { headers }) => `event: endpoint\ndata: ${new URL(uri, `http://${headers.host}`).href}\n\n`,
      },
    },
  },
]);

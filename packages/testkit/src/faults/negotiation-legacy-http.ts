import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { JsonObject } from "@mcptest/pack";
import type { Session } from "../legacy/session.js";
import { rpcError } from "../protocol/json-rpc.js";
import type { Check } from "../server/checks.js";
import type { Hooks, StandingStream } from "../server/hooks.js";
import { core, frameworkFaults, type Where } from "./groups.js";
import { passing, refusing } from "./reshape.js";
import type { Fault } from "./types.js";

const STREAMABLE: Where = {
  eras: ["legacy"],
  transports: ["http"],
  form: "streamable",
  versions: ["2025-11-25", "2025-06-18", "2025-03-26"],
};
/** Revisions with the header `MCP-Protocol-Version`. */
const WITH_HEADER: Where = { ...STREAMABLE, versions: ["2025-11-25", "2025-06-18"] };
const SSE: Where = { eras: ["legacy"], transports: ["http"], form: "sse" };

/** Hooks that answer requests of one HTTP method with a status and no more. */
function answeringWith(httpMethod: string, status: number, type?: string): Hooks {
  return {
    http: {
      intercept({ method }, response) {
        if (method !== httpMethod) return false;
        response.writeHead(status, type === undefined ? {} : { "Content-Type": type });
        response.end(type === undefined ? "" : "<h1>MCP</h1>");
        return true;
      },
    },
  };
}

/** `GET` gives neither a stream nor 405 (A90). */
const get = frameworkFaults("A90", "legacy-http-post-get", "failed", STREAMABLE, [
  {
    name: "get-shows-page",
    description: "GET is answered with a page in HTML",
    hooks: answeringWith("GET", 200, "text/html"),
  },
  {
    name: "get-refused-400",
    description: "GET is answered with 400, although there is no stream",
    hooks: answeringWith("GET", 400),
  },
]);

/** Hooks that answer what is accepted with another status, or with a body. */
function accepting(status: number, text?: string): Hooks {
  return {
    notified(_message, outcome, { transport }) {
      if (outcome.status !== 202 || transport !== "http") return outcome;
      return { ...outcome, status, ...(text === undefined ? {} : { text, contentType: "text/plain" }) };
    },
  };
}

/** Notifications are not answered with 202 and no body (A92). */
const accepted = frameworkFaults("A92", "legacy-http-202", "failed", STREAMABLE, [
  {
    name: "notification-200",
    description: "A notification is answered with 200",
    hooks: accepting(200),
  },
  {
    name: "notification-204",
    description: "A notification is answered with 204",
    hooks: accepting(204),
  },
  {
    name: "notification-accepted-body",
    description: "A notification is answered with 202 and a word in the body",
    hooks: accepting(202, "Accepted"),
  },
]);

function withStatus(check: Check, status: number): Hooks {
  return refusing(check, ({ code, message, data }) => rpcError(code, message, { data, status }));
}

/** A POST of a session, without `MCP-Protocol-Version`. */
function lacksVersion({ method, headers }: IncomingMessage): boolean {
  return method === "POST" && headers["mcp-session-id"] !== undefined && !headers["mcp-protocol-version"];
}

/** `MCP-Protocol-Version` is not looked at as it should be (A94). */
const versionHeader = [
  ...frameworkFaults("A94", "legacy-http-version-invalid", "failed", WITH_HEADER, [
    {
      name: "version-header-ignored",
      description: "MCP-Protocol-Version is not looked at",
      hooks: passing("session-version"),
    },
    {
      name: "version-header-unsupported-404",
      description: "An unsupported MCP-Protocol-Version is answered with 404",
      hooks: withStatus("session-version", 404),
    },
  ]),
  ...frameworkFaults("A94", "legacy-http-version-invalid", "warning", WITH_HEADER, [
    {
      name: "version-header-demanded",
      description: "A request without MCP-Protocol-Version is refused, although 2025-03-26 is spoken",
      hooks: {
        ...core({
          negotiate(requested, supported) {
            const spoken = [...supported, "2025-03-26"];
            return spoken.includes(requested) ? requested : (supported[0] ?? requested);
          },
        }),
        http: {
          intercept(request, response) {
            if (!lacksVersion(request)) return false;
            response.writeHead(400).end();
            return true;
          },
        },
      },
    },
  ]),
];

/** A session id has characters that it may not have (A95). */
const sessionIds = frameworkFaults("A95", "legacy-session-echo", "failed", STREAMABLE, [
  {
    name: "session-id-with-space",
    description: "A session id has a space in it",
    hooks: core({ sessionId: () => `session ${randomUUID()}` }),
  },
  {
    name: "session-id-not-ascii",
    description: "A session id has a letter beyond ASCII",
    hooks: core({ sessionId: () => `s\u00e9ance-${randomUUID()}` }),
  },
]);

/** A request without a session id is refused otherwise than with 400 (A96). */
const missingSession = frameworkFaults("A96", "legacy-session-missing-400", "warning", STREAMABLE, [
  {
    name: "session-missing-404",
    description: "A request without a session id is answered with 404",
    hooks: withStatus("session-header", 404),
  },
  {
    name: "session-missing-200",
    description: "A request without a session id is answered with 200 and an error",
    hooks: withStatus("session-header", 200),
  },
]);

/** A session that was ended goes on, or is missed in other words (A97). */
const endedSession = frameworkFaults("A97", "legacy-session-expired-404", "failed", STREAMABLE, [
  {
    name: "session-outlives-delete",
    description: "DELETE is answered with 200, and the session goes on",
    hooks: answeringWith("DELETE", 200),
  },
  {
    name: "session-ended-400",
    description: "A request in a session that was ended is answered with 400",
    hooks: withStatus("session", 400),
  },
]);

/** Hooks that know the streams of each session, and may send on them when a request of the session is answered. */
function onStreams(send: (streams: StandingStream[], message: unknown) => void): () => Hooks {
  return () => {
    const open = new WeakMap<Session, StandingStream[]>();
    return {
      http: {
        standing(stream, session) {
          if (session) open.set(session, [...(open.get(session) ?? []), stream]);
        },
      },
      async around(call, next) {
        const outcome = await next();
        if (call.session) send(open.get(call.session) ?? [], outcome.message);
        return outcome;
      },
    };
  };
}

/** A message goes on more than one stream (A99). */
const streams = frameworkFaults("A99", "legacy-sse-response-once", "failed", STREAMABLE, [
  {
    name: "response-on-get",
    description: "A response goes on the stream of a GET as well",
    hooks: onStreams(([stream], message) => stream?.emit(message as JsonObject)),
  },
  {
    name: "notification-broadcast",
    description: "A notification goes on every stream of a session",
    hooks: onStreams((all) => {
      if (all.length < 2) return;
      for (const stream of all) stream.emit({ jsonrpc: "2.0", method: "notifications/tools/list_changed" });
    }),
  },
]);

/** Hooks that refuse a foreign `Origin` with this status, or not at all. */
function foreignOrigin(status: number | undefined): Hooks {
  return { http: { refuse: (given) => (given === 403 ? status : given) } };
}

/** A foreign `Origin` is not refused as it should be (A102, A112). */
const origins = [
  ...frameworkFaults("A102", "legacy-origin", "failed", STREAMABLE, [
    {
      name: "legacy-origin-served",
      description: "A request with a foreign Origin is served",
      hooks: foreignOrigin(undefined),
    },
    {
      name: "legacy-origin-400",
      description: "A request with a foreign Origin is refused with 400, in the revision that asks for 403",
      versions: ["2025-11-25"],
      hooks: foreignOrigin(400),
    },
  ]),
  ...frameworkFaults("A112", "sse-origin", "failed", SSE, [
    {
      name: "sse-origin-served",
      description: "A message with a foreign Origin is served",
      hooks: foreignOrigin(undefined),
    },
  ]),
];

const LOG = { jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data: "Up" } };

/** The text of an `endpoint` event. */
function endpoint(uri: string): string {
  return `event: endpoint\ndata: ${uri}\n\n`;
}

/** Something comes before the endpoint (A110). */
const endpoints = frameworkFaults("A110", "sse-endpoint-event", "failed", SSE, [
  {
    name: "sse-endpoint-after-ping",
    description: "An event of another type comes before the endpoint",
    hooks: { http: { endpoint: (uri) => `event: ping\ndata: now\n\n${endpoint(uri)}` } },
  },
  {
    name: "sse-endpoint-after-message",
    description: "A log message comes before the endpoint",
    hooks: { http: { endpoint: (uri) => `event: message\ndata: ${JSON.stringify(LOG)}\n\n${endpoint(uri)}` } },
  },
]);

/** Messages come otherwise than as JSON in `message` events (A111). */
const events = frameworkFaults("A111", "sse-messages", "failed", SSE, [
  {
    name: "sse-event-response",
    description: "Messages are events of the type response",
    hooks: { http: { event: (text) => [`event: response\ndata: ${text}\n\n`] } },
  },
  {
    name: "sse-event-text",
    description: "A message event that is no JSON comes before each message",
    hooks: { http: { event: (text) => ["data: here it comes\n\n", `event: message\ndata: ${text}\n\n`] } },
  },
  {
    name: "sse-message-in-post",
    description: "A log message is the body of the answer to a POST",
    hooks: { http: { accepted: { status: 202, text: JSON.stringify(LOG) } } },
  },
]);

/** Faults of the generic server: HTTP before 2026-07-28. */
export const legacyHttpFaults: Fault[] = [
  ...get,
  ...accepted,
  ...versionHeader,
  ...sessionIds,
  ...missingSession,
  ...endedSession,
  ...streams,
  ...origins,
  ...endpoints,
  ...events,
];

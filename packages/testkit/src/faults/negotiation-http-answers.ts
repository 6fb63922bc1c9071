import type { IncomingMessage } from "node:http";
import { ERROR, type JsonObject, META, member } from "@mcptest/pack";
import { declaresToy, TOY_ID } from "../generic/declared.js";
import { errorResponse, methodNotFound, missingCapability, rpcError } from "../protocol/json-rpc.js";
import type { Outcome } from "../server/call.js";
import type { Hooks, ResponseHead } from "../server/hooks.js";
import { frameworkFaults, type Where } from "./groups.js";
import { answering, passing, refusing } from "./reshape.js";
import { type Fault, faultGroup } from "./types.js";

const WHERE: Where = { eras: ["modern"], transports: ["http"] };

const STREAM = "text/event-stream";
const CHARSET = "Application/JSON; charset=utf-8";

/** Hooks that change the headers of answers to requests of this method. */
function onHeaders(method: string, change: (headers: Record<string, string>) => Record<string, string>): Hooks {
  const head = ({ status, headers }: ResponseHead, request: IncomingMessage): ResponseHead => {
    return { status, headers: request.headers["mcp-method"] === method ? change(headers) : headers };
  };
  return { http: { head } };
}

/** `headers` without the one of this name. */
function withoutHeader(headers: Record<string, string>, name: string): Record<string, string> {
  const { [name]: _left, ...rest } = headers;
  return rest;
}

/** Hooks that send one notification ahead of the result of each call of a tool. */
function ahead(message: JsonObject): Hooks {
  return answering("tools/call", async (call, next) => {
    const outcome = await next();
    if (outcome.status === 200) call.emit({ jsonrpc: "2.0", ...message });
    return outcome;
  });
}

/** Hooks that change the answer where it is an error of this code. What `initialize` gets stays as it is. */
function onCode(code: number, change: (outcome: Outcome) => Outcome): Hooks {
  return {
    async around(call, next) {
      const outcome = await next();
      const isIt = call.method !== "initialize" && member(member(outcome.message, "error"), "code") === code;
      return isIt ? change(outcome) : outcome;
    },
  };
}

/** Hooks that answer these HTTP requests with a text, before MCP sees them. */
function turningAway(status: number, isRefused: (request: IncomingMessage) => boolean): Hooks {
  return {
    http: {
      intercept(request, response) {
        if (!isRefused(request)) return false;
        response.writeHead(status, { "Content-Type": "text/plain" }).end("Not here");
        return true;
      },
    },
  };
}

const streamFaults = [
  ...frameworkFaults("A55", "http-response-content-type", "failed", WHERE, [
    {
      name: "response-text-plain",
      description: "tools/list is answered as text/plain",
      hooks: onHeaders("tools/list", (headers) => ({ ...headers, "Content-Type": "text/plain" })),
    },
    {
      name: "response-untyped",
      description: "resources/list is answered without Content-Type",
      hooks: onHeaders("resources/list", (headers) => withoutHeader(headers, "Content-Type")),
    },
    {
      name: "sse-event-unterminated",
      description: "The event with the result of prompts/get has no empty line behind it",
      hooks: {
        http: {
          sse: true,
          event: (text) => [`data: ${text}\n${text.includes('"messages":[{"role"') ? "" : "\n"}`],
        },
      },
    },
  ]),
  ...frameworkFaults("A71", "http-sse-related-only", "failed", WHERE, [
    {
      name: "stream-with-foreign-subscription",
      description: "A change that a subscription asked for is told on the stream of a call",
      hooks: ahead({
        method: "notifications/tools/list_changed",
        params: { _meta: { [META.subscriptionId]: "listen-of-another" } },
      }),
    },
    {
      name: "stream-with-foreign-cancelled",
      description: "The end of another request is told on the stream of a call",
      hooks: ahead({ method: "notifications/cancelled", params: { requestId: "another-request" } }),
    },
  ]),
  ...frameworkFaults("A72", "http-sse-ends-with-response", "warning", WHERE, [
    {
      name: "stream-stays-open",
      description: "The stream of prompts/list stays open after the response",
      hooks: answering("prompts/list", async ({ disconnected }, next) => ({
        ...(await next()),
        after: () => new Promise((resolve) => disconnected.addEventListener("abort", () => resolve())),
      })),
    },
  ]),
  ...frameworkFaults("A73", "http-sse-no-buffering", "warning", WHERE, [
    {
      name: "stream-may-be-buffered",
      description: "Event streams have no X-Accel-Buffering",
      hooks: {
        http: {
          sse: true,
          head: ({ status, headers }) => ({ status, headers: withoutHeader(headers, "X-Accel-Buffering") }),
        },
      },
    },
  ]),
];

const bodyFaults = frameworkFaults("A66", "http-header-mismatch-body", "failed", WHERE, [
  {
    name: "header-mismatch-text",
    description: "Wrong headers are refused with 400 and a text",
    hooks: onCode(ERROR.headerMismatch, () => ({ status: 400, text: "Bad Request", contentType: "text/plain" })),
  },
  {
    name: "header-mismatch-bare-error",
    description: "Wrong headers are refused with 400 and JSON that is no JSON-RPC",
    hooks: onCode(ERROR.headerMismatch, () => ({ status: 400, text: '{"error":"Bad Request"}' })),
  },
  {
    name: "header-mismatch-id-null",
    description: "Wrong headers are refused with an error whose id is null",
    owner: { rule: "A66", check: "http-header-mismatch-body", verdict: "warning" },
    hooks: onCode(ERROR.headerMismatch, (outcome) => ({
      ...outcome,
      message: { ...(outcome.message as JsonObject), id: null },
    })),
  },
]);

const UNKNOWN = "conformance/does-not-exist";

const statusFaults = [
  ...frameworkFaults("A67", "http-unknown-method-404", "failed", WHERE, [
    {
      name: "unknown-method-200",
      description: "An unknown method is answered with -32601 and the status 200",
      hooks: answering(UNKNOWN, ({ id }) => ({ status: 200, message: errorResponse(id, methodNotFound(UNKNOWN)) })),
    },
    {
      name: "unknown-method-http-page",
      description: "An unknown method is answered with 404 and a web page",
      hooks: answering(UNKNOWN, () => ({ status: 404, text: "<h1>Not Found</h1>", contentType: "text/html" })),
    },
  ]),
  ...frameworkFaults("A68", "http-unsupported-version-400", "failed", WHERE, [
    {
      name: "unsupported-version-200",
      description: "An unsupported version is refused with -32022 and the status 200",
      hooks: refusing("version", ({ code, message, data }) => rpcError(code, message, { data, status: 200 })),
    },
  ]),
  ...frameworkFaults("A69", "http-missing-meta-400", "failed", WHERE, [
    {
      name: "client-capabilities-optional",
      description: "A request without client capabilities in _meta is served",
      hooks: passing("meta-capabilities"),
    },
    {
      name: "client-capabilities-missing-200",
      description: "A request without client capabilities is refused with -32602 and the status 200",
      hooks: refusing("meta-capabilities", ({ code, message }) => rpcError(code, message, { status: 200 })),
    },
    {
      name: "client-capabilities-missing-invalid-request",
      description: "A request without client capabilities is refused with -32600",
      hooks: refusing("meta-capabilities", ({ message, status }) =>
        rpcError(ERROR.invalidRequest, message, { status }),
      ),
    },
  ]),
  ...frameworkFaults("A70", "http-missing-capability-400", "failed", WHERE, [
    {
      name: "missing-capability-200",
      description: "toy_card needs the toy extension, and is refused without it with -32021 and the status 200",
      hooks: answering("tools/call", async (call, next) => {
        const outcome = await next();
        if (member(call.params, "name") !== "toy_card" || declaresToy(call) || outcome.status !== 200) return outcome;
        const error = missingCapability({ extensions: { [TOY_ID]: {} } });
        return { status: 200, message: errorResponse(call.id, error) };
      }),
    },
  ]),
];

const earlierFaults = [
  ...frameworkFaults("A76", "http-get-405", "warning", WHERE, [
    {
      name: "get-opens-stream",
      description: "GET opens an event stream, as in earlier revisions",
      hooks: {
        http: {
          intercept(request, response) {
            if (request.method !== "GET") return false;
            response.writeHead(200, { "Content-Type": STREAM, "X-Accel-Buffering": "no" }).end(": nothing\n\n");
            return true;
          },
        },
      },
    },
    {
      name: "delete-400",
      description: "DELETE is answered with 400",
      hooks: turningAway(400, ({ method }) => method === "DELETE"),
    },
  ]),
  ...frameworkFaults("A77", "http-session-ignored", "warning", WHERE, [
    {
      name: "session-demanded-known",
      description: "A request with an Mcp-Session-Id is refused with 404",
      hooks: turningAway(404, ({ headers }) => headers["mcp-session-id"] !== undefined),
    },
    {
      name: "session-given",
      description: "The answer to server/discover has an Mcp-Session-Id",
      hooks: onHeaders("server/discover", (headers) => ({ ...headers, "Mcp-Session-Id": "session-1" })),
    },
  ]),
  ...frameworkFaults("A78", "http-last-event-id-ignored", "warning", WHERE, [
    {
      name: "last-event-id-refused",
      description: "A request with Last-Event-ID is refused",
      hooks: turningAway(400, ({ headers }) => headers["last-event-id"] !== undefined),
    },
    {
      name: "last-event-id-refused-for-tools",
      description: "tools/list with Last-Event-ID is refused",
      hooks: turningAway(
        400,
        ({ headers }) => headers["last-event-id"] !== undefined && headers["mcp-method"] === "tools/list",
      ),
    },
  ]),
];

/** Answers that are unusual and legal. */
const variants = faultGroup({ kind: "variant", on: "generic", ...WHERE, transports: ["http"] }, [
  {
    name: "json-with-charset",
    description: "The media type of JSON has a parameter, and capitals",
    hooks: {
      http: {
        head: ({ status, headers }) => ({
          status,
          headers: headers["Content-Type"] === "application/json" ? { ...headers, "Content-Type": CHARSET } : headers,
        }),
      },
    },
  },
  {
    name: "get-405-with-error",
    description: "GET and DELETE are answered with 405 and a JSON-RPC error without an id",
    hooks: {
      http: {
        intercept({ method }, response) {
          if (method === "POST") return false;
          const error = errorResponse(undefined, rpcError(-1, "Method not allowed"));
          response.writeHead(405, { "Content-Type": "application/json", Allow: "POST" }).end(JSON.stringify(error));
          return true;
        },
      },
    },
  },
]);

/** Faults of how answers travel over HTTP. */
export const httpAnswerFaults: Fault[] = [
  ...streamFaults,
  ...bodyFaults,
  ...statusFaults,
  ...earlierFaults,
  ...variants,
];

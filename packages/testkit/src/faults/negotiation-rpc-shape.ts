import { type JsonObject, member } from "@mcptest/pack";
import type { Call, Outcome } from "../server/call.js";
import type { Hooks } from "../server/hooks.js";
import { frameworkFaults, type Where } from "./groups.js";
import { without } from "./reshape.js";
import type { Fault } from "./types.js";

const ANYWHERE: Where = { eras: ["modern", "legacy"] };

/** The revisions that say that messages are UTF-8. */
const UTF8_STATED = ["2025-11-25", "2025-06-18", "2025-03-26"];

/** Hooks that change the whole response to `method`. */
export function atMethod(method: string, change: (message: JsonObject, call: Call) => Partial<Outcome>): Hooks {
  return {
    async around(call, next) {
      const outcome = await next();
      if (call.method !== method || outcome.message === undefined) return outcome;
      return { ...outcome, ...change(outcome.message as JsonObject, call) };
    },
  };
}

/** Hooks that send `messages` on the stream of a request of `method` that has a result, ahead of that. */
export function ahead(method: string, messages: (call: Call) => JsonObject[]): Hooks {
  return {
    async around(call, next) {
      const outcome = await next();
      const sent = call.method === method && member(outcome.message, "result") !== undefined ? messages(call) : [];
      for (const message of sent) call.send({ jsonrpc: "2.0", ...message });
      return outcome;
    },
  };
}

/** Hooks that change the bytes of the message that lists tools. Over HTTP it is an SSE event, whose size nobody states. */
function onBytesOfTools(change: (bytes: Buffer) => Buffer): Hooks {
  const cut = (bytes: Buffer) => [bytes.includes('"tools":[') ? change(bytes) : bytes];
  return { http: { sse: true, cut }, stdio: { cut } };
}

const latin1: Hooks = onBytesOfTools((bytes) =>
  Buffer.from(bytes.toString("utf8").replace(/\P{ASCII}/gu, "é"), "latin1"),
);

const utf8Faults = [
  ...frameworkFaults("A01", "rpc-utf8", "failed", { ...ANYWHERE, versions: UTF8_STATED }, [
    { name: "tools-in-latin1", description: "The list of tools is written in ISO 8859-1", hooks: latin1 },
    {
      name: "prompts-no-json",
      description: "prompts/list is answered with text that says that it is JSON",
      transports: ["http"],
      hooks: atMethod("prompts/list", () => ({ text: "no prompts today" })),
    },
  ]),
  ...frameworkFaults("A01", "rpc-utf8", "warning", { eras: ["legacy"], versions: ["2024-11-05"] }, [
    {
      name: "tools-in-latin1-2024",
      description: "The list of tools is written in ISO 8859-1, on 2024-11-05",
      hooks: latin1,
    },
  ]),
  ...frameworkFaults("A01", "rpc-utf8", "warning", ANYWHERE, [
    {
      name: "byte-order-mark",
      description: "The list of tools begins with a byte order mark",
      hooks: { encode: (text) => (text.includes('"tools":[') ? `\ufeff${text}` : text) },
    },
  ]),
];

const versionFaults = frameworkFaults("A02", "rpc-version-field", "failed", ANYWHERE, [
  {
    name: "no-jsonrpc-member",
    description: "The response to tools/list has no jsonrpc",
    hooks: atMethod("tools/list", (message) => ({ message: without(message, "jsonrpc") })),
  },
  {
    name: "jsonrpc-as-number",
    description: "jsonrpc is the number 2 in the response to tools/call",
    hooks: atMethod("tools/call", (message) => ("result" in message ? { message: { ...message, jsonrpc: 2 } } : {})),
  },
  {
    name: "notification-without-jsonrpc",
    description: "News of changed tools has no jsonrpc",
    eras: ["legacy"],
    hooks: {
      async around(call, next) {
        const outcome = await next();
        const isListed = call.method === "tools/list" && member(outcome.message, "result") !== undefined;
        if (isListed) call.send({ method: "notifications/tools/list_changed" });
        return outcome;
      },
    },
  },
  {
    name: "prompts-no-message",
    description: "prompts/list is answered with a JSON object that is no message",
    transports: ["http"],
    hooks: atMethod("prompts/list", () => ({ message: { prompts: [] } })),
  },
]);

const pairFaults = frameworkFaults("A06", "rpc-result-xor-error", "failed", ANYWHERE, [
  {
    name: "prompts-error-null",
    description: "The result of prompts/list comes with error: null",
    hooks: atMethod("prompts/list", (message) => ({ message: { ...message, error: null } })),
  },
  {
    name: "prompts-and-error",
    description: "The result of prompts/list comes with an error",
    hooks: atMethod("prompts/list", (message) => ({
      message: { ...message, error: { code: -32603, message: "No prompts" } },
    })),
  },
  {
    name: "ping-and-error",
    description: "The result of ping comes with an error",
    eras: ["legacy"],
    hooks: atMethod("ping", (message) => ({ message: { ...message, error: { code: -32603, message: "Busy" } } })),
  },
  {
    name: "unknown-resource-and-result",
    description: "The error for a resource that does not exist comes with a result",
    hooks: onUnknownResource((message) => ({ ...message, result: { contents: [] } })),
  },
  {
    name: "unknown-resource-neither",
    description: "A resource that does not exist gives a response with neither result nor error",
    eras: ["legacy"],
    hooks: onUnknownResource((message) => without(message, "error")),
  },
  {
    name: "unknown-resource-error-null",
    description: "A resource that does not exist gives error: null alone",
    eras: ["legacy"],
    hooks: onUnknownResource((message) => ({ ...message, error: null })),
  },
  {
    name: "unknown-resource-result-text",
    description: "A resource that does not exist gives a text as result",
    eras: ["legacy"],
    hooks: onUnknownResource((message) => ({ ...without(message, "error"), result: "not found" })),
  },
]);

/** Hooks that change the error for a resource that does not exist. */
export function onUnknownResource(change: (message: JsonObject) => JsonObject): Hooks {
  return atMethod("resources/read", (message) => {
    const isUnknown = member(member(message, "error"), "message") === "Resource not found";
    return isUnknown ? { message: change(message) } : {};
  });
}

function onErrorOfResource(change: (error: JsonObject) => unknown): Hooks {
  return onUnknownResource((message) => ({ ...message, error: change(message.error as JsonObject) as JsonObject }));
}

const errorFaults = frameworkFaults("A07", "rpc-error-shape", "failed", ANYWHERE, [
  {
    name: "error-code-as-text",
    description: "The error for a resource that does not exist has a text as code",
    hooks: onErrorOfResource((error) => ({ ...error, code: String(error.code) })),
  },
  {
    name: "error-code-fraction",
    description: "The error for a resource that does not exist has a code with a fraction",
    hooks: onErrorOfResource((error) => ({ ...error, code: -32602.5 })),
  },
  {
    name: "error-without-message",
    description: "The error for a resource that does not exist has no message",
    hooks: onErrorOfResource((error) => without(error, "message")),
  },
  {
    name: "error-as-text",
    description: "The error for a resource that does not exist is a text",
    eras: ["legacy"],
    hooks: onErrorOfResource(() => "Resource not found"),
  },
]);

/** Faults of the generic server: how its messages are formed. */
export const rpcShapeFaults: Fault[] = [...utf8Faults, ...versionFaults, ...pairFaults, ...errorFaults];

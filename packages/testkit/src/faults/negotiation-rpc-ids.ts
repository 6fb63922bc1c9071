import type { JsonObject } from "@mcptest/pack";
import type { Hooks } from "../server/hooks.js";
import { core, frameworkFaults, type Where } from "./groups.js";
import { ahead, atMethod, onUnknownResource } from "./negotiation-rpc-shape.js";
import { without } from "./reshape.js";
import type { Fault } from "./types.js";

const ANYWHERE: Where = { eras: ["modern", "legacy"] };
const LEGACY: Where = { eras: ["legacy"] };
const MODERN: Where = { eras: ["modern"] };

/** Hooks that send a `ping` of the server with this id whenever tools are listed. */
function pingWith(id: () => JsonObject[string]): Hooks {
  return ahead("tools/list", () => [{ id: id(), method: "ping" }]);
}

const idTypeFaults = frameworkFaults("A03", "rpc-request-id-type", "failed", LEGACY, [
  { name: "ping-with-null-id", description: "Pings with id: null when tools are listed", hooks: pingWith(() => null) },
  {
    name: "ping-with-fraction-id",
    description: "Pings with a fraction as id when tools are listed",
    hooks: () => {
      let pings = 0;
      return pingWith(() => ++pings + 0.5);
    },
  },
  {
    name: "ping-with-object-id",
    description: "Pings with an object as id when tools are listed",
    hooks: () => {
      let pings = 0;
      return pingWith(() => ({ ping: ++pings }));
    },
  },
]);

const idUniqueFaults = frameworkFaults("A04", "rpc-request-id-unique", "failed", LEGACY, [
  {
    name: "ping-id-again",
    description: "Pings twice with the same id when tools are listed",
    hooks: ahead("tools/list", () => [
      { id: 1, method: "ping" },
      { id: 1, method: "ping" },
    ]),
  },
]);

const idEchoFaults = [
  ...frameworkFaults("A05", "rpc-response-id-echo", "failed", ANYWHERE, [
    {
      name: "answers-nobody",
      description: "Sends a response with an id that no request has when tools are listed",
      hooks: ahead("tools/list", () => [{ id: "nobody", result: {} }]),
    },
    {
      name: "templates-id-as-text",
      description: "The id of the response to resources/templates/list comes back as a text",
      transports: ["http"],
      form: "streamable",
      hooks: atMethod("resources/templates/list", (message) => ({ message: { ...message, id: String(message.id) } })),
    },
    {
      name: "error-without-id",
      description: "The error for a resource that does not exist has no id",
      transports: ["http"],
      form: "streamable",
      hooks: onUnknownResource((message) => without(message, "id")),
    },
    {
      name: "error-id-null",
      description: "The error for a resource that does not exist has id: null",
      transports: ["http"],
      form: "streamable",
      hooks: onUnknownResource((message) => ({ ...message, id: null })),
    },
  ]),
  ...frameworkFaults("A05", "rpc-response-id-echo", "warning", ANYWHERE, [
    {
      name: "answers-twice",
      description: "Sends the response to prompts/list twice",
      hooks: {
        async around(call, next) {
          const outcome = await next();
          if (call.method === "prompts/list") call.send(outcome.message as JsonObject);
          return outcome;
        },
      },
    },
  ]),
];

/** Hooks that answer a notification that nobody knows. */
function answering(message: JsonObject, status: number): Hooks {
  return {
    notified({ method }, outcome, { transport, emit }) {
      if (typeof method !== "string" || !method.startsWith("notifications/conformance/")) return outcome;
      const answer = { jsonrpc: "2.0", ...message };
      if (transport === "http") return { status, message: answer };
      emit(answer);
      return outcome;
    },
  };
}

const NOT_FOUND = { code: -32601, message: "Method not found" };

const notificationFaults = [
  ...frameworkFaults("A08", "rpc-notification-no-id", "failed", { ...ANYWHERE, form: "streamable" }, [
    {
      name: "notification-answered",
      description: "Answers a notification that it does not know with an empty result",
      eras: ["modern"],
      hooks: answering({ id: null, result: {} }, 200),
    },
    {
      name: "notification-refused-with-id",
      description: "Refuses a notification that it does not know with an error that has an id",
      transports: ["http"],
      hooks: answering({ id: 0, error: NOT_FOUND }, 400),
    },
    {
      name: "cancellation-refused",
      description: "Answers notifications/cancelled with an error whose id is null",
      transports: ["stdio"],
      hooks: {
        notified({ method }, outcome, { emit }) {
          if (method === "notifications/cancelled") emit({ jsonrpc: "2.0", id: null, error: NOT_FOUND });
          return outcome;
        },
      },
    },
    {
      name: "notification-refused",
      description: "Answers a notification that it does not know with an error without an id",
      transports: ["stdio"],
      hooks: answering({ error: NOT_FOUND }, 400),
    },
  ]),
  ...frameworkFaults("A08", "rpc-notification-no-id", "failed", LEGACY, [
    {
      name: "notification-with-id",
      description: "Says with an id that the tools have changed when they are listed",
      hooks: () => {
        let sent = 0;
        return ahead("tools/list", () => [{ id: ++sent, method: "notifications/tools/list_changed" }]);
      },
    },
  ]),
];

const batchFaults = [
  ...frameworkFaults("A09", "rpc-batch", "failed", { eras: ["legacy"], versions: ["2025-03-26"] }, [
    { name: "batch-refused", description: "Refuses batches", hooks: core({ batches: () => false }) },
    {
      name: "batch-answered-in-part",
      description: "Answers the last request of a batch alone",
      hooks: {
        batched: (outcome) => ({
          ...outcome,
          message: Array.isArray(outcome.message) ? outcome.message.slice(-1) : [],
        }),
      },
    },
  ]),
  ...frameworkFaults("A09", "rpc-batch", "failed", { ...ANYWHERE, versions: ["2025-11-25", "2025-06-18"] }, [
    {
      name: "prompts-in-array",
      description: "The response to prompts/list stands in an array",
      hooks: atMethod("prompts/list", (message) => ({ message: [message] })),
    },
  ]),
  ...frameworkFaults("A09", "rpc-batch", "warning", { ...LEGACY, versions: ["2025-03-26", "2024-11-05"] }, [
    {
      name: "prompts-in-array-early",
      description: "The response to prompts/list stands in an array, on 2025-03-26 and 2024-11-05",
      hooks: atMethod("prompts/list", (message) => ({ message: [message] })),
    },
  ]),
];

const serverRequestFaults = frameworkFaults("A11", "rpc-no-server-requests", "failed", MODERN, [
  {
    name: "elicits-by-request",
    description: "Asks the client with a request when tools are listed",
    hooks: ahead("tools/list", () => [
      { id: "ask-1", method: "elicitation/create", params: { message: "Name?", requestedSchema: { type: "object" } } },
    ]),
  },
  {
    name: "pings-client",
    description: "Pings the client when tools are listed",
    hooks: ahead("tools/list", () => [{ id: 1, method: "ping" }]),
  },
]);

const unsolicitedFaults = [
  ...frameworkFaults("A25", "rpc-no-unsolicited-notifications", "failed", MODERN, [
    {
      name: "list-changed-unasked",
      description: "Says that the tools have changed on the stream of a call",
      hooks: ahead("tools/call", () => [{ method: "notifications/tools/list_changed" }]),
    },
    {
      name: "updated-unasked",
      description: "Says that a resource has changed on the stream of resources/read",
      hooks: ahead("resources/read", () => [
        { method: "notifications/resources/updated", params: { uri: "testkit:///about" } },
      ]),
    },
    {
      name: "list-changed-at-start",
      description: "Says that the tools have changed before anything was asked",
      transports: ["stdio"],
      hooks: { stdio: { banner: '{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}\n' } },
    },
  ]),
  ...frameworkFaults("A25", "rpc-no-unsolicited-notifications", "warning", MODERN, [
    {
      name: "vendor-notification",
      description: "Sends a notification of an extension that nobody declares when tools are listed",
      hooks: ahead("tools/list", () => [{ method: "notifications/weather/changed", params: { city: "Paris" } }]),
    },
  ]),
];

/** Faults of the generic server: ids, notifications, batches and requests of its own. */
export const rpcIdFaults: Fault[] = [
  ...idTypeFaults,
  ...idUniqueFaults,
  ...idEchoFaults,
  ...notificationFaults,
  ...batchFaults,
  ...serverRequestFaults,
  ...unsolicitedFaults,
];

import { isObject, type JsonObject, member } from "@mcptest/pack";
import type { Call, Outcome } from "../server/call.js";
import type { Hooks } from "../server/hooks.js";
import { ruleFaults, tasks } from "./groups.js";
import { onResult, onTask, without } from "./reshape.js";
import type { Fault } from "./types.js";

type Requests = Record<string, JsonObject>;

/** Hooks that change the input requests of every task that waits for input. */
function onRequests(change: (requests: Requests) => JsonObject, fewest = 1): Hooks {
  return onTask((task) => {
    const requests = task.inputRequests;
    if (!isObject(requests) || Object.keys(requests).length < fewest) return task;
    return { ...task, inputRequests: change(requests as Requests) };
  });
}

/** Hooks that change each input request. */
function onRequest(change: (request: JsonObject) => JsonObject | string): Hooks {
  return onRequests((requests) =>
    Object.fromEntries(Object.entries(requests).map(([key, request]) => [key, change(request)])),
  );
}

/** Hooks that change the params of each input request. */
function onParams(change: (params: JsonObject) => JsonObject): Hooks {
  return onRequest((request) => ({ ...request, params: change(request.params as JsonObject) }));
}

/** Hooks that change an answer to `tasks/get` with input requests, by how often they have been shown before. */
function onShown(change: (task: JsonObject, requests: Requests, before: number) => JsonObject): () => Hooks {
  return () => {
    const times = new Map<string, number>();
    return onResult("tasks/get", (task) => {
      const requests = task.inputRequests;
      if (!isObject(requests)) return task;
      const round = `${task.taskId} ${Object.keys(requests).join()} ${task.lastUpdatedAt}`;
      const before = times.get(round) ?? 0;
      times.set(round, before + 1);
      return change(task, requests as Requests, before);
    });
  };
}

/** `inputRequests` does not hold everything that is outstanding (I23). */
const complete = ruleFaults(
  "modern",
  ["I23", "tasks-input-requests-complete", "failed"],
  [
    {
      name: "input-requests-one-by-one",
      description: "Of several outstanding input requests only the first is shown",
      hooks: onRequests((requests) => Object.fromEntries(Object.entries(requests).slice(0, 1)), 2),
    },
    {
      name: "input-requests-shown-once",
      description: "The last of several outstanding input requests is shown in the first poll only",
      hooks: onShown((task, requests, before) => {
        const keys = Object.keys(requests);
        if (before === 0 || keys.length < 2) return task;
        return { ...task, inputRequests: without(requests, keys.at(-1) as string) };
      }),
    },
  ],
);

/** An input request is none (I24). */
const shapes = ruleFaults(
  "modern",
  ["I24", "tasks-input-requests-shape", "failed"],
  [
    {
      name: "input-request-string",
      description: "Each input request is its message",
      hooks: onRequest((request) => String(member(request.params, "message"))),
    },
    {
      name: "input-request-without-method",
      description: "Input requests have no method",
      hooks: onRequest((request) => without(request, "method")),
    },
    {
      name: "input-request-unknown-method",
      description: 'The method of input requests is "elicit"',
      hooks: onRequest((request) => ({ ...request, method: "elicit" })),
    },
    {
      name: "input-request-without-params",
      description: "Elicitations have no params",
      hooks: onRequest((request) => without(request, "params")),
    },
    {
      name: "elicitation-without-message",
      description: "Elicitations have no message",
      hooks: onParams((params) => without(params, "message")),
    },
    {
      name: "elicitation-without-schema",
      description: "Elicitations in form mode have no requestedSchema",
      hooks: onParams((params) => without(params, "requestedSchema")),
    },
    {
      name: "elicitation-schema-string",
      description: "The requestedSchema of elicitations is JSON in a string",
      hooks: onParams((params) => ({ ...params, requestedSchema: JSON.stringify(params.requestedSchema) })),
    },
  ],
);

/** An input request has more than it should, or there is none (I24). */
const loose = ruleFaults(
  "modern",
  ["I24", "tasks-input-requests-shape", "warning"],
  [
    {
      name: "input-request-with-envelope",
      description: "Input requests have jsonrpc and id, like requests of their own",
      hooks: onRequest((request) => ({ jsonrpc: "2.0", id: 1, ...request })),
    },
    {
      name: "input-requests-empty",
      description: "A task that waits for one answer shows an empty inputRequests at first",
      hooks: onShown((task, requests, before) =>
        before === 0 && Object.keys(requests).length === 1 ? { ...task, inputRequests: {} } : task,
      ),
    },
  ],
);

/** A key names two requests, or comes back (I25). */
const unique = ruleFaults(
  "modern",
  ["I25", "tasks-input-keys-unique", "failed"],
  [
    {
      name: "input-key-reused",
      description: "The keys of each round of questions are input-1, input-2 and so on: they come again",
      hooks: tasks({ inputKey: (_name, index) => `input-${index + 1}` }),
    },
    {
      name: "input-key-comes-back",
      description: "In the second poll the task is working without input requests; in the third they are back",
      hooks: onShown((task, _requests, before) =>
        before === 1 ? { ...without(task, "inputRequests"), status: "working" } : task,
      ),
    },
    {
      name: "input-key-changes-its-request",
      description: "From the second poll on the schema under the same key asks for one more field",
      hooks: onShown((task, requests, before) =>
        before === 0 ? task : { ...task, inputRequests: mapParams(requests, withOneMoreField) },
      ),
    },
    {
      name: "input-key-changes-its-message",
      description: "From the second poll on the message under the same key is another",
      owner: { rule: "I25", check: "tasks-input-keys-unique", verdict: "warning" },
      hooks: onShown((task, requests, before) =>
        before === 0
          ? task
          : { ...task, inputRequests: mapParams(requests, (params) => ({ ...params, message: "Still waiting" })) },
      ),
    },
  ],
);

function mapParams(requests: Requests, change: (params: JsonObject) => JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(requests).map(([key, request]) => [
      key,
      { ...request, params: change(request.params as JsonObject) },
    ]),
  );
}

function withOneMoreField(params: JsonObject): JsonObject {
  const schema = params.requestedSchema as JsonObject;
  const properties = { ...(schema.properties as JsonObject), more: { type: "string" } };
  return { ...params, requestedSchema: { ...schema, properties } };
}

/** An input request is of a kind that the client has not declared (I26). */
const declaredOnly = ruleFaults(
  "modern",
  ["I26", "tasks-input-declared-only", "failed"],
  [
    {
      name: "elicitation-undeclared",
      description: "A tool asks for input though the client does not declare elicitation",
      hooks: { around: asIfDeclared },
    },
    {
      name: "sampling-undeclared",
      description: "A tool asks for sampling, which only a client that declares it can do",
      hooks: onRequest(() => ({
        method: "sampling/createMessage",
        params: { messages: [{ role: "user", content: { type: "text", text: "Hello?" } }], maxTokens: 10 },
      })),
    },
  ],
);

/** Takes a call of a tool as if it declared elicitation. */
function asIfDeclared(call: Call, next: () => Promise<Outcome>): Promise<Outcome> {
  if (call.method === "tools/call") Object.assign(call, { declared: { elicitation: {}, ...call.declared } });
  return next();
}

/** Faults of input requests. */
export const inputFaults: Fault[] = [...complete, ...shapes, ...loose, ...unique, ...declaredOnly];

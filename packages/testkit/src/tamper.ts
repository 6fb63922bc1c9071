import { type HeaderList, isObject, type JsonObject, META, member } from "@mcptest/pack";
import { LEGACY_VERSION } from "./legacy/version.js";
import { TASKS_ID } from "./tasks/id.js";

/** An outgoing request, as much of it as a tamper function looks at. */
export interface Tamperable {
  body: string;
  headers?: HeaderList;
}

/**
 * Changes a request of the tool under test before it is recorded and sent, so that checks which judge the tool's own
 * requests have something to find. Pure; what it does not concern is returned as it came.
 */
export type Tamper = <Request extends Tamperable>(request: Request) => Request;

/** A sender fault: the check that finds it, and what it does. */
export interface SenderFault {
  /** Number in the wire contract. */
  rule: string;
  check: string;
  description: string;
  tamper: Tamper;
}

function editBody(edit: (message: JsonObject) => JsonObject | undefined): Tamper {
  return (request) => {
    let message: unknown;
    try {
      message = JSON.parse(request.body);
    } catch {
      return request;
    }
    const edited = isObject(message) ? edit(message) : undefined;
    return edited ? { ...request, body: JSON.stringify(edited) } : request;
  };
}

function paramsOf(message: JsonObject): JsonObject {
  const params = member(message, "params");
  return isObject(params) ? params : {};
}

function isModern(message: JsonObject): boolean {
  return member(member(paramsOf(message), "_meta"), META.protocolVersion) !== undefined;
}

/** On `tasks/get` over HTTP, gives `Mcp-Name` this value, or removes it. */
function editName(value: string | undefined): Tamper {
  return (request) => {
    const get = request.headers?.some(([name, given]) => name.toLowerCase() === "mcp-method" && given === "tasks/get");
    if (!get) return request;
    const headers = request.headers?.flatMap(([name, given]): HeaderList => {
      if (name.toLowerCase() !== "mcp-name") return [[name, given]];
      return value === undefined ? [] : [[name, value]];
    });
    return { ...request, headers };
  };
}

const HYGIENE = { check: "tasks-declaration-hygiene" };
const ROUTING = { rule: "I74", check: "tasks-mcp-name-routing" };

/** Every sender fault by name. */
export const senderFaults = {
  "task-param-on-extension-wire": {
    ...HYGIENE,
    rule: "I70",
    description: "tools/call on 2026-07-28 has params.task",
    tamper: editBody((message) =>
      message.method === "tools/call" && isModern(message)
        ? { ...message, params: { ...paramsOf(message), task: {} } }
        : undefined,
    ),
  },
  "extension-id-in-initialize": {
    ...HYGIENE,
    rule: "H46",
    description: "initialize declares the Tasks extension",
    tamper: editBody((message) => {
      if (message.method !== "initialize") return undefined;
      const capabilities = member(paramsOf(message), "capabilities");
      const declared = { ...(isObject(capabilities) ? capabilities : {}), extensions: { [TASKS_ID]: {} } };
      return { ...message, params: { ...paramsOf(message), capabilities: declared } };
    }),
  },
  "extension-id-on-legacy-request": {
    ...HYGIENE,
    rule: "H46",
    description: `tools/call on ${LEGACY_VERSION} declares the Tasks extension in _meta`,
    tamper: editBody((message) => {
      if (message.method !== "tools/call" || isModern(message)) return undefined;
      const meta = member(paramsOf(message), "_meta");
      const declared = { [META.clientCapabilities]: { extensions: { [TASKS_ID]: {} } } };
      return { ...message, params: { ...paramsOf(message), _meta: { ...(isObject(meta) ? meta : {}), ...declared } } };
    }),
  },
  "mcp-name-missing": { ...ROUTING, description: "tasks/get has no Mcp-Name", tamper: editName(undefined) },
  "mcp-name-different": {
    ...ROUTING,
    description: "Mcp-Name of tasks/get names another task",
    tamper: editName("00000000-0000-4000-8000-000000000000"),
  },
  "mcp-name-undecodable": {
    ...ROUTING,
    description: "Mcp-Name of tasks/get is wrapped like base64 and is none",
    tamper: editName("=?base64?SGVs!!!bG8=?="),
  },
} satisfies Record<string, SenderFault>;

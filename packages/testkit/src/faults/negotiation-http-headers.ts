import type { IncomingMessage } from "node:http";
import { ERROR, isObject, type JsonObject, member } from "@mcptest/pack";
import { errorResponse, rpcError } from "../protocol/json-rpc.js";
import type { Call } from "../server/call.js";
import type { Check, MessageContext } from "../server/checks.js";
import type { Hooks } from "../server/hooks.js";
import { frameworkFaults, type Where } from "./groups.js";
import { answering, onResult, passing, refusing } from "./reshape.js";
import type { Fault } from "./types.js";

const WHERE: Where = { eras: ["modern"], transports: ["http"] };

/** The one request that has no headers of this revision, as no client of it sends it. */
const isInitialize = (at: MessageContext) => "method" in at && at.method === "initialize";

const isToolsList = (at: MessageContext) => "method" in at && at.method === "tools/list";

const badRequest = (code: number) => rpcError(code, "Bad request", { status: 400 });

/** Hooks that refuse what fails a check with this code, or this status. */
function refusingWith(checks: Check | Check[], change: { code?: number; status?: number }): Hooks {
  return refusing(checks, ({ code, message, data, status }) =>
    rpcError(change.code ?? code, message, { data, status: change.status ?? status ?? 400 }),
  );
}

/** Hooks that see a request before MCP does and may change its headers. */
function rewriting(change: (request: IncomingMessage) => void): Hooks {
  return {
    http: {
      intercept(request) {
        change(request);
        return false;
      },
    },
  };
}

/** Hooks that lose a header whose name comes in another case than this. */
function knowingOnly(name: string): Hooks {
  return rewriting((request) => {
    if (hasOddName(request, name)) delete request.headers[name.toLowerCase()];
  });
}

/** Hooks that take an encoded `Mcp-Name` for the name of something else. */
function notDecoding(needlessly: boolean): Hooks {
  return rewriting((request) => {
    if (isEncoded(request, needlessly)) request.headers["mcp-name"] = "encoded";
  });
}

/** True where a header comes under another casing of its name than the specification prints. */
function hasOddName({ rawHeaders }: IncomingMessage, name: string): boolean {
  return rawHeaders.some((each) => each !== name && each.toLowerCase() === name.toLowerCase());
}

/** True where the value travels encoded. `needlessly`: and could travel as it is. */
function isEncoded({ headers }: IncomingMessage, needlessly: boolean): boolean {
  const [, base64] = /^=\?base64\?(.*)\?=$/.exec(String(headers["mcp-name"])) ?? [];
  if (base64 === undefined) return false;
  const value = Buffer.from(base64, "base64").toString("utf8");
  return !needlessly || (/^[\x21-\x7e]*$/.test(value) && !value.startsWith("=?"));
}

const originFaults = frameworkFaults("A57", "http-origin-403", "failed", WHERE, [
  {
    name: "origin-unchecked",
    description: "Requests of any Origin are served",
    hooks: { http: { refuse: (status) => (status === 403 ? undefined : status) } },
  },
  {
    name: "origin-400",
    description: "A foreign Origin is refused with 400",
    hooks: { http: { refuse: (status) => (status === 403 ? 400 : status) } },
  },
]);

const versionFaults = [
  ...frameworkFaults("A59", "http-version-header-required", "failed", WHERE, [
    {
      name: "version-header-optional",
      description: "A request without MCP-Protocol-Version is served, initialize aside",
      hooks: {
        refusal: (check, error, at) => (check === "version-header" && !isInitialize(at) ? undefined : error),
      },
    },
    {
      name: "version-header-optional-for-tools",
      description: "tools/list without MCP-Protocol-Version is served",
      hooks: {
        refusal: (check, error, at) => (check === "version-header" && isToolsList(at) ? undefined : error),
      },
    },
    {
      name: "version-header-missing-params",
      description: "A request without MCP-Protocol-Version is refused with -32602",
      hooks: refusingWith("version-header", { code: ERROR.invalidParams }),
    },
  ]),
  ...frameworkFaults("A60", "http-version-mismatch", "failed", WHERE, [
    {
      name: "version-mismatch-invalid-request",
      description: "Another version in the header than in _meta is refused with -32600",
      hooks: refusingWith("version-mismatch", { code: ERROR.invalidRequest }),
    },
    {
      name: "version-mismatch-draft-code",
      description: "Another version in the header than in _meta is refused with -32001, the number of drafts",
      hooks: refusingWith("version-mismatch", { code: ERROR.draftHeaderMismatch }),
    },
    {
      name: "version-mismatch-unsupported",
      description: "The version in _meta alone is looked at, and refused with -32022",
      owner: { rule: "A60", check: "http-version-mismatch", verdict: "warning" },
      hooks: passing("version-mismatch"),
    },
  ]),
];

const methodFaults = frameworkFaults("A61", "http-method-header", "failed", WHERE, [
  {
    name: "method-header-optional",
    description: "A request without Mcp-Method is served",
    hooks: passing("method-header"),
  },
  {
    name: "method-header-empty",
    description: "A request with an empty Mcp-Method is served",
    hooks: {
      refusal: (check, error, { headers }) =>
        check === "method-mismatch" && headers.get("mcp-method") === "" ? undefined : error,
    },
  },
  {
    name: "method-header-unchecked-for-tools",
    description: "Mcp-Method is not looked at on tools/list",
    hooks: {
      refusal: (check, error, at) =>
        (check === "method-mismatch" || check === "method-header") && isToolsList(at) ? undefined : error,
    },
  },
  {
    name: "method-header-unchecked",
    description: "Mcp-Method of another method is not noticed",
    hooks: passing("method-mismatch"),
  },
  {
    name: "method-header-any-case",
    description: "Mcp-Method is compared without regard to case",
    hooks: {
      refusal: (check, error, { headers }) => {
        const given = headers.get("mcp-method") ?? "";
        return check === "method-mismatch" && given === given.toUpperCase() ? undefined : error;
      },
    },
  },
  {
    name: "method-header-mismatch-200",
    description: "A wrong Mcp-Method is refused with the status 200",
    hooks: refusingWith(["method-header", "method-mismatch"], { status: 200 }),
  },
  {
    name: "method-header-odd-name-refused",
    description: "The header Mcp-Method is known in one case of its name only",
    hooks: knowingOnly("Mcp-Method"),
  },
]);

const nameFaults = [
  ...frameworkFaults("A62", "http-name-header", "failed", WHERE, [
    {
      name: "name-header-optional",
      description: "A request without Mcp-Name is served",
      hooks: passing("name-header"),
    },
    {
      name: "name-header-unchecked",
      description: "Mcp-Name of another tool, prompt or resource is not noticed",
      hooks: passing("name-mismatch"),
    },
    {
      name: "name-header-unchecked-for-prompts",
      description: "Mcp-Name is not looked at on prompts/get",
      hooks: { policies: { core: { nameHeader: (method) => (method === "prompts/get" ? "unchecked" : "required") } } },
    },
    {
      name: "name-header-mismatch-404",
      description: "A wrong Mcp-Name is refused with the status 404",
      hooks: refusingWith(["name-header", "name-mismatch"], { status: 404 }),
    },
    {
      name: "name-header-needlessly-encoded-refused",
      description: "Mcp-Name that is encoded and need not be is refused",
      hooks: notDecoding(true),
    },
    {
      name: "name-header-not-decoded",
      description: "Mcp-Name is compared as it came, without decoding it",
      hooks: notDecoding(false),
    },
    {
      name: "name-header-odd-name-refused",
      description: "The header Mcp-Name is known in one case of its name only",
      hooks: knowingOnly("Mcp-Name"),
    },
    {
      name: "resource-uri-coerced",
      description: "A number in place of a URI is taken for its digits",
      owner: { rule: "A62", check: "http-name-header", verdict: "warning" },
      hooks: answering("resources/read", async (call, next) => {
        if (typeof member(call.params, "uri") !== "number") return next();
        const result = { resultType: "complete", contents: [], ttlMs: 0, cacheScope: "public" };
        return { status: 200, message: { jsonrpc: "2.0", id: call.id, result } };
      }),
    },
  ]),
  ...frameworkFaults("A63", "http-name-header-base64-invalid", "failed", WHERE, [
    {
      name: "name-header-lenient-base64",
      description: "Characters that base64 does not have are skipped in Mcp-Name",
      hooks: passing("name-encoding"),
    },
    {
      name: "name-header-bad-base64-params",
      description: "Mcp-Name that is no base64 is refused with -32602",
      hooks: refusingWith("name-encoding", { code: ERROR.invalidParams }),
    },
  ]),
];

/** Hooks that refuse calls of the tool with header arguments. */
function refusingRegion(isRefused: (args: JsonObject, call: Call) => boolean): Hooks {
  return answering("tools/call", async (call, next) => {
    const args = member(call.params, "arguments");
    const isRegion = member(call.params, "name") === "region";
    if (!isRegion || !isObject(args) || !isRefused(args, call)) return next();
    return { status: 400, message: errorResponse(call.id, badRequest(ERROR.headerMismatch)) };
  });
}

const SHARD = "mcp-param-shard";

const paramFaults = frameworkFaults("A64", "http-param-header", "failed", WHERE, [
  {
    name: "param-header-optional",
    description: "A call without Mcp-Param-Region is served",
    hooks: passing("param-header"),
  },
  {
    name: "param-header-unchecked",
    description: "Mcp-Param headers are not compared with the arguments",
    hooks: passing("param-mismatch"),
  },
  {
    name: "param-header-any-bytes",
    description: "Bytes beyond ASCII in Mcp-Param headers are not noticed",
    hooks: passing("param-encoding"),
  },
  {
    name: "param-header-params-code",
    description: "A wrong Mcp-Param header is refused with -32602",
    hooks: refusingWith(["param-header", "param-mismatch", "param-encoding"], { code: ERROR.invalidParams }),
  },
  {
    name: "param-header-for-null",
    description: "A null argument must have its header",
    hooks: refusingRegion((args, { headers }) => args.shard === null && !headers.has(SHARD)),
  },
  {
    name: "param-header-for-absent",
    description: "An argument that is absent must have its header",
    hooks: refusingRegion((args, { headers }) => args.shard === undefined && !headers.has(SHARD)),
  },
  {
    name: "param-header-number-as-text",
    description: "Mcp-Param headers of integers are compared as text",
    owner: { rule: "A64", check: "http-param-header", verdict: "warning" },
    hooks: refusingRegion((args, { headers }) => headers.has(SHARD) && headers.get(SHARD) !== String(args.shard)),
  },
]);

/** Hooks that list one more tool, with this property in its input schema. */
function listing(properties: JsonObject): Hooks {
  const tool = { name: "annotated", description: "Is listed only", inputSchema: { type: "object", properties } };
  return onResult("tools/list", (result) => ({ ...result, tools: [...(result.tools as JsonObject[]), tool] }));
}

const annotationFaults = frameworkFaults("A65", "http-param-annotation-valid", "failed", WHERE, [
  {
    name: "param-annotation-on-number",
    description: "A property of type number is annotated with x-mcp-header",
    hooks: listing({ ratio: { type: "number", "x-mcp-header": "Ratio" } }),
  },
  {
    name: "param-annotation-empty",
    description: "x-mcp-header is an empty string",
    hooks: listing({ zone: { type: "string", "x-mcp-header": "" } }),
  },
  {
    name: "param-annotation-no-token",
    description: "x-mcp-header is no name of a header",
    hooks: listing({ zone: { type: "string", "x-mcp-header": "my zone" } }),
  },
  {
    name: "param-annotation-twice",
    description: "Two properties have the same x-mcp-header, in different case",
    hooks: listing({
      zone: { type: "string", "x-mcp-header": "Zone" },
      place: { type: "object", properties: { zone: { type: "string", "x-mcp-header": "zone" } } },
    }),
  },
  {
    name: "param-annotation-in-items",
    description: "The items of an array are annotated with x-mcp-header",
    hooks: listing({ zones: { type: "array", items: { type: "string", "x-mcp-header": "Zone" } } }),
  },
]);

/** Faults of what is compared with the headers of a request. */
export const httpHeaderFaults: Fault[] = [
  ...originFaults,
  ...versionFaults,
  ...methodFaults,
  ...nameFaults,
  ...paramFaults,
  ...annotationFaults,
];

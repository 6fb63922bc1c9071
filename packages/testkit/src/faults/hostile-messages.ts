import { type Json, type JsonObject, member } from "@mcptest/pack";
import type { Hooks } from "../server/hooks.js";
import { onResponse, onResult, without } from "./reshape.js";
import { ANY_TRANSPORT, type Fault, faultGroup } from "./types.js";

const MIB = 1024 * 1024;

/** Hooks that put something large into the description of the first tool. */
function firstDescription(change: (description: string) => string): Hooks {
  return onResult("tools/list", (result) => {
    const [first, ...rest] = result.tools as JsonObject[];
    return { ...result, tools: [{ ...first, description: change(String(first?.description)) }, ...rest] };
  });
}

/** A description with non-ASCII text and a line separator, padded to `bytes` bytes. */
function padded(description: string, bytes: number): string {
  return `${description}\u2028${"读".repeat(Math.ceil(bytes / 3))}`;
}

const XOR = { rule: "A06", check: "rpc-result-xor-error", verdict: "failed" } as const;
const SHAPE = { rule: "A07", check: "rpc-error-shape", verdict: "failed" } as const;

/** Responses that are no proper JSON-RPC. They begin after `server/discover` and `initialize`, so that these work. */
export const messageFaults: Fault[] = faultGroup(
  { kind: "hostile", eras: ["modern", "legacy"], transports: ANY_TRANSPORT, owner: XOR },
  [
    {
      name: "array-response",
      description: "Each response stands in an array",
      owner: { rule: "A09", check: "rpc-batch", verdict: "failed" },
      hooks: onResponse((message) => [message]),
    },
    {
      name: "id-as-string",
      description: "A numeric id comes back as a string",
      owner: { rule: "A05", check: "rpc-response-id-echo", verdict: "failed" },
      hooks: onResponse((message) => ({ ...message, id: String(message.id) })),
    },
    {
      name: "error-null",
      description: "A result comes with error: null",
      hooks: onResponse((message) => ("result" in message ? { ...message, error: null } : message)),
    },
    {
      name: "result-null",
      description: "The result of each response is null",
      hooks: onResponse((message) => ("result" in message ? { ...message, result: null } : message)),
    },
    {
      name: "result-and-error",
      description: "A result comes with an error",
      hooks: onResponse((message) =>
        "result" in message ? { ...message, error: { code: 1, message: "x" } } : message,
      ),
    },
    {
      name: "no-result-no-error",
      description: "Responses have neither result nor error",
      hooks: onResponse((message) => without(message, "result", "error")),
    },
    {
      name: "error-without-code",
      description: "Errors have no code",
      owner: SHAPE,
      hooks: onResponse((message) => withError(message, (error) => without(error, "code"))),
    },
    {
      name: "error-code-string",
      description: "The code of an error is a string",
      owner: SHAPE,
      hooks: onResponse((message) => withError(message, (error) => ({ ...error, code: String(error.code) }))),
    },
    {
      name: "proto-members",
      kind: "variant",
      description: "Results have own members __proto__, constructor and toString",
      owner: undefined,
      hooks: { encode: (text) => text.replace(/"result":\{(?!\})/, () => `"result":{${PROTO_MEMBERS},`) },
    },
    {
      name: "long-line",
      kind: "variant",
      description: "The answer to tools/list has 5 MiB, with U+2028 and characters of three bytes",
      owner: undefined,
      hooks: firstDescription((description) => padded(description, 5 * MIB)),
    },
    {
      name: "huge-line",
      description: "The answer to tools/list has 24 MiB",
      owner: undefined,
      hooks: firstDescription((description) => padded(description, 24 * MIB)),
    },
    {
      name: "deep-nesting",
      description: "The answer to tools/list has 10000 arrays in each other",
      owner: undefined,
      hooks: { encode: (text) => text.replace(/"tools":\[(?=\{)/, () => `"deep":${DEEP},"tools":[`) },
    },
  ],
);

const PROTO_MEMBERS = '"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"toString":"x"';
const DEEP = "[".repeat(10_000) + "]".repeat(10_000);

function withError(message: JsonObject, change: (error: JsonObject) => JsonObject): Json {
  const error = member(message, "error");
  return error === undefined ? message : { ...message, error: change(error as JsonObject) };
}

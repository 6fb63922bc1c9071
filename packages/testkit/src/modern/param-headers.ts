import { decodeHeaderValue, isObject, type Json, type JsonObject, member } from "@mcptest/pack";
import { headerMismatch, type RpcError } from "../protocol/json-rpc.js";
import type { Call } from "../server/call.js";
import type { Check } from "../server/checks.js";
import type { Tool } from "../server/tool.js";

/** Reports that a check has failed; throws unless a fault or a variant does not mind. */
export type Fail = (check: Check, error: RpcError) => void;

/** What HTTP can carry in a header without encoding. */
const VISIBLE = /^[\x20-\x7e\t]*$/;

/** Compares the `Mcp-Param-*` headers of a `tools/call` with the arguments that they repeat (contract A64). */
export function checkParamHeaders(tools: readonly Tool[], call: Call, fail: Fail): void {
  const tool = tools.find(({ name }) => name === member(call.params, "name"));
  const args = member(call.params, "arguments");
  if (!tool) return;
  for (const { header, path } of annotated(tool.inputSchema)) {
    const value = path.reduce<Json | undefined>((current, name) => member(current, name), args);
    const given = call.headers.get(`mcp-param-${header.toLowerCase()}`);
    const name = `Mcp-Param-${header}`;
    if (value === undefined || value === null) {
      if (given !== undefined) fail("param-mismatch", headerMismatch(`${name} repeats an argument that is not there`));
    } else if (given === undefined) fail("param-header", headerMismatch(`${name} is missing`));
    else {
      const decoded = VISIBLE.test(given) ? decodeHeaderValue(given) : undefined;
      if (decoded === undefined) fail("param-encoding", headerMismatch(`${name} cannot be decoded`));
      else if (!equals(decoded, value)) fail("param-mismatch", headerMismatch(`${name} differs from the argument`));
    }
  }
}

/** Numbers compare by value, everything else by its text. */
function equals(header: string, value: Json): boolean {
  if (typeof value === "number") return header.trim() !== "" && Number(header) === value;
  return header === String(value);
}

interface Annotated {
  header: string;
  path: string[];
}

/** The properties with `x-mcp-header` that are reached through `properties` alone. */
function annotated(schema: JsonObject, path: string[] = []): Annotated[] {
  const properties = member(schema, "properties");
  if (!isObject(properties)) return [];
  return Object.entries(properties).flatMap(([name, property]) => {
    if (!isObject(property)) return [];
    const header = member(property, "x-mcp-header");
    const own = typeof header === "string" ? [{ header, path: [...path, name] }] : [];
    return [...own, ...annotated(property, [...path, name])];
  });
}

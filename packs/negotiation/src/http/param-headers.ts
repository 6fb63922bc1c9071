import { encodeHeaderValue, type Json, type JsonObject, member } from "@mcptest/pack";
import { type AnnotatedProperty, annotationsOf, isHeaderName } from "./annotations.js";

/** An argument that HTTP repeats in a header. */
export interface HeaderArgument extends AnnotatedProperty {
  /** `Mcp-Param-Region` */
  name: string;
  /** Its value in the arguments; `undefined` where it is absent. */
  value: Json | undefined;
}

/** The annotated properties of a tool, with the arguments of one call. */
export function headerArguments(tool: JsonObject | undefined, args: JsonObject): HeaderArgument[] {
  return annotationsOf(member(tool, "inputSchema")).reachable.flatMap((property) => {
    const { header, path } = property;
    if (!isHeaderName(header)) return [];
    const value = path.reduce<Json | undefined>((current, name) => member(current, name), args);
    return [{ ...property, name: `Mcp-Param-${header}`, value }];
  });
}

/** The headers that repeat the arguments of one call (A64). An absent or null argument has none. */
export function paramHeaders(tool: JsonObject | undefined, args: JsonObject): Record<string, string> {
  const headers = headerArguments(tool, args).flatMap(({ name, value }) => {
    if (value === undefined || value === null || typeof value === "object") return [];
    return [[name, encodeHeaderValue(String(value))] as const];
  });
  return Object.fromEntries(headers);
}

import type { AdvertisedExtension } from "@mcptest/core/extensions";
import type { MappedFacts } from "@mcptest/core/negotiation";
import { isObject, type Json, type JsonObject } from "@mcptest/core/report";
import { bounded, boundedList } from "./bounded-lines.js";

/** `tools (listChanged: true)`: a line for each capability but `extensions`, in the order received. */
export function capabilityLines(capabilities: JsonObject): string[] {
  const entries = Object.entries(capabilities).filter(([name]) => name !== "extensions");
  return boundedList(entries, ([name, value]) => [bounded(capabilityLine(name, value))]);
}

function capabilityLine(name: string, value: Json): string {
  if (!isObject(value)) return `${name}: ${Array.isArray(value) ? "[...]" : String(value)}`;
  const members = Object.entries(value).map(([key, item]) => (isScalar(item) ? `${key}: ${item}` : key));
  return members.length === 0 ? name : `${name} (${members.join(", ")})`;
}

function isScalar(value: Json): boolean {
  return typeof value !== "object" || value === null;
}

/** `Tasks (v1.0): io.modelcontextprotocol.tasks`. */
export function extensionLine({ label, version, id }: Pick<AdvertisedExtension, "label" | "version" | "id">): string {
  return bounded(`${label}${version === undefined ? "" : ` (v${version})`}: ${id}`);
}

/** `extension: com.example/jobs  (through resources on 2025-06-18, 3 methods)`. */
export function mappedLine({ label, id, methods, problem }: MappedFacts, protocolVersion: string): string {
  const count = `${methods.length} ${methods.length === 1 ? "method" : "methods"}`;
  const what = problem === undefined ? count : "its interface cannot be read";
  return bounded(`${label}: ${id}  (through resources on ${protocolVersion}, ${what})`);
}

import type { JsonObject } from "@mcptest/pack";

/**
 * Options of `@mcptest/pack-resource-compat` for the mapped server: the method routes that may be called, and the one that
 * gives its text back. With them every check of the pack is selected.
 */
export const MAPPED_OPTIONS: { invoke: Record<string, JsonObject>; echo: { method: string; member: string } } = {
  invoke: {
    "notes/list": {},
    "notes/get": { uri: "note://a/one.md" },
    "notes/add": { text: "Added." },
    "notes/touch": {},
    "notes/drop": { uri: "note://a/one.md" },
  },
  echo: { method: "notes/echo", member: "text" },
};

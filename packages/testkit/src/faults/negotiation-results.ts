import { core, frameworkFaults, generic, type Where } from "./groups.js";
import { onResult, without } from "./reshape.js";
import type { Fault } from "./types.js";

const MODERN: Where = { eras: ["modern"] };

/** Faults of `resultType` and of cache hints. */
export const resultRuleFaults: Fault[] = [
  ...frameworkFaults("G01", "result-type-present", "failed", MODERN, [
    {
      name: "list-without-result-type",
      description: "prompts/list has no resultType",
      hooks: onResult("prompts/list", (result) => without(result, "resultType")),
    },
    {
      name: "call-without-result-type",
      description: "tools/call has no resultType where it is complete",
      hooks: onResult("tools/call", (result) =>
        result.resultType === "complete" ? without(result, "resultType") : result,
      ),
    },
    {
      name: "result-type-number",
      description: "resultType of resources/list is a number",
      hooks: onResult("resources/list", (result) => ({ ...result, resultType: 1 })),
    },
  ]),
  ...frameworkFaults("G02", "result-type-value", "failed", MODERN, [
    {
      name: "result-type-made-up",
      description: 'resultType of prompts/list is "done", and no extension is advertised',
      hooks: {
        capabilities: (given) => without(given, "extensions"),
        ...generic({ toyActive: () => false }),
        ...onResult("prompts/list", (result) => ({ ...result, resultType: "done" })),
      },
    },
    {
      name: "result-type-capital",
      description: 'resultType of prompts/list is "Complete", and an extension is advertised',
      hooks: onResult("prompts/list", (result) => ({ ...result, resultType: "Complete" })),
    },
  ]),
  ...frameworkFaults("G30", "cache-hints-present", "failed", MODERN, [
    {
      name: "list-without-hints",
      description: "prompts/list has neither ttlMs nor cacheScope",
      hooks: onResult("prompts/list", (result) => without(result, "ttlMs", "cacheScope")),
    },
    {
      name: "templates-without-ttl",
      description: "resources/templates/list has no ttlMs",
      hooks: onResult("resources/templates/list", (result) => without(result, "ttlMs")),
    },
    {
      name: "read-without-scope",
      description: "resources/read has no cacheScope",
      hooks: onResult("resources/read", (result) => without(result, "cacheScope")),
    },
  ]),
  ...frameworkFaults("G31", "cache-ttl-valid", "failed", MODERN, [
    {
      name: "cache-ttl-negative",
      description: "ttlMs of tools/list is -1",
      hooks: onResult("tools/list", (result) => ({ ...result, ttlMs: -1 })),
    },
    {
      name: "cache-ttl-fraction",
      description: "ttlMs of resources/read is 1.5",
      hooks: onResult("resources/read", (result) => ({ ...result, ttlMs: 1.5 })),
    },
    {
      name: "cache-ttl-text",
      description: 'ttlMs of prompts/list is "1"',
      hooks: onResult("prompts/list", (result) => ({ ...result, ttlMs: "1" })),
    },
  ]),
  ...frameworkFaults("G32", "cache-scope-valid", "failed", MODERN, [
    {
      name: "cache-scope-other",
      description: 'cacheScope of resources/list is "session"',
      hooks: onResult("resources/list", (result) => ({ ...result, cacheScope: "session" })),
    },
  ]),
  ...frameworkFaults("G33", "cache-scope-pages", "failed", MODERN, [
    {
      name: "cache-scope-by-page",
      description: "The first page of resources/list is public, the others are private",
      hooks: {
        ...core({ pageSize: 2 }),
        ...onResult("resources/list", (result, call) =>
          call.params.cursor === undefined ? result : { ...result, cacheScope: "private" },
        ),
      },
    },
  ]),
];

import type { JsonObject } from "@mcptest/pack";
import { type AtReading, CLOCK_ID, errorAnswer, lacking, NOTES, onReadings } from "./compat-hooks.js";
import { compatFaults, core, mapped } from "./groups.js";
import { answering, onResult } from "./reshape.js";
import type { Fault } from "./types.js";

const LISTS = ["resources/list", "resources/templates/list"];

const pages = compatFaults("compat-pagination-complete", "failed", [
  {
    name: "mapped-page-repeats-entry",
    description: "Every page of resources/list but the first has an entry of the first one again",
    hooks: onResult("resources/list", (result, call) => {
      if (call.params.cursor === undefined || !Array.isArray(result.resources)) return result;
      return { ...result, resources: [{ uri: `${NOTES}a/one.md`, name: "one.md" }, ...result.resources] };
    }),
  },
  {
    name: "mapped-pages-go-round",
    description: "The last page of resources/list leads to the second one again",
    hooks: onResult("resources/list", (result) => ({ nextCursor: "from-4", ...result })),
  },
  {
    name: "mapped-templates-never-end",
    description: "Every page of resources/templates/list has a cursor of its own, and what the last one had",
    hooks: () => {
      let pages = 0;
      return {
        async around(call, next) {
          if (call.method !== "resources/templates/list") return next();
          if (String(call.params.cursor).startsWith("more-")) call.params = { ...call.params, cursor: "from-8" };
          const outcome = await next();
          const { result } = outcome.message as { result?: JsonObject };
          if (!result || result.nextCursor !== undefined) return outcome;
          pages += 1;
          const more = { ...result, nextCursor: `more-${pages}` };
          return { ...outcome, message: { jsonrpc: "2.0", id: call.id, result: more } };
        },
      };
    },
  },
  {
    name: "mapped-last-page-refused",
    description: "The cursor that leads to the last page of resources/list is refused",
    hooks: answering("resources/list", async (call, next) =>
      call.params.cursor === "from-8" ? errorAnswer(call, -32602, "Unknown cursor") : next(),
    ),
  },
  {
    name: "mapped-empty-cursor-forgotten",
    description: "The cursor of the second page is an empty string, with which the first page comes again",
    hooks: {
      ...core({ cursor: (offset) => (offset === 4 ? "" : `from-${offset}`) }),
      around(call, next) {
        if (LISTS.includes(call.method) && call.params.cursor === "") {
          const { cursor: _cursor, ...params } = call.params;
          call.params = params;
        }
        return next();
      },
    },
  },
  {
    name: "mapped-file-unlisted",
    description: "A file stands in the resources of the manifest, and on no page of resources/list",
    hooks: mapped({ resources: lacking(`${NOTES}a/pixel.png`) }),
  },
  {
    name: "mapped-file-template-unlisted",
    description: "A template of files stands in the manifest, and on no page of resources/templates/list",
    hooks: mapped({ templates: lacking(`${NOTES}{folder}/{name}.txt`) }),
  },
]);

/** Tells in the entry with this address how often its list was read. */
function counted(address: string): AtReading {
  return (entries, readings) =>
    entries.map((entry) =>
      [entry.uri, entry.uriTemplate].includes(address) ? { ...entry, title: `Listed ${readings} times` } : entry,
    );
}

const inert = compatFaults("compat-listing-inert", "warning", [
  {
    name: "mapped-listing-counts",
    description: "An entry of resources/list tells how often the list was read",
    hooks: () => onReadings({ resources: counted(`${NOTES}a/one.md`) }),
  },
  {
    name: "mapped-template-listing-counts",
    description: "An entry of resources/templates/list tells how often the list was read",
    hooks: () => onReadings({ templates: counted(`${NOTES}{folder}/{name}.txt`) }),
  },
  {
    name: "mapped-listing-adds",
    description: "Each reading of resources/list adds an ordinary resource",
    hooks: () =>
      onReadings({
        resources: (entries, readings) => [
          ...entries,
          ...Array.from({ length: readings }, (_, index) => ({
            uri: `testkit:///items/${index}`,
            name: `item ${index}`,
          })),
        ],
      }),
  },
  {
    name: "mapped-manifest-counts",
    description: "The manifest tells how often it was read",
    hooks: () => {
      let readings = 0;
      return mapped({
        manifest(manifest) {
          if (manifest.name !== CLOCK_ID) return manifest;
          readings += 1;
          return { ...manifest, instructions: `${String(manifest.instructions)} Read ${readings} times.` };
        },
      });
    },
  },
]);

/** Faults of the mapped server: the paging of its lists, and what reading them changes. */
export const pageFaults: Fault[] = [...pages, ...inert];

import type { JsonObject } from "@mcptest/pack";
import type { SmallServer } from "./answer.mjs";
import { WIDGETS } from "./request.js";

const PREFIX = `mcp-extensions://${WIDGETS}/`;

/** The interface of widgets as a server publishes it: a method with a fixed URI and one without. */
export const WIDGETS_MANIFEST: JsonObject = {
  name: WIDGETS,
  instructions: "Reading a method invokes it.",
  capabilities: { version: "2.3" },
  methods: ["widgets/get", "widgets/list"],
  resources: [`${PREFIX}widgets/list`],
  methodResources: {
    "widgets/get": { uriTemplate: `${PREFIX}widgets/get?params={params}`, inputSchema: { required: ["id"] } },
    "widgets/list": {
      uriTemplate: `${PREFIX}widgets/list?params={params}`,
      inputSchema: {},
      uri: `${PREFIX}widgets/list`,
    },
  },
};

/** A legacy server that offers widgets through resources. `reads` are further resources by their URI. */
export function mappedServer({ reads, legacy, ...more }: SmallServer = {}): SmallServer {
  return {
    legacy: { resources: {}, ...legacy },
    replies: { "resources/list": { resources: [{ uri: "file:///a" }, { uri: `${PREFIX}manifest.json` }] } },
    reads: {
      [`${PREFIX}manifest.json`]: WIDGETS_MANIFEST,
      [`${PREFIX}widgets/list`]: { widgets: [], by: "fixed" },
      [`${PREFIX}widgets/list?params=%7B%22page%22%3A1%7D`]: { widgets: [], by: "template" },
      [`${PREFIX}widgets/get?params=%7B%7D`]: { by: "template" },
      ...reads,
    },
    ...more,
  };
}

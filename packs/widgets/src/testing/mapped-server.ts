import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import {
  ERROR,
  isObject,
  type Json,
  type JsonObject,
  manifestUri,
  mappedPrefix,
  member,
  methodTemplate,
  methodUri,
} from "@mcptest/pack";
import { WIDGETS } from "../extension.js";
import { createShelf, PAGE, type Shelf } from "./shelf.js";

const VERSION = "2025-06-18";
const LIST = methodUri(WIDGETS, "widgets/list");

/** What a fault changes: the answer to a call, and the capabilities of the interface. */
export interface MappedFault {
  /** The check that finds it. */
  check: string;
  /** The value of a call; `undefined` refuses it. */
  answer?(method: string, params: JsonObject, value: JsonObject | undefined): JsonObject | undefined;
  capabilities?: JsonObject;
}

/** The interface of widgets, as its resource says it. */
function manifestOf({ capabilities = { version: "1", pageSize: PAGE } }: MappedFault): JsonObject {
  return {
    name: WIDGETS,
    instructions: "Reading the address of a method invokes it.",
    capabilities,
    methods: ["widgets/get", "widgets/list"],
    notifications: {},
    resources: [LIST],
    resourceTemplates: ["widgets/get", "widgets/list"].map((method) => methodTemplate(WIDGETS, method)),
    methodResources: {
      "widgets/get": {
        uriTemplate: methodTemplate(WIDGETS, "widgets/get"),
        inputSchema: { type: "object", properties: { id: { type: "string" } }, required: ["id"] },
        description: "One widget.",
      },
      "widgets/list": {
        uriTemplate: methodTemplate(WIDGETS, "widgets/list"),
        inputSchema: { type: "object", properties: { cursor: { type: "string" } } },
        description: "A page of widgets.",
        uri: LIST,
      },
    },
  };
}

/** The value behind an address, or `undefined` where there is none. */
function read(shelf: Shelf, fault: MappedFault, uri: string): JsonObject | undefined {
  if (uri === manifestUri(WIDGETS)) return manifestOf(fault);
  const [address = "", query] = uri.slice(mappedPrefix(WIDGETS).length).split("?params=", 2);
  const given = query === undefined ? {} : (JSON.parse(decodeURIComponent(query)) as Json);
  const params = isObject(given) ? given : {};
  const calls = new Map([
    ["widgets/list", shelf.list],
    ["widgets/get", shelf.get],
  ]);
  const call = uri.startsWith(mappedPrefix(WIDGETS)) ? calls.get(address) : undefined;
  const value = call?.(params);
  return call && fault.answer ? fault.answer(address, params, value) : value;
}

function answer(shelf: Shelf, fault: MappedFault, method: unknown, params: Json | undefined): JsonObject {
  switch (method) {
    case "initialize":
      return {
        result: {
          protocolVersion: VERSION,
          capabilities: { resources: {} },
          serverInfo: { name: "shelf", version: "1" },
        },
      };
    case "resources/list":
      return { result: { resources: [manifestUri(WIDGETS), LIST].map((uri) => ({ uri, name: uri })) } };
    case "resources/read": {
      const uri = String(member(params, "uri"));
      const value = read(shelf, fault, uri);
      if (value === undefined) return { error: { code: ERROR.invalidParams, message: "there is nothing" } };
      return { result: { contents: [{ uri, mimeType: "application/json", text: JSON.stringify(value) }] } };
    }
    default:
      return { error: { code: ERROR.methodNotFound, message: "there is no such method" } };
  }
}

/** Serves 2025-06-18 over HTTP, where widgets are there through resources alone. */
export async function startMappedServer(fault: MappedFault = { check: "" }) {
  const shelf = createShelf();
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const message = JSON.parse(body || "{}") as JsonObject;
      if (request.method !== "POST") response.writeHead(405).end();
      else if (message.id === undefined) response.writeHead(202).end();
      else {
        const { method, params, id } = message;
        response.writeHead(200, { "Content-Type": "application/json" });
        response.end(JSON.stringify({ jsonrpc: "2.0", id, ...answer(shelf, fault, method, params) }));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

import type { JsonObject } from "@mcptest/pack";
import { describe, expect, it } from "vitest";
import { answered, exchangeWith, received } from "../testing/exchange.js";
import { unnegotiatedSightings } from "./unnegotiated.js";

function opened(client: JsonObject, server: JsonObject, connection = "connection-1") {
  const result = { protocolVersion: "2025-11-25", capabilities: server };
  return answered("initialize", { capabilities: client }, { result }, { connection });
}

function cameOn(connection: string, method: string, number = 2) {
  const isRequest = !method.startsWith("notifications/");
  return exchangeWith({
    number,
    connection,
    messages: [received({ jsonrpc: "2.0", method, ...(isRequest ? { id: 1 } : {}) })],
  });
}

function judge(client: JsonObject, server: JsonObject, method: string, version = "2025-11-25") {
  const found = unnegotiatedSightings([opened(client, server), cameOn("connection-1", method)], version);
  return found.map(({ kind, subject, outcome, exchange }) => [kind, subject, outcome, exchange]);
}

describe("what was not negotiated (A106)", () => {
  it.each<[string, JsonObject, JsonObject]>([
    ["roots/list", { roots: {} }, {}],
    ["sampling/createMessage", { sampling: {} }, {}],
    ["elicitation/create", { elicitation: {} }, {}],
    ["notifications/message", {}, { logging: {} }],
    ["notifications/tools/list_changed", {}, { tools: { listChanged: true } }],
    ["notifications/prompts/list_changed", {}, { prompts: { listChanged: true } }],
    ["notifications/resources/list_changed", {}, { resources: { listChanged: true } }],
    ["notifications/resources/updated", {}, { resources: { subscribe: true } }],
  ])("%s needs its capability", (method, client, server) => {
    expect(judge(client, server, method)).toEqual([]);
    const side = Object.keys(client).length > 0 ? "client" : "server";
    expect(judge({}, {}, method)).toEqual([[side, method, "fail", 2]]);
    expect(judge({}, {}, method, "2025-03-26")).toEqual([[side, method, "warn", 2]]);
    // The capability of the other side is not meant.
    expect(judge(server, client, method)).toHaveLength(1);
  });

  it("listChanged: false is no promise to tell of changes", () => {
    expect(judge({}, { tools: { listChanged: false } }, "notifications/tools/list_changed")).toHaveLength(1);
  });

  it.each(["ping", "notifications/progress", "notifications/cancelled", "notifications/tasks/status", "x/y"])(
    "%s stands on none of these capabilities",
    (method) => {
      expect(judge({}, {}, method)).toEqual([]);
    },
  );

  it("each connection has its own agreement, and one whose initialize is not known none", () => {
    const exchanges = [
      opened({ roots: {} }, {}, "one"),
      opened({}, {}, "two"),
      cameOn("one", "roots/list", 3),
      cameOn("two", "roots/list", 4),
      cameOn("three", "roots/list", 5),
    ];
    expect(unnegotiatedSightings(exchanges, "2025-11-25").map(({ exchange }) => exchange)).toEqual([4]);
  });
});

import { at, type JsonObject } from "@mcptest/pack";
import { expect, test } from "vitest";
import { createDispatcher } from "../dispatcher.js";
import type { ServerOptions } from "../server/options.js";
import { post } from "../testing/http-client.js";
import { legacy, modern } from "../testing/requests.js";
import { openRevision } from "../testing/revisions.js";
import { openSession } from "../testing/session.js";
import { startHttpServer } from "../transports/http.js";
import { frameworkFaults } from "./groups.js";
import { checkTransport, listFaults } from "./registry.js";
import { onResult } from "./reshape.js";

function refusal(run: () => unknown): string {
  try {
    run();
    return "accepted";
  } catch (error) {
    return (error as Error).message;
  }
}

test("what cannot show on a server is refused, for people", () => {
  const make = (options: ServerOptions) => refusal(() => createDispatcher(options).close());
  expect([
    make({ variants: ["upper-case-id"] }),
    make({ kind: "generic", faults: ["ttl-missing"] }),
    make({ kind: "mapped", faults: ["ttl-missing"] }),
    make({ kind: "mapped", faults: ["apps-keys-differ"] }),
    make({ kind: "generic", faults: ["mapped-cached"] }),
    make({ kind: "mapped", era: "modern", faults: ["mapped-cached"] }),
    make({ kind: "generic", era: "modern", variants: ["extensions-in-initialize"] }),
    make({ kind: "generic", era: "legacy", versions: ["2025-11-25"], variants: ["null-id-errors"] }),
    make({ kind: "generic", era: "legacy", variants: ["sse-endpoint-absolute"] }),
    make({ kind: "generic", http: "sse", variants: ["odd-session-id"] }),
    make({ http: "sse" }),
    make({ kind: "generic", http: "sse", era: "modern" }),
    make({ kind: "generic", http: "sse", versions: ["2025-11-25"] }),
    make({ kind: "generic", versions: ["2026-07-28"] }),
    make({ versions: ["2024-11-05"] }),
    make({ kind: "generic", versions: [] }),
    refusal(() => checkTransport({ kind: "generic", http: "sse" }, "stdio")),
    make({ kind: "generic", variants: ["paginated-tools"], faults: ["silent-discover"] }),
    make({ kind: "generic", era: "modern", versions: [] }),
  ]).toMatchInlineSnapshot(`
    [
      "upper-case-id shows only on the generic server (kind: "generic", serve --generic), not on the server with Tasks",
      "ttl-missing shows only on the server with Tasks, not on the generic server",
      "ttl-missing shows only on the server with Tasks, not on the mapped server",
      "apps-keys-differ shows only on the Apps server (kind: "apps", serve --kind apps), not on the mapped server",
      "mapped-cached shows only on the mapped server (kind: "mapped", serve --kind mapped), not on the generic server",
      "mapped-cached shows only on legacy servers, not on a modern one",
      "extensions-in-initialize shows only on legacy servers, not on a modern one",
      "null-id-errors shows only in 2025-06-18, 2025-03-26, 2024-11-05, which this server does not speak",
      "sse-endpoint-absolute shows only over HTTP+SSE (http: "sse", serve --http-form sse)",
      "odd-session-id shows only over Streamable HTTP",
      "HTTP+SSE is the transport of 2024-11-05: it needs another server than the one with Tasks, and no modern era",
      "HTTP+SSE is the transport of 2024-11-05: it needs another server than the one with Tasks, and no modern era",
      "2025-11-25 is not spoken here: it is 2024-11-05",
      "2026-07-28 is not spoken here: it is 2025-11-25, 2025-06-18, 2025-03-26, 2024-11-05",
      "2024-11-05 is not spoken here: it is 2025-11-25",
      "A server that is not modern needs a legacy revision",
      "HTTP+SSE is a form of HTTP, not of stdio",
      "accepted",
      "accepted",
    ]
  `);
});

test("a fault of some eras and revisions shows in these alone, on a server of all", async () => {
  const silent = (result: JsonObject) => ({ ...result, tools: [] });
  const where = { eras: ["legacy" as const], versions: ["2025-06-18"] };
  const [fault] = frameworkFaults("X1", "x", "failed", where, [
    { name: "no-tools", description: "", hooks: onResult("tools/list", silent) },
  ]);
  expect(fault).toMatchObject({ on: "generic", owner: { rule: "X1", check: "x", verdict: "failed" } });
  const hooks = fault ? [fault.hooks({ jobMs: 1 })] : [];
  const server = await startHttpServer({ kind: "generic", hooks });
  const countOf = (messages: JsonObject[]) => (at(messages, 0, "result", "tools") as unknown[]).length;
  const counts: Record<string, number> = {};
  for (const version of ["2025-11-25", "2025-06-18", "2025-03-26"]) {
    const { send } = await openRevision(server.url, version);
    counts[version] = countOf((await send("tools/list")).messages);
  }
  const { message, headers } = modern("tools/list");
  counts.modern = countOf((await post(server.url, message, headers)).messages);
  expect(counts).toEqual({ "2025-11-25": 8, "2025-06-18": 0, "2025-03-26": 7, modern: 8 });
  await server.close();
});

test("a server without sessions serves each request by its header", async () => {
  const server = await startHttpServer({ kind: "generic", era: "legacy", variants: ["no-session-id"] });
  const { opened } = await openRevision(server.url, "2025-06-18");
  expect(opened.headers["mcp-session-id"]).toBeUndefined();
  const list = async (headers: Record<string, string>) => post(server.url, legacy("tools/list").message, headers);
  const revised = await list({ "MCP-Protocol-Version": "2025-06-18" });
  expect(at(revised.messages, 0, "result", "tools", 0)).toHaveProperty("title");
  expect(at((await list({})).messages, 0, "result", "tools", 0)).not.toHaveProperty("title");
  await server.close();
});

const variants = listFaults().filter(({ kind, on }) => kind === "variant" && on === "generic");
const places = variants.flatMap((variant) =>
  variant.transports.flatMap((transport) => variant.eras.map((era) => ({ ...variant, transport, era }))),
);

test.each(places.filter(({ form }) => form !== "sse"))("$name over $transport, $era: is served", async (place) => {
  const { name, transport, era } = place;
  const session = await openSession(transport, era, { kind: "generic", variants: [name] });
  const { tools } = await session.result("tools/list");
  expect(tools).toHaveLength(8);
  await session.close();
});

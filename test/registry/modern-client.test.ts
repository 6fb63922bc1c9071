import type { HttpTarget, StdioTarget } from "@mcptest/core/wire";
import { methodUri } from "@mcptest/pack";
import { Client, type Notification, ProtocolError, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, onTestFinished, test } from "vitest";
import { JOBS, startExample } from "./testing/example.js";
import { type Answer, connect, MODERN, TRANSPORTS } from "./testing/session.js";

/** The official client of 2026-07-28. */
async function officialClient(target: StdioTarget | HttpTarget): Promise<Client> {
  const client = new Client({ name: "official", version: "1.0.0" }, { versionNegotiation: { mode: { pin: MODERN } } });
  onTestFinished(() => client.close());
  const isStdio = target.kind === "stdio";
  await client.connect(
    isStdio ? new StdioClientTransport(target) : new StreamableHTTPClientTransport(new URL(target.url)),
  );
  return client;
}

/** Takes any result. */
const anyResult = {
  "~standard": { version: 1 as const, vendor: "test", validate: (value: unknown) => ({ value: value as Answer }) },
};

test.each(TRANSPORTS)("the official client lists, reads and calls by name over %s", async (transport) => {
  const { target, calls } = await startExample(transport);
  const client = await officialClient(target);
  const raw = await connect(target, MODERN);
  expect(Object.keys(client.getServerCapabilities()?.extensions ?? {})).toEqual([
    "example.org/jobs",
    "example.org/skills",
  ]);
  const { resources } = await client.listResources();
  expect(resources).toEqual((await raw.ask("resources/list")).result.resources);
  const { resourceTemplates } = await client.listResourceTemplates();
  expect(resourceTemplates).toEqual((await raw.ask("resources/templates/list")).result.resourceTemplates);
  expect(calls()).toEqual([]);
  const uris = [...resources.map(({ uri }) => uri), "skill://review/notes/naming.md"];
  expect(uris).toHaveLength(5);
  for (const uri of uris) {
    expect((await client.readResource({ uri })).contents).toEqual((await raw.read(uri)).result.contents);
  }
  expect(calls()).toHaveLength(2 * uris.filter((uri) => uri.startsWith("skill:")).length);

  const call = (method: string, params = {}) => client.request({ method, params }, anyResult);
  expect(await call("jobs/start", { name: "a" })).toMatchObject({ job: { name: "a", priority: 1 } });
  const text = 'a b+%20é/#"👍';
  expect(await call("jobs/echo", { text })).toMatchObject({ text });
  expect(await call("jobs/list")).toMatchObject({ jobs: [{ name: "a" }] });
  await expect(call("jobs/get", { jobId: "none" })).rejects.toMatchObject({ code: 1001, data: { jobId: "none" } });
  await expect(call("jobs/get")).rejects.toMatchObject({ code: -32602 });
  await expect(client.readResource({ uri: `${JOBS}manifest.json` })).rejects.toBeInstanceOf(ProtocolError);
  const mapped = methodUri("example.org/jobs", "jobs/echo", { text });
  await expect(client.readResource({ uri: mapped })).rejects.toMatchObject({ code: -32602 });
});

test.each(TRANSPORTS)("the official client receives the broadcasts that it asked for over %s", async (transport) => {
  const { target } = await startExample(transport);
  const client = await officialClient(target);
  const heard: Notification[] = [];
  client.fallbackNotificationHandler = async (notification) => {
    heard.push(notification);
  };
  const call = (method: string, params = {}) => client.request({ method, params }, anyResult);
  // The type of the filter lacks `methods`; the helper sends whatever it is given.
  const listen = (methods: unknown[]) => client.listen({ methods } as never);
  const states = () => heard.map(({ method, params }) => [method, params?.jobId, params?.state]);
  const changed = "notifications/jobs/changed";

  await call("jobs/start", { name: "before" });
  const about = { method: changed, topics: ["job-2"] };
  const topical = await listen([about, "notifications/none"]);
  await call("jobs/start", { name: "second" });
  await call("jobs/start", { name: "third" });
  await call("jobs/cancel", { jobId: "job-1" });
  await call("jobs/cancel", { jobId: "job-2" });
  await expect.poll(states).toEqual([
    [changed, "job-2", "running"],
    [changed, "job-2", "cancelled"],
  ]);
  await topical.close();

  heard.length = 0;
  const all = await listen([changed]);
  await call("jobs/cancel", { jobId: "job-3" });
  await expect.poll(states).toEqual([[changed, "job-3", "cancelled"]]);
  await all.close();
  const last = await listen([{ method: changed, topics: ["job-4"] }]);
  await call("jobs/cancel", { jobId: "job-1" });
  await call("jobs/start", { name: "fourth" });
  await expect.poll(states).toEqual([
    [changed, "job-3", "cancelled"],
    [changed, "job-4", "running"],
  ]);
  await last.close();
});

import type { HttpTarget, StdioTarget } from "@mcptest/core/wire";
import { methodUri } from "@mcptest/pack";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { ResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { expect, onTestFinished, test } from "vitest";
import { JOBS, SKILLS, startExample } from "./testing/example.js";
import { connect, OLDER, TRANSPORTS } from "./testing/session.js";

const LANES = OLDER.flatMap((version) => TRANSPORTS.map((transport) => [version, transport] as const));

/** The official client of the older revisions. It always asks for the newest of them, so its first message is changed. */
async function officialClient(target: StdioTarget | HttpTarget, version: string): Promise<Client> {
  const client = new Client({ name: "official", version: "1.0.0" });
  onTestFinished(() => client.close());
  const transport: Transport =
    target.kind === "stdio"
      ? new StdioClientTransport(target)
      : (new StreamableHTTPClientTransport(new URL(target.url)) as Transport);
  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    const isFirst = "method" in message && message.method === "initialize";
    const asked = isFirst ? { ...message, params: { ...message.params, protocolVersion: version } } : message;
    return send(asked, options);
  };
  await client.connect(transport);
  return client;
}

test.each(LANES)("the official client of %s lists, reads and calls by reading over %s", async (version, transport) => {
  const { target, calls } = await startExample(transport);
  const client = await officialClient(target, version);
  const raw = await connect(target, version);
  expect(Object.keys(client.getServerCapabilities() ?? {}).sort()).toEqual(["resources", "tools"]);
  const { resources } = await client.listResources();
  expect(resources).toEqual((await raw.ask("resources/list")).result.resources);
  const { resourceTemplates } = await client.listResourceTemplates();
  expect(resourceTemplates).toEqual((await raw.ask("resources/templates/list")).result.resourceTemplates);
  expect(calls()).toEqual([]);

  const text = 'a b+%20é/#"👍';
  const uris = [
    ...resources.map(({ uri }) => uri),
    `${SKILLS}review/notes/naming.md`,
    methodUri("example.org/jobs", "jobs/echo", { text }),
    methodUri("example.org/skills", "skills/get", { uri: `${SKILLS}deploy/SKILL.md` }),
  ];
  for (const uri of uris) {
    const { contents } = await client.readResource({ uri });
    expect(contents).toEqual((await raw.read(uri)).result.contents);
    expect(contents[0]?.uri).toBe(uri);
  }
  expect(calls()).toHaveLength(2 * (uris.length - 3));

  const call = async (method: string, params: Record<string, string>) => {
    const { contents } = await client.readResource({ uri: methodUri("example.org/jobs", method, params) });
    return JSON.parse((contents[0] as { text: string }).text);
  };
  expect(await call("jobs/start", { name: "a" })).toMatchObject({ job: { name: "a", priority: 1 } });
  expect(await call("jobs/echo", { text })).toEqual({ text });
  await expect(call("jobs/get", { jobId: "none" })).rejects.toMatchObject({ code: 1001, data: { jobId: "none" } });
  await expect(call("jobs/get", {})).rejects.toMatchObject({ code: -32602 });
  await expect(client.readResource({ uri: `${JOBS}jobs/get` })).rejects.toMatchObject({ code: -32002 });
  for (const method of ["jobs/list", "server/discover", "subscriptions/listen"]) {
    await expect(client.request({ method, params: {} }, ResultSchema)).rejects.toMatchObject({ code: -32601 });
  }
});

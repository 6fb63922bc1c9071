import { at, type JsonObject, META } from "@mcptest/pack";
import { describe, expect, test } from "vitest";
import { modern } from "../testing/requests.js";
import { type Listening, openSession } from "../testing/session.js";
import { connectInProcess } from "../testing/stdio-client.js";

const ABOUT = "testkit:///about";

describe.each(["http", "stdio"] as const)("subscriptions/listen over %s", (transport) => {
  const open = () => openSession(transport, "modern", { kind: "generic" });
  const gist = async (stream: Listening) => {
    const message = await stream.next();
    return [message?.method, at(message, "params", "notifications") ?? at(message, "params", "uri")];
  };

  test("agrees to what there is, and tells of it (F01 to F05, F12, F17)", async () => {
    const session = await open();
    const wide = await session.listen({
      toolsListChanged: true,
      promptsListChanged: true,
      resourcesListChanged: true,
      resourceSubscriptions: [ABOUT, ABOUT, "testkit:///none", 7, "testkit:///items/1"],
    });
    const narrow = await session.listen({ toolsListChanged: false, resourceSubscriptions: [ABOUT] });
    const tools = await session.listen({ toolsListChanged: true });
    const agreed = { toolsListChanged: true, resourceSubscriptions: [ABOUT, "testkit:///items/1"] };
    const ack = "notifications/subscriptions/acknowledged";
    expect(await gist(wide)).toEqual([ack, agreed]);
    expect(await gist(narrow)).toEqual([ack, { resourceSubscriptions: [ABOUT] }]);
    expect(await gist(tools)).toEqual([ack, { toolsListChanged: true }]);
    await session.result("tools/call", { name: "toggle" });
    expect(await gist(wide)).toEqual(["notifications/tools/list_changed", undefined]);
    expect(await gist(wide)).toEqual(["notifications/resources/updated", ABOUT]);
    expect(await gist(narrow)).toEqual(["notifications/resources/updated", ABOUT]);
    await session.result("tools/call", { name: "toggle" });
    expect(await gist(narrow)).toEqual(["notifications/resources/updated", ABOUT]);
    expect(await gist(tools)).toEqual(["notifications/tools/list_changed", undefined]);
    expect(await gist(tools)).toEqual(["notifications/tools/list_changed", undefined]);
    await session.close();
  });

  test("toggle changes the list of tools and the text of a resource, for everybody", async () => {
    const session = await open();
    const state = async () => {
      const { tools } = await session.result("tools/list");
      const { contents } = await session.result("resources/read", { uri: ABOUT });
      const { response } = await session.call("tools/call", { name: "extra" });
      return [(tools as unknown[]).length, String(at(contents, 0, "text")).endsWith("is there."), "result" in response];
    };
    expect(await state()).toEqual([8, false, false]);
    await session.result("tools/call", { name: "toggle" });
    expect(await state()).toEqual([9, true, true]);
    await session.result("tools/call", { name: "toggle" });
    expect(await state()).toEqual([8, false, false]);
    await session.close();
  });

  test("a filter that is none is refused", async () => {
    const session = await open();
    for (const notifications of [7, { resourceSubscriptions: ABOUT }] as JsonObject[]) {
      const { response } = await session.call("subscriptions/listen", { notifications });
      expect(at(response, "error", "code")).toBe(-32602);
    }
    await session.close();
  });
});

test("over stdio each subscription has its own id, of its own type, and is silent once cancelled", async () => {
  const client = connectInProcess({ kind: "generic", era: "modern" });
  const request = (method: string, params: JsonObject, id: string | number) => ({
    ...modern(method, params).message,
    id,
  });
  const notifications = { toolsListChanged: true };
  client.send(request("subscriptions/listen", { notifications }, "one"));
  client.send(request("subscriptions/listen", { notifications }, 2));
  const idOf = (message: JsonObject) => at(message, "params", "_meta", META.subscriptionId);
  const take = (id: string | number) => client.take((message) => idOf(message) === id);
  await take("one");
  await take(2);
  await client.request(request("tools/call", { name: "toggle" }, 3));
  expect((await take("one")).method).toBe("notifications/tools/list_changed");
  expect((await take(2)).method).toBe("notifications/tools/list_changed");
  client.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: "one" } });
  await client.request(request("tools/call", { name: "toggle" }, 4));
  await take(2);
  const about = client.lines().map((line) => JSON.parse(line));
  expect(about.filter((message) => idOf(message) === "one" || message.id === "one")).toHaveLength(2);
  client.close();
  const end = await client.take((message) => message.id === 2);
  expect(end.result).toMatchObject({ resultType: "complete", _meta: { [META.subscriptionId]: 2 } });
});

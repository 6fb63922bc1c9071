import { AssertionError } from "node:assert";
import type { Exchange } from "@mcptest/pack";
import type { ServerOptions } from "@mcptest/testkit";
import { expectAnswered, expectCaught, expectNotSent, expectOrder, expectSent, sentOf } from "@mcptest/testkit/verify";
import { beforeAll, describe, expect, it } from "vitest";
import { idsUnique, listNotEmpty, lists, packOf, widgets } from "./testing/widgets.js";

let exchanges: Exchange[];

beforeAll(async () => {
  const pack = packOf("1.0.0", [idsUnique, listNotEmpty]);
  const server: ServerOptions = { era: "modern", extensions: [widgets] };
  ({ exchanges } = await expectCaught(pack, { server, fault: lists([]), check: "widgets-list-not-empty" }));
});

function refusal(assertion: () => unknown): string {
  try {
    assertion();
  } catch (error) {
    expect(error).toBeInstanceOf(AssertionError);
    return (error as AssertionError).message.replace(/"[\d-]{10}"/g, '"DATE"');
  }
  throw new Error("it held");
}

describe("what was sent", () => {
  it("is found by method, members of params, and who sent it", () => {
    const list = { method: "widgets/list" };
    expect(sentOf(exchanges, list)).toHaveLength(2);
    expect(sentOf(exchanges, { ...list, params: { from: "widgets-ids-unique" } })).toHaveLength(1);
    expect(sentOf(exchanges, { ...list, params: { from: "nobody" } })).toEqual([]);
    expect(sentOf(exchanges, { ...list, by: "widgets-ids-unique" })).toHaveLength(1);
    expect(sentOf(exchanges, { ...list, by: "nobody" })).toEqual([]);
    expect(expectSent(exchanges, list, 2)).toHaveLength(2);
    expectNotSent(exchanges, { method: "tools/list" });
    expectOrder(exchanges, ["server/discover", "widgets/list"]);
  });

  it("is listed where it is something else", () => {
    expect(refusal(() => expectSent(exchanges, { method: "widgets/get", params: { id: "a" } }))).toMatchInlineSnapshot(`
      "widgets/get with {"id":"a"} was not sent
      what was sent:
        1: server/discover
        2: widgets/list (widgets-ids-unique)
        3: widgets/list (widgets-list-not-empty)"
    `);
    expect(
      refusal(() => expectSent(exchanges, { method: "widgets/list", by: "widgets-ids-unique" }, 2)),
    ).toMatchInlineSnapshot(`
      "widgets/list by widgets-ids-unique was sent once, and not sent 2 times
      what was sent:
        1: server/discover
        2: widgets/list (widgets-ids-unique)
        3: widgets/list (widgets-list-not-empty)"
    `);
    expect(refusal(() => expectNotSent(exchanges, { method: "widgets/list", by: "widgets-ids-unique" }))).toMatch(
      /^widgets\/list by widgets-ids-unique was sent, first in exchange \d+ by widgets-ids-unique$/,
    );
    expect(refusal(() => expectOrder(exchanges, ["widgets/list", "server/discover"]))).toMatchInlineSnapshot(`
      "server/discover was not sent after widgets/list
      what was sent:
        1: server/discover
        2: widgets/list (widgets-ids-unique)
        3: widgets/list (widgets-list-not-empty)"
    `);
    expect(refusal(() => expectSent([], { method: "widgets/list" }))).toMatchInlineSnapshot(`
      "widgets/list was not sent
      nothing was sent"
    `);
  });
});

describe("what was answered", () => {
  it("is found by members of the result", () => {
    const { method } = expectAnswered(exchanges, { method: "widgets/list", result: { widgets: [] } });
    expect(method).toBe("widgets/list");
    expect(expectAnswered(exchanges, { method: "server/discover" }).response).toBeDefined();
  });

  it("is told where it is something else", () => {
    const by = "widgets-ids-unique";
    expect(
      refusal(() =>
        expectAnswered(exchanges, { method: "widgets/list", by, result: { widgets: [{ id: "a" }] } }),
      ).replace(/\d+: \{.*/, "N: {…"),
    ).toMatchInlineSnapshot(`
      "widgets/list by widgets-ids-unique was never answered with the result {"widgets":[{"id":"a"}]}; its answers:
        N: {…"
    `);
    expect(
      refusal(() => expectAnswered(exchanges, { method: "widgets/list", by, errorCode: -32601 })).replace(
        /\d+: \{.*/,
        "N: {…",
      ),
    ).toMatchInlineSnapshot(`
      "widgets/list by widgets-ids-unique was never answered with the error -32601; its answers:
        N: {…"
    `);
  });
});

import { AssertionError } from "node:assert";
import { tasksPack } from "@mcptest/pack-tasks";
import type { ServerOptions } from "@mcptest/testkit";
import { type Caught, expectAnswered, expectCaught, expectNotSent, expectSent } from "@mcptest/testkit/verify";
import { describe, expect, it } from "vitest";
import { idsUnique, listCheck, listNotEmpty, lists, packOf, startWidgets, widgets } from "./testing/widgets.js";

const pack = packOf("1.0.0", [idsUnique, listNotEmpty]);
const server: ServerOptions = { era: "modern", extensions: [widgets] };
const twice = lists([{ id: "a" }, { id: "a" }]);

/** What the assertion says when it does not hold. */
async function refusal(of: Parameters<typeof expectCaught>[0], caught: Caught): Promise<string> {
  const error = await expectCaught(of, caught).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(AssertionError);
  return (error as AssertionError).message;
}

describe("expectCaught", () => {
  it("holds for hooks on the testkit's server with an extension of one's own", async () => {
    const { complaint, exchanges, report } = await expectCaught(pack, {
      server,
      fault: twice,
      check: "widgets-ids-unique",
      verdict: "failed",
    });
    expect(complaint).toEqual({ check: "widgets-ids-unique", verdict: "failed", message: "an id stands twice" });
    expect(report.exitCode).toBe(1);
    expectSent(exchanges, { method: "widgets/list", params: { from: "widgets-ids-unique" } }, 1);
    expectNotSent(exchanges, { method: "tools/call" });
    expectAnswered(exchanges, { method: "widgets/list", result: { widgets: [{ id: "a" }, { id: "a" }] } });
  });

  it("holds for a server of one's own", async () => {
    const { complaint } = await expectCaught(pack, {
      server: startWidgets,
      fault: "ids-twice",
      check: "widgets-ids-unique",
    });
    expect(complaint.message).toBe("an id stands twice");
  });

  it("holds for a fault of the testkit, over the transport and in the era in which it shows", async () => {
    const { complaint } = await expectCaught(tasksPack, {
      fault: "ttl-missing",
      profile: "baseline",
      check: "tasks-ttl-shape",
    });
    expect(complaint.verdict).toBe("failed");
  });

  it("says what was found in its place", async () => {
    expect(await refusal(pack, { server, fault: lists([]), check: "widgets-ids-unique" })).toMatchInlineSnapshot(`
      "mcptest-pack-widgets, widgets-ids-unique, a fault of its own: the check did not find it: widgets-ids-unique passed
      what was found in its place:
        widgets-list-not-empty failed: there is no widget"
    `);
  });

  it("says that nothing was found", async () => {
    expect(await refusal(pack, { server, fault: {}, check: "widgets-ids-unique" })).toMatchInlineSnapshot(
      `"mcptest-pack-widgets, widgets-ids-unique, a fault of its own: the check did not find it: widgets-ids-unique passed"`,
    );
  });

  it("says who else spoke, unless that is known", async () => {
    const second = listCheck("widgets-first-two", ([one, two]) => (one?.id === two?.id ? "both are one" : undefined));
    const both = packOf("1.0.0", [idsUnique, second]);
    const caught = { server, fault: twice, check: "widgets-ids-unique" };
    expect(await refusal(both, caught)).toMatchInlineSnapshot(`
      "mcptest-pack-widgets, widgets-ids-unique, a fault of its own: the check found it, and so did others; one fault is one finding (or name them in besides)
        widgets-first-two failed: both are one"
    `);
    await expectCaught(both, { ...caught, besides: ["widgets-first-two"] });
  });

  it("says that a server that obeys was blamed", async () => {
    const wrong = listCheck("widgets-three", (list) => (list.length < 3 ? "there are fewer than three" : undefined));
    expect(
      await refusal(packOf("1.0.0", [wrong]), { server, fault: twice, check: "widgets-three" }),
    ).toMatchInlineSnapshot(`
      "mcptest-pack-widgets, widgets-three, a fault of its own: without the fault no check may blame the server, and 1 did
        widgets-three failed: there are fewer than three"
    `);
  });

  it("says that the check decides nothing on a server that obeys", async () => {
    const elsewhere = listCheck("widgets-elsewhere", () => undefined, { on: { era: "legacy" } });
    expect(
      await refusal(packOf("1.0.0", [elsewhere, idsUnique]), { server, fault: twice, check: "widgets-elsewhere" }),
    ).toMatchInlineSnapshot(
      `"mcptest-pack-widgets, widgets-elsewhere, a fault of its own: without the fault the check has to pass, or it proves nothing: widgets-elsewhere is not applicable: applies where era is legacy; here it is modern"`,
    );
  });

  it("says that the verdict is another", async () => {
    const caught: Caught = { server, fault: twice, check: "widgets-ids-unique", verdict: "warning" };
    expect(await refusal(pack, caught)).toMatchInlineSnapshot(`
      "mcptest-pack-widgets, widgets-ids-unique, a fault of its own: widgets-ids-unique failed: an id stands twice
      expected: warning"
    `);
  });

  it("says that there is no such check", async () => {
    expect(await refusal(pack, { server, fault: twice, check: "widgets-unique" })).toMatchInlineSnapshot(
      `"mcptest-pack-widgets has no check widgets-unique; it has widgets-ids-unique, widgets-list-not-empty"`,
    );
  });

  it("says that the extension is not there", async () => {
    expect(await refusal(pack, { fault: twice, check: "widgets-ids-unique" })).toMatchInlineSnapshot(
      `"mcptest-pack-widgets, widgets-ids-unique, a fault of its own: without the fault the pack did not run: the server does not advertise com.example/widgets on 2026-07-28"`,
    );
  });

  it("says that a server of one's own cannot be reached", async () => {
    const gone = () => ({ url: "http://127.0.0.1:1/mcp" });
    expect(await refusal(pack, { server: gone, fault: "any", check: "widgets-ids-unique" })).toMatchInlineSnapshot(`
      "mcptest-pack-widgets, widgets-ids-unique, fault any: without the fault the server could not be tested: http://127.0.0.1:1/mcp: Connection refused by 127.0.0.1:1 (ECONNREFUSED).
        server/discover (2026-07-28): connection refused by 127.0.0.1:1 (ECONNREFUSED)
        limits: first message 30000 ms, later probes 5000 ms, initialize 30000 ms"
    `);
  });

  it("refuses a fault that the testkit has not", async () => {
    await expect(expectCaught(tasksPack, { fault: "ttl-mising", check: "tasks-ttl-shape" })).rejects.toThrow(
      'the testkit has no fault "ttl-mising": mcptest-testkit list-faults shows all of them',
    );
  });
});

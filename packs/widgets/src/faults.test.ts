import { expectCaught } from "@mcptest/testkit/verify";
import { describe, expect, test } from "vitest";
import { checks } from "./checks/index.js";
import widgetsPack from "./index.js";
import { faults } from "./testing/faults.js";
import { widgets } from "./testing/server.js";

const server = { era: "modern" as const, extensions: [widgets] };
const options = { tool: "make_widget", waitMs: 300 };
const messages: Record<string, string> = {};

describe("each fault is found by its check alone, which is silent without it", () => {
  test.each(faults.map((fault) => [fault.name, fault] as const))("%s", async (name, { check, hooks }) => {
    const { complaint } = await expectCaught(widgetsPack, { check, fault: hooks, server, options, verdict: "failed" });
    messages[name] = complaint.message;
  });

  test("and the check says what came and what is asked for", () => {
    expect(messages).toMatchInlineSnapshot(`
      {
        "cursor-is-a-number": "nextCursor is 2; it has to be a text, or not there",
        "cursor-leads-back": "the cursor "4" comes twice",
        "declaration-is-not-needed": "it is answered with the result {"resultType":"complete","widgets":[]}; the error -32021 is asked for",
        "get-gives-another": "widget.id is "w5"; the list has "w1" (and 5 more)",
        "made-is-not-listed": "the widget "w6" was made and is not listed",
        "made-is-not-told": "notifications/widgets/list_changed did not come within 300 ms",
        "name-changes": "the widget "w1" has the names "Old lamp" and "Lamp"",
        "name-is-empty": "the widget "w5" has the name " "",
        "name-is-missing": "widgets[0].name is (absent); it has to be a text (and 1 more)",
        "page-size-is-zero": "pageSize is 0; it has to be a whole number above 0",
        "pages-overlap": "the id "w1" stands twice",
        "unknown-id-gives-nothing": "it is answered with the result {"resultType":"complete","widget":null}; the error -32602 is asked for",
        "version-is-a-number": "version is 1; it has to be "1"",
      }
    `);
  });
});

test("each check is caught by a fault", () => {
  expect([...new Set(faults.map(({ check }) => check))].sort()).toEqual(checks.map(({ id }) => id).sort());
});

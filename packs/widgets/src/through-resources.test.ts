import { checksOf } from "@mcptest/pack";
import { expectCaught } from "@mcptest/testkit/verify";
import { expect, test } from "vitest";
import widgetsPack from "./index.js";
import { mappedFaults } from "./testing/mapped-faults.js";
import { startMappedServer } from "./testing/mapped-server.js";

const server = (fault: string | undefined) =>
  startMappedServer(fault === undefined ? undefined : mappedFaults[fault]?.());
const messages: Record<string, string> = {};

test.each(Object.entries(mappedFaults))("%s is found through resources by its check alone", async (name, fault) => {
  const { check } = fault();
  const { complaint, exchanges } = await expectCaught(widgetsPack, { check, fault: name, server, verdict: "failed" });
  messages[name] = complaint.message;
  expect(exchanges.some(({ route }) => route === "resources")).toBe(true);
});

test("and the check says what came, not what carried it", () => {
  expect(messages).toMatchInlineSnapshot(`
    {
      "cursor-leads-back": "the cursor "4" comes twice",
      "get-gives-another": "widget.id is "w5"; the list has "w1" (and 5 more)",
      "name-changes": "the widget "w1" has the names "Old lamp" and "Lamp"",
      "name-is-empty": "the widget "w5" has the name " "",
      "name-is-missing": "widgets[0].name is (absent); it has to be a text (and 1 more)",
      "pages-overlap": "the id "w1" stands twice",
      "unknown-id-gives-nothing": "it is answered with the result {"widget":null}; the error -32602 is asked for",
      "version-is-a-number": "version is 1; it has to be "1"",
    }
  `);
});

test("each check that is not about declaring the extension is among them", () => {
  const found = new Set(Object.values(mappedFaults).map((fault) => fault().check));
  const others = checksOf(widgetsPack).filter(({ on }) => on?.route === undefined);
  expect([...found].sort()).toEqual(others.map(({ id }) => id).sort());
});

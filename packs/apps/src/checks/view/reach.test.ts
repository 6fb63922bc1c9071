import { expect, it } from "vitest";
import { connected, fromView, HANDSHAKE, INITIALIZE, recordOf, textFromView } from "../../view/testing/records.js";
import { hasAsked, type Reach, unreached } from "./reach.js";

const ALL: readonly Reach[] = ["loaded", "asked", "understood", "connected"];
const silent = recordOf([], { ended: "silent" });
const asText = recordOf([textFromView(JSON.stringify(INITIALIZE))]);
const withoutId = recordOf([fromView({ ...INITIALIZE, id: null })]);
const withoutVersion = recordOf([fromView({ ...INITIALIZE, jsonrpc: "1.0" })]);
const unended = recordOf(HANDSHAKE.slice(0, 2));

it.each([
  ["says nothing", silent, ["loaded"]],
  ["sends the core method", recordOf([fromView({ ...INITIALIZE, method: "initialize" })]), ["loaded"]],
  ["sends it as a text", asText, ["loaded", "asked"]],
  ["sends it with the id null", withoutId, ["loaded", "asked"]],
  ["sends it as another JSON-RPC", withoutVersion, ["loaded", "asked"]],
  ["does not end the handshake", unended, ["loaded", "asked", "understood"]],
  ["is connected", connected(), ALL],
])("a view that %s comes so far", (_what, record, reached) => {
  expect(ALL.filter((reach) => unreached(record, reach) === undefined)).toEqual(reached);
});

it("says the first step that was missed", () => {
  expect(unreached(silent, "connected")).toBe("it never sent ui/initialize");
  expect(unreached(asText, "connected")).toBe("no host could take its ui/initialize");
  expect(unreached(unended, "connected")).toBe("it never ended the handshake");
});

it("an id 0 and an id that is a text can both be answered", () => {
  for (const id of [0, "a"]) {
    expect(unreached(recordOf([fromView({ ...INITIALIZE, id })]), "understood")).toBeUndefined();
  }
});

it("what the host sends is no handshake of the view", () => {
  expect(hasAsked(recordOf([{ from: "host", json: INITIALIZE }]))).toBe(false);
});

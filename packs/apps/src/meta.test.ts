import { expect, it } from "vitest";
import { cspEntries, misplacedOn, shapeProblems } from "./meta.js";
import type { ReadView } from "./reads.js";

it("takes what the specification has, and names what it does not know", () => {
  const csp = { connectDomains: [], resourceDomains: ["https://a"], frameDomains: [], baseUriDomains: [] };
  const permissions = { camera: {}, clipboardWrite: { any: 1 } };
  expect(shapeProblems({ csp, permissions, domain: "x", prefersBorder: false })).toEqual({ wrong: [], unknown: [] });
  const more = { csp: { scriptDomains: [] }, permissions: { usb: {} }, __proto: 1 };
  expect(shapeProblems(more)).toEqual({
    wrong: [],
    unknown: ['"__proto"', 'csp."scriptDomains"', 'permissions."usb"'],
  });
});

it("finds every wrong type", () => {
  const ui = {
    csp: { connectDomains: "https://a", resourceDomains: [1] },
    permissions: { camera: true, microphone: null },
    domain: 1,
    prefersBorder: "yes",
  };
  expect(shapeProblems(ui).wrong).toMatchInlineSnapshot(`
    [
      "csp.connectDomains is "https://a", not a list of texts",
      "csp.resourceDomains is [1], not a list of texts",
      "permissions.camera is true, not an object (a boolean was right before January 2026; ask with {})",
      "permissions.microphone is null, not an object",
      "domain is 1, not a text",
      "prefersBorder is "yes", not true or false",
    ]
  `);
  expect(shapeProblems({ csp: [], permissions: true }).wrong).toHaveLength(2);
  expect(shapeProblems("x").wrong).toHaveLength(1);
});

it("gives the texts of csp with their lists, and nothing of what is none", () => {
  const csp = { connectDomains: ["https://a", 1], frameDomains: "x", other: ["https://b"] };
  expect(cspEntries({ csp })).toEqual([{ list: "connectDomains", value: "https://a" }]);
  expect(cspEntries(undefined)).toEqual([]);
});

it("knows where metadata stands that no host looks for", () => {
  const view = { uri: "ui://a", item: {} } as ReadView;
  const tool = { uri: "ui://a", ui: { csp: {} } };
  const apps = { uiTools: [tool] } as unknown as Parameters<typeof misplacedOn>[1];
  const none = { uiTools: [] };
  expect(misplacedOn({ ...view, ofResult: { csp: {} } }, apps)).toEqual(["result", "tool"]);
  expect(misplacedOn(view, none)).toEqual([]);
  expect(misplacedOn({ ...view, ofItem: { prefersBorder: true } }, apps)).toEqual([]);
  expect(misplacedOn({ ...view, ofEntry: { csp: {} }, ofResult: { csp: {} } }, none)).toEqual([]);
  expect(misplacedOn({ ...view, ofResult: { other: 1 } }, none)).toEqual([]);
});

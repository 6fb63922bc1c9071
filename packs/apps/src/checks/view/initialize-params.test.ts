import { describe, expect, it } from "vitest";
import { paramsProblems } from "./initialize-params.js";

const good = {
  protocolVersion: "2026-01-26",
  appInfo: { name: "view", version: "1.0.0" },
  appCapabilities: {},
};

describe("params of ui/initialize obey", () => {
  it.each([
    ["the least", good],
    ["another version, which is another question", { ...good, protocolVersion: "2025-11-21" }],
    [
      "all that the dialect knows",
      {
        ...good,
        appInfo: { ...good.appInfo, title: "View", websiteUrl: "https://a.example", icons: [] },
        appCapabilities: { experimental: {}, tools: { listChanged: true }, availableDisplayModes: ["inline", "pip"] },
        _meta: { a: 1 },
      },
    ],
    ["no display mode", { ...good, appCapabilities: { availableDisplayModes: [] } }],
  ])("%s", (_what, params) => {
    expect(paramsProblems(params)).toEqual({ wrong: [], unknown: [] });
  });
});

describe("params of ui/initialize are wrong with", () => {
  it.each([
    ["none at all", undefined, /^params is .*not an object$/],
    ["a list", [], /^params is .*not an object$/],
    ["no version", { ...good, protocolVersion: undefined }, /^protocolVersion/],
    ["a version that is a number", { ...good, protocolVersion: 2026 }, /^protocolVersion/],
    ["appInfo as a text", { ...good, appInfo: "view" }, /^appInfo is "view", not an object$/],
    ["no name", { ...good, appInfo: { version: "1" } }, /^appInfo\.name/],
    ["a version of the app that is a number", { ...good, appInfo: { name: "a", version: 1 } }, /^appInfo\.version/],
    ["capabilities as a list", { ...good, appCapabilities: [] }, /^appCapabilities is \[\]/],
    ["tools: true", { ...good, appCapabilities: { tools: true } }, /^appCapabilities\.tools is true/],
    ["listChanged as a text", { ...good, appCapabilities: { tools: { listChanged: "yes" } } }, /listChanged is "yes"/],
    [
      "a mode that is none",
      { ...good, appCapabilities: { availableDisplayModes: ["modal"] } },
      /availableDisplayModes/,
    ],
    [
      "a mode that is no list",
      { ...good, appCapabilities: { availableDisplayModes: "inline" } },
      /availableDisplayModes/,
    ],
  ])("%s", (_what, params, problem) => {
    const { wrong } = paramsProblems(JSON.parse(JSON.stringify(params ?? null)));
    expect(wrong).toEqual([expect.stringMatching(problem)]);
  });
});

it("names the members of the core protocol where the own ones are missing", () => {
  const { protocolVersion, appInfo, appCapabilities } = good;
  expect(paramsProblems({ protocolVersion, clientInfo: appInfo, capabilities: appCapabilities })).toEqual({
    wrong: [
      "appInfo is absent, and clientInfo of the core protocol is there",
      "appCapabilities is absent, and capabilities of the core protocol is there",
    ],
    unknown: [],
  });
});

it("names members that the dialect does not know, on each level", () => {
  const params = JSON.parse(
    `{"protocolVersion":"2026-01-26","appInfo":{"name":"a","version":"1","vendor":"b"},
      "appCapabilities":{"sampling":{}},"features":[],"__proto__":{}}`,
  );
  const { wrong, unknown } = paramsProblems(params);
  expect(wrong).toEqual([]);
  expect(unknown.map((name) => name.replaceAll('"', ""))).toEqual([
    "features",
    "__proto__",
    "appInfo.vendor",
    "appCapabilities.sampling",
  ]);
});

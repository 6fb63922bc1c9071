import { describe, expect, it } from "vitest";
import type { OutsideRequest, Violation } from "../../view/record.js";
import { recordOf } from "../../view/testing/records.js";
import { attemptsOf, isLoopback } from "./attempts.js";

const violation = (directive: string, blocked: string): Violation => ({ atMs: 1, stage: "load", directive, blocked });
const request = (kind: string, url: string): OutsideRequest => ({ atMs: 1, stage: "load", url, kind });
const told = (parts: Parameters<typeof recordOf>[1]) =>
  attemptsOf(recordOf([], parts)).map(({ url, list }) => `${list} ${url.origin}`);

describe("attempts", () => {
  it.each([
    ["script-src-elem", "resourceDomains"],
    ["style-src-elem", "resourceDomains"],
    ["img-src", "resourceDomains"],
    ["font-src", "resourceDomains"],
    ["connect-src", "connectDomains"],
    ["frame-src", "frameDomains"],
    ["base-uri", "baseUriDomains"],
  ])("that %s kept in belong to %s", (directive, list) => {
    expect(told({ violations: [violation(directive, "https://a.example/x")] })).toEqual([`${list} https://a.example`]);
  });

  it.each([
    ["script", "resourceDomains"],
    ["image", "resourceDomains"],
    ["fetch", "connectDomains"],
    ["xhr", "connectDomains"],
    ["eventsource", "connectDomains"],
    ["document", "frameDomains"],
  ])("that got out as %s belong to %s", (kind, list) => {
    expect(told({ requests: [request(kind, "https://a.example/x")] })).toEqual([`${list} https://a.example`]);
  });

  it("of a web socket are connections", () => {
    expect(attemptsOf(recordOf([], { requests: [request("websocket", "wss://a.example/x")] }))).toMatchObject([
      { list: "connectDomains", how: "websocket" },
    ]);
  });

  it("are told once for each origin and use", () => {
    const requests = ["/1", "/2"].map((path) => request("fetch", `https://a.example${path}`));
    const violations = [violation("connect-src", "https://a.example/3"), violation("img-src", "https://a.example/4")];
    expect(told({ requests, violations }).sort()).toEqual([
      "connectDomains https://a.example",
      "resourceDomains https://a.example",
    ]);
  });

  it("are none where the view itself, code or data was blocked", () => {
    const blocked = ["eval", "inline", "blob", "data", "http://127.0.0.1:9/view", "not a url", "https://"];
    expect(told({ violations: blocked.map((what) => violation("script-src", what)) })).toEqual([]);
  });

  it("are none where a link was clicked", () => {
    const url = "https://a.example/page";
    expect(
      told({ requests: [request("document", url)], escapes: [{ atMs: 1, stage: "links", kind: "popup", what: url }] }),
    ).toEqual([]);
  });
});

it.each([
  ["localhost", true],
  ["127.0.0.1", true],
  ["127.9.9.9", true],
  ["[::1]", true],
  ["127.0.0.1.example", false],
  ["localhost.example", false],
  ["10.0.0.1", false],
])("%s is this machine: %s", (hostname, expected) => {
  expect(isLoopback(hostname)).toBe(expected);
});

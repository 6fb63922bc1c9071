import { describe, expect, it } from "vitest";
import type { CspEntry } from "./meta.js";
import { covers, injectionIn, originProblem, widthOf } from "./origins.js";

const entry = (value: string, list: CspEntry["list"] = "resourceDomains"): CspEntry => ({ list, value });

describe("the form of an origin", () => {
  it.each([
    "https://cdn.example.com",
    "https://*.example.com",
    "http://127.0.0.1:*",
    "https://[2001:db8::1]:8443",
    "HTTPS://Example.com:443",
    "https://localhost",
    // Its width is judged elsewhere.
    "https://*",
  ])("takes %s", (value) => {
    expect(originProblem(entry(value))).toBeUndefined();
  });

  it.each([
    ["*", "is a bare *, which is no origin"],
    ["cdn.example.com", "has no scheme: an origin is written https://cdn.example.com"],
    ["https://x/y/", "has a path, which is no part of an origin"],
    ["https://x?q", "has a path, which is no part of an origin"],
    ["ftp://x", "has the scheme ftp"],
    ["wss://x", "has the scheme wss, which is for connectDomains alone"],
    ["https://", "has no host"],
    ["https://a..b", "has a host that is no name"],
    ["https://-a.b", "has a host that is no name"],
    ["https://a.*.b", "has a * that is no whole first label"],
    ["https://x:99999", "has an odd port"],
    ["https://x:", "has an odd port"],
    ["https://[1.2.3]", "has an address that is no IPv6 address"],
    [`https://${"a".repeat(1_000)}`, "is longer than 1000 characters"],
  ])("finds what is wrong with %s", (value, problem) => {
    expect(originProblem(entry(value))).toEqual({ problem });
  });

  it("takes sockets in connectDomains, and notes a slash at the end", () => {
    expect(originProblem(entry("wss://x.example", "connectDomains"))).toBeUndefined();
    expect(originProblem(entry("https://x/"))).toEqual({ note: "ends with a slash; the path is ignored" });
  });
});

it.each([
  ["https://a; script-src *", true],
  ["https://a https://b", true],
  ["https://a,https://b", true],
  ["'unsafe-eval'", true],
  ['"https://a"', true],
  ["data:", true],
  ["Blob:", true],
  ["https://a\nb", true],
  ["https://a\u0000", true],
  ["https://a.example", false],
  ["*", false],
])("an entry %j changes a header: %s", (value, changes) => {
  expect(injectionIn(value) !== undefined).toBe(changes);
});

it.each([
  ["https://*", "is open to every host"],
  ["https://*:8443", "is open to every host"],
  ["https://*.com", "is open to whoever has a name under a public suffix"],
  ["https://*.co.uk", "is open to whoever has a name under a public suffix"],
  ["https://*.github.io", "is open to whoever has a name under a public suffix"],
  ["http://example.com", "uses http, which anybody on the way can change"],
  ["ws://example.com", "uses ws, which anybody on the way can change"],
  ["*", "is open to every origin"],
])("%s %s", (value, problem) => {
  expect(widthOf(value)).toEqual({ problem });
});

it("lets named hosts and loopback ones be", () => {
  expect(["https://a.example", "https://*.example.com", "wss://a:443"].map(widthOf)).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  for (const local of ["http://localhost:3000", "ws://127.0.0.1", "http://[::1]:80"])
    expect(widthOf(local)).toEqual({ local: true });
});

it.each([
  ["https://a.example", "https://a.example/x.js", true],
  ["https://a.example", "https://a.example:8443/x.js", false],
  ["https://a.example:*", "https://a.example:8443/x.js", true],
  ["https://*.a.example", "https://cdn.a.example/", true],
  ["https://*.a.example", "https://a.example/", false],
  ["https://*.a.example", "https://evila.example/", false],
  ["https://a.example", "http://a.example/", false],
  ["http://a.example", "https://a.example/", true],
  ["https://a.example", "wss://a.example/", true],
  ["https://[::1]:80", "https://[::1]:80/", true],
  ["a.example", "https://a.example/", false],
])("%s covers %s: %s", (value, url, is) => {
  expect(covers(value, new URL(url))).toBe(is);
});

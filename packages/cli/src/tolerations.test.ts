import type { Config, Suite } from "@mcptest/core/config";
import { describe, expect, it } from "vitest";
import { isFiltered, toleranceOfPack, toleranceOfSuite } from "./tolerations.js";

const servers = ["local", "staging"].map((name) => ({ kind: "http" as const, name, url: "http://h/", headers: [] }));
const packs = ["a", "b"].map((name) => ({ name, specifier: name, from: "/", namedIn: "" }));
const tolerate = [{ check: "c", reason: "known" }];
const config: Config = {
  file: "/mcptest.config.yaml",
  servers: new Map(servers.map((server) => [server.name, server])),
  packs,
  suites: new Map(),
  tolerate,
  secrets: [],
  missing: [],
};
const suite = (more: Partial<Suite> = {}): Suite => ({ name: "s", servers, packs, require: [], tolerate, ...more });

describe("a run finds an entry stale", () => {
  const entry = { check: "c", reason: "known" };
  const narrow = suite({ servers: servers.slice(0, 1), packs: packs.slice(0, 1) });

  it.each([
    ["that may mean anything, on everything", suite(), false, entry, true],
    ["in a filtered run", suite(), true, { ...entry, server: "local", pack: "a" }, false],
    ["that may mean another server", narrow, false, { ...entry, pack: "a" }, false],
    ["that may mean another pack", narrow, false, { ...entry, server: "local" }, false],
    ["that names both", narrow, false, { ...entry, server: "local", pack: "a" }, true],
  ])("%s", (_name, selected, filtered, one, stale) => {
    const tolerance = toleranceOfSuite(config, selected, { filtered, onlyPacks: false });
    expect(tolerance.tolerate).toBe(tolerate);
    expect(tolerance.judgesStale?.(one)).toBe(stale);
  });

  it("never in a run of one pack on one target", () => {
    expect(toleranceOfPack(config).judgesStale?.(entry)).toBe(false);
    expect(toleranceOfPack(undefined)).toEqual({});
  });
});

it.each([
  ["every pack of the configuration", suite(), false, true],
  ["some of them", suite({ packs: packs.slice(0, 1) }), false, false],
  ["those that --pack names", suite(), true, false],
])("a run of %s knows every check that an entry may mean: %s", (_name, selected, onlyPacks, expected) => {
  expect(toleranceOfSuite(config, selected, { filtered: false, onlyPacks }).hasEveryPack).toBe(expected);
  expect(toleranceOfPack(config).hasEveryPack).toBe(false);
});

it.each([
  [{}, false],
  [{ strict: true, era: "all" }, false],
  [{ era: "auto" }, false],
  [{ checkId: ["c"] }, true],
  [{ category: ["c"] }, true],
  [{ profile: "p" }, true],
  [{ era: "legacy" }, true],
  [{ protocolVersion: "2025-11-25" }, true],
])("flags %j leave something out: %s", (flags, filtered) => {
  expect(isFiltered(flags)).toBe(filtered);
});

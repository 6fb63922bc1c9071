import { type Exchange, LEGACY_VERSIONS } from "@mcptest/pack";
import { describe, expect, it } from "vitest";
import { answered, exchangeWith } from "../testing/exchange.js";
import { spokenBy, type VersionProbe, versionSightings } from "./versions.js";

const UNKNOWN = "1900-01-01";

type Said = string | { error: { code: number; message: string; data?: { supported: string[] } } } | Partial<Exchange>;

function probe(requested: string, said: Said): VersionProbe {
  if (typeof said === "string") {
    return { requested, version: said, exchange: answered("initialize", {}, { result: { protocolVersion: said } }) };
  }
  if ("error" in said) return { requested, exchange: answered("initialize", {}, { error: said.error }) };
  return { requested, exchange: exchangeWith({ method: "initialize", id: 1, ...said }) };
}

/** What is said of a server that answers a version as `answers` says, and any other with the first that it speaks. */
function judge(speaks: string[], answers: Record<string, Said> = {}) {
  const probes = [...LEGACY_VERSIONS, UNKNOWN].map((requested) => {
    const usual = speaks.includes(requested) ? requested : (speaks[0] ?? "");
    return probe(requested, Object.hasOwn(answers, requested) ? (answers[requested] as Said) : usual);
  });
  const found = versionSightings({ probes, spoken: spokenBy(probes, speaks[0] ?? "") });
  return found.map(({ subject, kind, outcome = "fail" }) => `${subject} ${kind} ${outcome}`);
}

const refused = (code: number, supported?: string[]): Said => ({
  error: { code, message: "no", ...(supported ? { data: { supported } } : {}) },
});

describe("answers to initialize (A104)", () => {
  it.each([[["2025-11-25"]], [["2025-06-18", "2025-03-26"]], [["2024-11-05"]], [[...LEGACY_VERSIONS]]])(
    "fit on a server that speaks %j",
    (speaks) => {
      expect(judge(speaks)).toEqual([]);
    },
  );

  it.each<[string, Record<string, Said>, string[]]>([
    ["an echo of what no revision is", { [UNKNOWN]: UNKNOWN }, ["1900-01-01 echo fail"]],
    ["a revision without initialize", { [UNKNOWN]: "2026-07-28" }, ["1900-01-01 no-handshake warn"]],
    ["another version than a supported one", { "2025-03-26": "2025-11-25" }, ["2025-03-26 supported fail"]],
    ["an older one than the newest", { [UNKNOWN]: "2025-03-26" }, ["1900-01-01 not-newest warn"]],
    ["an error", { [UNKNOWN]: refused(-32600) }, ["1900-01-01 refused fail"]],
    ["-32602 with the supported ones", { [UNKNOWN]: refused(-32602, ["2025-11-25"]) }, ["1900-01-01 refused warn"]],
    ["-32602 without them", { [UNKNOWN]: refused(-32602) }, ["1900-01-01 refused fail"]],
    ["400 without a message", { [UNKNOWN]: { outcome: "no-response", status: 400 } }, ["1900-01-01 refused fail"]],
    ["an error for a supported one", { "2025-03-26": refused(-32602, ["2025-11-25"]) }, ["2025-03-26 refused fail"]],
  ])("do not fit: %s", (_, answers, expected) => {
    // Known to speak 2025-03-26 by its answer to 2024-11-05.
    const found = judge(["2025-11-25", "2025-03-26"], { "2024-11-05": "2025-03-26", ...answers });
    expect(found.sort()).toEqual([...expected, "2024-11-05 not-newest warn"].sort());
  });

  it.each([
    { outcome: "timeout" as const },
    { outcome: "closed" as const },
    { outcome: "no-response" as const, status: 503 },
    { outcome: "no-response" as const, status: 401 },
  ])("say nothing about the server: %j", (trouble) => {
    expect(judge(["2025-11-25"], { [UNKNOWN]: trouble })).toEqual([]);
  });
});

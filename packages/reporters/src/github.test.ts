import { describe, expect, it } from "vitest";
import { renderGitHubAnnotations } from "./github.js";
import { hostileReport } from "./testing/hostile-report.js";
import { failedCheck, sampleCheck, samplePack, sampleReport } from "./testing/sample.js";

/** What the runner of GitHub Actions reads of one line. */
function read(line: string) {
  const [, kind = "", title = "", message = ""] = /^::(\w+) title=([^:,]*)::(.*)$/.exec(line) ?? [];
  const plain = (text: string) =>
    text
      .replaceAll("%0D", "\r")
      .replaceAll("%0A", "\n")
      .replaceAll("%3A", ":")
      .replaceAll("%2C", ",")
      .replaceAll("%25", "%");
  return { kind, title: plain(title), message: plain(message) };
}

const commands = (text: string) => text.trimEnd().split("\n").map(read);

describe("annotations for GitHub", () => {
  it("are one line each, whatever a server says", () => {
    const all = commands(renderGitHubAnnotations(hostileReport()));
    expect(all.map(({ kind }) => kind)).toEqual([...Array(6).fill("error"), ...["warning", "warning"], ...["notice"]]);
    expect(all.every(({ title }) => title !== "")).toBe(true);
    expect(all[0]?.message).toContain("\n::warning::faked\n%0A::error::faked");
    expect(all.at(-1)?.message).toBe("1 of 2 checks passed, 1 failed, 0 could not run, 0 not applicable, 0 warnings");
  });

  it("are ten of a kind, and the last says how many more there are", () => {
    const failed = Array.from({ length: 12 }, (_, index) => ({ ...failedCheck("no"), id: `failed-${index}` }));
    const warned = Array.from({ length: 11 }, (_, index) => sampleCheck({ id: `warned-${index}`, warnings: ["odd"] }));
    const all = commands(renderGitHubAnnotations(sampleReport([samplePack([...failed, ...warned])])));
    expect(all.filter(({ kind }) => kind === "error")).toHaveLength(10);
    expect(all.filter(({ kind }) => kind === "warning")).toHaveLength(10);
    expect(all.at(-1)?.message).toContain("; 2 more errors not shown here; 1 more warning not shown here");
  });

  it("says once what keeps several checks from running", () => {
    const open = ["a", "b"].map((id) =>
      sampleCheck({ id, status: "skipped", skipReason: "could-not-run", error: { message: "401" } }),
    );
    const [first, ...others] = commands(renderGitHubAnnotations(sampleReport([samplePack(open)])));
    expect(first).toEqual({
      kind: "error",
      title: "could not run (local, @mcptest/pack-tasks)",
      message: "a, b\n401",
    });
    expect(others.map(({ kind }) => kind)).toEqual(["notice"]);
  });

  it("cuts a long message", () => {
    const [first] = commands(renderGitHubAnnotations(sampleReport([samplePack([failedCheck("x".repeat(200_000))])])));
    expect(first?.message).toHaveLength(4_000 + "... (200000 characters)".length);
  });
});

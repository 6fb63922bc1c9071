import { spawnSync } from "node:child_process";
import type { Exchange } from "@mcptest/pack";
import { describe, expect, it } from "vitest";
import type { Report } from "../report/model.js";
import { reproductionOf } from "./reproduce.js";
import { run } from "./run.js";
import {
  check,
  httpTarget,
  OFFERS_WIDGETS,
  onlyPack,
  packOf,
  requestFor,
  select,
  stdioTarget,
} from "./testing/setup.js";

const breaks = check("breaks", async (verdict, { host, connection }) => {
  const request = { method: "tools/call", params: { name: "it's", arguments: { $HOME: "`id`" } } };
  const { number } = await host.exchange(connection, request);
  verdict.fail("a is broken", [number], { subject: "a" });
  verdict.fail("b is broken", [number], { subject: "b" });
});

function linesOf(report: Report): string[] {
  return (onlyPack(report).checks[0]?.details?.reproduce ?? []) as string[];
}

/** What a shell would give to curl. */
function wordsOf(line: string, env: Record<string, string>): string[] {
  const { stdout } = spawnSync("sh", ["-c", `curl() { printf '%s\\n' "$@"; }; ${line}`], { encoding: "utf8", env });
  return stdout.trimEnd().split("\n");
}

describe("how to reproduce a violation", () => {
  it("is over HTTP one line for a shell, with secrets as variables", async () => {
    const target = await httpTarget({ modern: OFFERS_WIDGETS }, [["Authorization", "Bearer hunter-22"]]);
    const report = await run(
      requestFor([{ ...target, url: `${target.url}?key=hunter-33` }], [select(packOf([breaks]))]),
    );
    const [line = "", ...others] = linesOf(report);
    expect(others).toEqual([]);
    expect(JSON.stringify(report)).not.toMatch(/hunter/);
    const words = wordsOf(line, { AUTHORIZATION: "Bearer mine" });
    expect(words.slice(0, 3)).toEqual(["-i", "-sS", "-N"]);
    expect(words).toContain(`${target.url}?key=<secret>`);
    expect(words).toContain("Authorization: Bearer mine");
    expect(words).toContain("Mcp-Method: tools/call");
    expect(words).toContain("Mcp-Name: it's");
    expect(words.some((word) => /^(?:Host|Content-Length|Connection):/.test(word))).toBe(false);
    const sent = JSON.parse(words[words.indexOf("--data-raw") + 1] ?? "");
    expect(sent).toMatchObject({ method: "tools/call", params: { name: "it's", arguments: { $HOME: "`id`" } } });
  });

  it("is over stdio the line of JSON", async () => {
    const target = stdioTarget({ modern: OFFERS_WIDGETS });
    const [line = "", ...others] = linesOf(await run(requestFor([target], [select(packOf([breaks]))])));
    expect(others).toEqual([]);
    expect(JSON.parse(line)).toMatchObject({ jsonrpc: "2.0", method: "tools/call", params: { name: "it's" } });
  });

  it("is left to a pack that tells it itself, and absent where nothing was sent or nothing is broken", async () => {
    const target = await httpTarget({ modern: OFFERS_WIDGETS });
    const checks = [
      check("own", (verdict) => {
        verdict.fail("broken", [1]);
        verdict.detail("reproduce", ["by hand"]);
      }),
      check("bare", (verdict) => verdict.fail("broken")),
      check("fine", (verdict) => verdict.pass({}, [1])),
    ];
    const report = await run(requestFor([target], [select(packOf(checks))]));
    expect(onlyPack(report).checks.map(({ details }) => details)).toEqual([
      { reproduce: ["by hand"] },
      undefined,
      undefined,
    ]);
  });

  it.each([
    ["no request", null],
    ["a body that was cut", { body: "{}", cut: true }],
    ["no body", { body: "" }],
    ["a body of several lines", { body: "{\n}" }],
    ["a long body", { body: "x".repeat(9_000) }],
  ])("is not told for %s", (_name, request) => {
    const sent = request && { headers: [], byteLength: 0, sha256: "", ...request };
    expect(reproductionOf({ request: sent, transport: "http" } as unknown as Exchange, "http://h/")).toBeUndefined();
  });
});

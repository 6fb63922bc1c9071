import type { Report } from "@mcptest/core/report";
import type { Json } from "@mcptest/pack";
import { beforeAll, describe, expect, it } from "vitest";
import { packOf } from "../tasks/testing/run-tasks.js";
import { runNegotiation, withServer } from "./testing/run-negotiation.js";

/** Rows of table D.2: the ids, and what each of the three checks says of them. */
type Row = [row: number, ids: string[], grammar: "passed" | "warning" | "failed", reserved: Said, domain: Said];
/** `-`: the check does not look at an id whose grammar is wrong. */
type Said = "passed" | "warning" | "-";

const official = "io.modelcontextprotocol";

const TABLE: Row[] = [
  [1, [`${official}/tasks`], "passed", "passed", "passed"],
  [2, [`${official}/ui`], "passed", "passed", "passed"],
  [3, [`${official}/oauth-client-credentials`], "passed", "passed", "passed"],
  [4, [`${official}/enterprise-managed-authorization`], "passed", "passed", "passed"],
  [5, [`${official}/my-extension-v2`], "passed", "warning", "passed"],
  [6, [`${official}/skills`], "passed", "passed", "passed"],
  [7, [`${official}/apps`], "passed", "warning", "passed"],
  [8, [`${official}.tasks`], "failed", "-", "-"],
  [9, [`${official}.apps`], "failed", "-", "-"],
  [10, ["com.example.widgets"], "failed", "-", "-"],
  [11, ["tasks"], "failed", "-", "-"],
  [12, ["com.example/my-extension"], "passed", "passed", "passed"],
  [13, ["com.example/websocket-transport"], "passed", "passed", "passed"],
  [14, ["com.example/a.b_c-d"], "passed", "passed", "passed"],
  [15, ["com.example/x.v2"], "passed", "passed", "passed"],
  [16, ["com.example/1"], "passed", "passed", "passed"],
  [17, ["com.example/a..b"], "passed", "passed", "passed"],
  [18, ["a.b/c"], "passed", "passed", "passed"],
  [19, ["com.ex4mple/x"], "passed", "passed", "passed"],
  [20, ["com.xn--exmple-cua/x"], "passed", "passed", "passed"],
  [21, ["COM.EXAMPLE/X"], "passed", "passed", "passed"],
  [22, ["com.mcp.tools/x"], "passed", "warning", "passed"],
  [23, ["dev.mcp/x"], "passed", "warning", "passed"],
  [24, ["org.modelcontextprotocol.api/x"], "passed", "warning", "passed"],
  [25, ["api.modelcontextprotocol.org/x"], "passed", "warning", "warning"],
  [26, ["tools.mcp.com/x"], "passed", "warning", "warning"],
  [27, ["com.example.mcp/x"], "passed", "passed", "passed"],
  [28, ["io.github.modelcontextprotocol/x"], "passed", "passed", "passed"],
  [29, ["modelcontextprotocol.io/x"], "passed", "passed", "warning"],
  [30, ["mcp.dev/x"], "passed", "passed", "warning"],
  [31, ["mcp/x"], "passed", "passed", "warning"],
  [32, ["io.ModelContextProtocol/tasks"], "passed", "warning", "passed"],
  [33, ["com.mcpx/x", "com.my-mcp/x"], "passed", "passed", "passed"],
  [34, ["example/foo"], "passed", "passed", "warning"],
  [35, ["example.com/foo"], "passed", "passed", "warning"],
  [36, ["example.org/jobs"], "passed", "passed", "warning"],
  [37, ["com.example/"], "warning", "-", "passed"],
  [38, ["com.example/x-"], "failed", "-", "-"],
  [39, ["com.example/-x"], "failed", "-", "-"],
  [40, ["com.example/_x"], "failed", "-", "-"],
  [41, ["com.example-/x"], "failed", "-", "-"],
  [42, ["com.-example/x"], "failed", "-", "-"],
  [43, ["com.3example/x", "3com.example/x"], "failed", "-", "-"],
  [44, ["com.ex_ample/x"], "failed", "-", "-"],
  [45, ["com..example/x", ".com.example/x", "com.example./x"], "failed", "-", "-"],
  [46, ["/x"], "failed", "-", "-"],
  [47, ["com.example//x", "com.example/a/b"], "failed", "-", "-"],
  [48, ["com.example/a b", " com.example/x", "com.example/x\n"], "failed", "-", "-"],
  [49, ["com.example/x@1.0", "com.example/x:1"], "failed", "-", "-"],
  [50, ["com.exämple/x", "com.example/naïve", "com.example/任务"], "failed", "-", "-"],
  [51, ["https://example.com/ext"], "failed", "-", "-"],
  [52, [""], "failed", "-", "-"],
  [53, [`${official}/Tasks`], "passed", "warning", "passed"],
];

const CHECKS = ["ext-id-grammar", "ext-id-reserved", "ext-id-owned-domain"] as const;

/** Runs the three checks on a server that advertises these ids. */
async function judgeIds(ids: readonly string[], knownIds: string[] = []): Promise<Report> {
  const extensions = Object.fromEntries(ids.map((id): [string, Json] => [id, {}]));
  const hooks = [{ capabilities: () => ({ extensions }) }];
  return await withServer("http", { era: "modern", hooks }, (target) =>
    runNegotiation({ target, checkIds: [...CHECKS], options: { knownIds } }),
  );
}

/** What each check said of an id; notes beside a verdict are no verdict. */
function saidOf(report: Report, id: string) {
  return CHECKS.map((check) => {
    const { subjects = [] } = packOf(report).checks.find((result) => result.id === check) ?? {};
    const found = subjects.filter(({ subject, status }) => subject === id && status !== "note");
    return found.map(({ status }) => status).join() || "-";
  });
}

describe("table D.2", () => {
  let report: Report;
  beforeAll(async () => {
    report = await judgeIds(TABLE.flatMap(([, ids]) => ids));
  }, 60_000);

  it("has every row", () => {
    expect(TABLE.map(([row]) => row)).toEqual(Array.from({ length: 53 }, (_, index) => index + 1));
  });

  it.each(TABLE.flatMap(([row, ids, ...said]) => ids.map((id) => ({ row, id, said }))))(
    "row $row, $id: $said",
    ({ id, said }) => {
      expect(saidOf(report, id)).toEqual(said);
    },
  );

  it("says what is probably meant", () => {
    const { error, warnings = [] } = packOf(report).checks.find(({ id }) => id === "ext-id-grammar") ?? {};
    expect(error?.message).toContain("There is no slash");
    expect(warnings.join()).toContain("the name is empty");
    const reserved = packOf(report)
      .checks.find(({ id }) => id === "ext-id-reserved")
      ?.warnings?.join("\n");
    expect(reserved).toContain("Did you mean io.modelcontextprotocol/ui?");
    expect(reserved).toContain("differs only in case from a known id. Did you mean io.modelcontextprotocol/tasks?");
  });
});

it("takes an id under a reserved prefix that the options name", async () => {
  const id = `${official}/tomorrow`;
  expect(saidOf(await judgeIds([id]), id)).toEqual(["passed", "warning", "passed"]);
  const { status } = packOf(await judgeIds([id], [id])).checks.find((check) => check.id === "ext-id-reserved") ?? {};
  expect(status).toBe("passed");
}, 60_000);

it("judges ten thousand of very many ids, keeps a thousand findings, and says so", async () => {
  const report = await judgeIds(Array.from({ length: 20_000 }, (_, index) => `-com.example/x${index}`));
  const { status, subjects = [], notes = [] } = packOf(report).checks.find(({ id }) => id === "ext-id-grammar") ?? {};
  expect([status, subjects.filter((subject) => subject.status === "failed").length]).toEqual(["failed", 999]);
  expect(notes.join("\n")).toMatch(/10000 more of the entries/);
}, 60_000);

it("finds the one bad id behind very many good ones", async () => {
  const good = Array.from({ length: 5_000 }, (_, index) => `com.example/x${index}`);
  const { status, error } =
    packOf(await judgeIds([...good, "-bad"])).checks.find(({ id }) => id === "ext-id-grammar") ?? {};
  expect(status).toBe("failed");
  expect(error?.message).toContain('"-bad"');
}, 60_000);

it("takes an id of a megabyte, and __proto__", async () => {
  const report = await judgeIds([`com.example/${"a".repeat(1_000_000)}`, "__proto__", "constructor"]);
  const { status, subjects = [], notes = [] } = packOf(report).checks.find(({ id }) => id === "ext-id-grammar") ?? {};
  expect(status).toBe("failed");
  expect(notes.join()).toMatch(/1 more of the entries/);
  expect(subjects.map(({ subject, status: said }) => [subject, said])).toEqual([
    [undefined, "note"],
    ["__proto__", "failed"],
    ["constructor", "failed"],
  ]);
}, 60_000);

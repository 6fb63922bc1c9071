import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import type { CheckResult, Report } from "@mcptest/core/report";
import { expect, test, vi } from "vitest";
import { httpServer, reply } from "../e2e/testing/http-server.js";
import { type Ended, mcptest, startMcptest } from "../e2e/testing/mcptest.js";
import { project } from "../e2e/testing/project.js";
import { type Held, WAYS, type Way } from "./testing/ways.js";

const SECRET = "secret-canary";
const NAME = "mcptest-pack-hostile";

/** Says the credentials that it was given in all that it answers. */
const url = await httpServer(({ headers }, response, { id, method }) => {
  const result = {
    resultType: "complete",
    instructions: `you sent ${headers.authorization}`,
    ...(method === "server/discover"
      ? { supportedVersions: ["2026-07-28"], capabilities: { tools: {} }, ttlMs: 0, cacheScope: "private" }
      : { tools: [] }),
  };
  reply(response, 200, { jsonrpc: "2.0", id: id ?? null, result });
});

const listening = createServer((socket) => socket.destroy());
await new Promise<void>((resolve) => listening.listen(0, "127.0.0.1", resolve));
listening.unref();

/** What is in the reach of a pack, and not its business. */
const elsewhere = project({ "home/.ssh/id_test": SECRET });

function folderOf(way: Way, isolation: object): string {
  const folder = project({
    "package.json": { devDependencies: { [NAME]: "1.0.0" } },
    ".env": `TOKEN=${SECRET}`,
    "mcptest.config.json": { packs: { [NAME]: { version: "1.x", ...isolation } } },
    [`node_modules/${NAME}/package.json`]: { name: NAME, version: "1.0.0", type: "module", exports: "./index.js" },
    [`node_modules/${NAME}/index.js`]: "",
  });
  const pack = join(folder, "node_modules", NAME);
  const paths = {
    key: join(elsewhere, "home/.ssh/id_test"),
    env: join(folder, ".env"),
    written: join(folder, "written"),
    port: (listening.address() as { port: number }).port,
  };
  symlinkSync(paths.key, join(pack, "link"));
  writeFileSync(join(pack, "index.js"), sourceOf(way, paths));
  return folder;
}

/** Ends after timers that were set before: what they do belongs to the run. */
const AFTER = "await new Promise((go) => wait(go, 50));";

function sourceOf({ body = "", top = "", members = "" }: Way, paths: object): string {
  const check = (id: string, phase: string, code: string) => `{
    kind: "check", id: "${id}", category: "c", title: "t", description: "d", level: "must", since: "1.0.0",
    phase: "${phase}", rule: { source: "r" }, async run(_values, verdict, context) { ${code} } }`;
  const checks = [check("before", "list", ""), check("hostile", "probe", body), check("after", "end", AFTER)];
  return `const { setTimeout: wait } = globalThis;
${top}
const paths = ${JSON.stringify(paths)};
export default { name: "${NAME}", version: "1.0.0", extension: "*", checks: [${checks}], ${members}
  "~mcptest": { kind: "pack", contract: 1 } };`;
}

/** Command lines of processes that have to do with a folder. Those of packs have no environment to find them by. */
function processesOf(folder: string): string[] {
  return readdirSync("/proc").flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return [];
    try {
      const line = readFileSync(`/proc/${pid}/cmdline`, "latin1");
      const isZombie = /\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, "latin1"));
      return line.includes(folder) && !isZombie ? [line.replaceAll("\0", " ")] : [];
    } catch {
      return [];
    }
  });
}

function expectHeld(held: Held, ended: Ended, isolation: "none" | "process"): void {
  expect(ended.code).toBe(held.code);
  if (held.word === "refused") {
    expect(ended.stderr).toMatch(held.says as RegExp);
    expect(ended.stderr).toContain(NAME);
    return;
  }
  const report = JSON.parse(ended.stdout) as Report;
  expect(report.complete).toBe(true);
  const [pack] = report.servers[0]?.packs ?? [];
  expect({ name: pack?.name, isolation: pack?.isolation }).toEqual({ name: NAME, isolation });
  const [before, hostile, after, ...others] = pack?.checks ?? [];
  expect(others).toEqual([]);
  expect(wordOf(before)).toBe(held.before ?? "passed");
  expect(hostile?.id).toBe("hostile");
  expect(wordOf(hostile)).toBe(held.word);
  expect(hostile?.origin).toBe(held.origin);
  if (held.says) expect(hostile?.error?.message).toMatch(held.says);
  expect(hostile?.evidence).toBeUndefined();
  expect(wordOf(after)).toBe(held.lost === "rest" ? "could-not-run" : "passed");
  if (held.lost === "rest" && held.word === "could-not-run") {
    expect(after?.error?.message).toBe(hostile?.error?.message);
    expect(after?.origin).toBe("pack");
  }
}

function wordOf(check: CheckResult | undefined): string | undefined {
  return check?.skipReason ?? check?.status;
}

async function runWay(way: Way, folder: string): Promise<Ended> {
  mkdirSync(join(folder, "home"), { recursive: true });
  const args = ["run", url, "--header", `Authorization: Bearer ${SECRET}`, "--format", "json", ...(way.args ?? [])];
  const ended = await mcptest(args, { cwd: folder, env: { HOME: join(folder, "home"), TOKEN: SECRET } });
  expect(ended.left).toEqual([]);
  expect(processesOf(folder)).toEqual([]);
  expect(existsSync(join(folder, "written"))).toBe(false);
  return ended;
}

const isolated = WAYS.map((way) => [way.name, way, folderOf(way, {})] as const);

test.concurrent.each(isolated)(
  "a pack in a process of its own that %s",
  async (_name, way, folder) => {
    const ended = await runWay(way, folder);
    expectHeld(way.isolated, ended, "process");
    expect(ended.stdout + ended.stderr).not.toContain(SECRET);
  },
  120_000,
);

const contained = WAYS.flatMap((way) =>
  way.inProcess ? [[way.name, way, way.inProcess, folderOf(way, { isolation: "none" })] as const] : [],
);

test.concurrent.each(contained)(
  "a pack in the process of mcptest that %s",
  async (_name, way, held, folder) => {
    const ended = await runWay(way, folder);
    expectHeld(held, ended, "none");
    expect(ended.stdout + ended.stderr).not.toContain(SECRET);
  },
  120_000,
);

test.each([
  ["waits", "await new Promise(() => setInterval(() => {}, 1000));"],
  ["is busy", "for (;;);"],
])("a pack that %s ends with an mcptest that is killed", async (_name, body) => {
  const folder = folderOf({ name: "", body, isolated: { word: "passed", code: 0 } }, {});
  const isThere = () => processesOf(folder).some((line) => line.includes("pack-process"));
  const { child, ended } = startMcptest(["run", url, "--verbose"], { cwd: folder });
  await vi.waitUntil(isThere, { timeout: 20_000 });
  child.kill("SIGKILL");
  expect((await ended).signal).toBe("SIGKILL");
  await vi.waitUntil(() => !isThere(), { timeout: 20_000 });
});

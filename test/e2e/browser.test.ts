import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Report } from "@mcptest/core/report";
import { expect, test } from "vitest";
import { installed } from "../../packages/core/src/loader/testing/packs.js";
import { browserFlags, describeWithBrowser } from "../testing/browser.js";
import { modernServer } from "./testing/http-server.js";
import { emptyFolder, type Started, startMcptest, stdioServer } from "./testing/mcptest.js";
import { project } from "./testing/project.js";

describeWithBrowser("a run with a browser", (browser) => {
  const flags = browserFlags(browser);

  test("shows it in the report, and leaves nothing", async () => {
    const { started, folder } = start(...flags, "--check-id", "apps-view-initialize");
    const { code, stdout } = await started.ended;
    expect(JSON.parse(stdout)).toMatchObject({ complete: true, browser });
    expect(code).toBe(0);
    expect(leftIn(folder)).toEqual({ processes: [], files: [] });
  });

  test.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("leaves nothing when it is stopped by %s while a view is shown", async (signal, exitCode) => {
    const { started, folder } = start(...flags);
    while (!processesOf(folder).some((command) => command.includes("--type=renderer"))) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    started.child.kill(signal);
    const { code, stdout } = await started.ended;
    expect(JSON.parse(stdout)).toMatchObject({ complete: false, exitCode });
    expect(code).toBe(exitCode);
    expect(leftIn(folder)).toEqual({ processes: [], files: [] });
  });

  test("leaves no process when a second signal ends it at once", async () => {
    const { started, folder } = start(...flags);
    while (!processesOf(folder).some((command) => command.includes("--type=renderer"))) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    started.child.kill("SIGINT");
    started.child.kill("SIGTERM");
    await started.ended;
    for (let tries = 0; tries < 40 && processesOf(folder).length > 0; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(processesOf(folder)).toEqual([]);
  });

  test.runIf(process.getuid?.() === 0)("needs a word of root, and could not run without it", async () => {
    const { started } = start("--browser", browser.path, "--check-id", "apps-view-initialize");
    const { code, stdout } = await started.ended;
    const report = JSON.parse(stdout);
    expect(report).not.toHaveProperty("browser");
    expect(report.servers[0].packs[0].checks[0]).toMatchObject({
      skipReason: "could-not-run",
      error: { message: expect.stringContaining("--browser-no-sandbox") },
    });
    expect(code).toBe(3);
  });
});

test.each([
  [
    ["--browser", "/bin/ls", "--browser-no-sandbox"],
    {},
    /^the browser \/bin\/ls does not start: \/bin\/ls: .*; see that it is a Chromium/,
  ],
  [
    [],
    { CHROMIUM_PATH: "/nowhere" },
    /^CHROMIUM_PATH is no program that can be started: "\/nowhere"; set it to a Chromium/,
  ],
] as const)(
  "without a browser what is on the wire is judged, and the rest says why not: %j %j",
  async (flags, env, why) => {
    const words = [
      "run",
      "--pack",
      "@mcptest/pack-apps",
      "--format",
      "json",
      ...flags,
      "--",
      ...stdioServer("--kind", "apps"),
    ];
    const { code, stdout } = await startMcptest(words, { env }).ended;
    const checks = (JSON.parse(stdout) as Report).servers[0]?.packs[0]?.checks ?? [];
    const [views, wire] = [true, false].map((isView) =>
      checks.filter(({ id }) => id.startsWith("apps-view-") === isView),
    );
    expect(views?.length).toBeGreaterThan(30);
    for (const { skipReason, error } of views ?? []) {
      expect({ skipReason, message: error?.message }).toEqual({
        skipReason: "could-not-run",
        message: expect.stringMatching(why),
      });
    }
    expect(wire?.length).toBeGreaterThan(30);
    expect(wire?.filter(({ skipReason }) => skipReason === "could-not-run")).toEqual([]);
    expect(code).toBe(3);
  },
);

test.each([
  [["browser"], "child: 0, browser: true"],
  [[], "child: ERR_ACCESS_DENIED, browser: true"],
])("a pack in a process of its own starts something only where its package.json says so: %j", async (wants, said) => {
  const code = `import { spawnSync } from "node:child_process";
    pack.wants = ["browser"];
    pack.run = (context) => {
      let child;
      try { child = spawnSync("/bin/true").status } catch ({ code }) { child = code }
      return "child: " + child + ", browser: " + (context.browser?.executablePath !== undefined);
    };`;
  const files = installed("mcptest-pack-widgets", "1.0.0", { code });
  const json = files["node_modules/mcptest-pack-widgets/package.json"] as object;
  const cwd = project({
    ...files,
    "node_modules/mcptest-pack-widgets/package.json": { ...json, mcptestPack: { contract: 1, wants } },
  });
  const url = await modernServer({ extensions: { "com.example/widgets": {} } });
  const browser = ["--browser", "/bin/true", "--browser-no-sandbox"];
  const args = ["run", url, "--pack", "mcptest-pack-widgets", "--format", "json", ...browser];
  const { stdout } = await startMcptest(args, { cwd }).ended;
  const [pack] = JSON.parse(stdout).servers[0].packs;
  expect(pack.isolation).toBe("process");
  expect(pack.checks[0].error.message).toBe(said);
});

/** A run of the pack for apps on the testkit's server, with a folder of its own for temporary files. */
function start(...flags: string[]): { started: Started; folder: string } {
  const folder = join(emptyFolder(), "temporary");
  mkdirSync(folder);
  const pack = ["--pack", "@mcptest/pack-apps", "--format", "json"];
  const options = ["--options", '{"faultyHosts":false}'];
  const args = ["run", ...pack, ...options, ...flags, "--", ...stdioServer("--kind", "apps")];
  return { started: startMcptest(args, { env: { TMPDIR: folder } }), folder };
}

function leftIn(folder: string): { processes: string[]; files: string[] } {
  return {
    processes: processesOf(folder),
    files: readdirSync(folder).filter((name) => /^(mcptest-browser|playwright)/.test(name)),
  };
}

/** Command lines of the browsers that write below a folder, and of what is in a group with one. */
function processesOf(folder: string): string[] {
  const all = readdirSync("/proc").flatMap((name) => {
    try {
      const [state, , group] = readFileSync(`/proc/${name}/stat`, "latin1")
        .replace(/^.*\) /s, "")
        .split(" ");
      const command = readFileSync(`/proc/${name}/cmdline`, "latin1").replaceAll("\0", " ");
      const isOurs = command.includes(`--user-data-dir=${folder}/`);
      return state === "Z" ? [] : [{ group, command, isOurs }];
    } catch {
      return [];
    }
  });
  for (const { group, isOurs } of all) if (isOurs) groups.add(group);
  return all.filter(({ group }) => groups.has(group)).map(({ command }) => command);
}

const groups = new Set<string | undefined>();

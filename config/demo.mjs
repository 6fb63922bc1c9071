// What npm start shows: mcptest on two demo servers, one that obeys and one that breaks three rules. Exits with 0 when
// mcptest found exactly those three, with 1 otherwise. Needs a build.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { createInterface } from "node:readline";
import { root } from "./workspace.mjs";

/** Faults of the second server, and the check that has to find each. */
const faults = {
  "ttl-string": "tasks-ttl-shape",
  "result-missing": "tasks-inline-result",
  "undeclared-creates-task": "tasks-undeclared-creation-refused",
};

const testkit = join(root, "packages/testkit/bin/mcptest-testkit.js");
const mcptest = join(root, "packages/cli/bin/mcptest.js");
const folder = mkdtempSync(join(tmpdir(), "mcptest-demo-"));
const servers = [];
process.on("exit", () => {
  for (const server of servers) server.kill();
  rmSync(folder, { recursive: true, force: true });
});
process.on("SIGINT", () => process.exit(130));
process.on("SIGTERM", () => process.exit(143));

try {
  process.exitCode = await demo();
} catch (error) {
  console.error(`The demo could not be shown: ${error.message}`);
  process.exitCode = 1;
}
for (const server of servers) server.kill();

async function demo() {
  const obeying = await startServer([]);
  const faulty = await startServer(Object.keys(faults));
  const config = join(folder, "mcptest.config.json");
  writeFileSync(config, JSON.stringify({ servers: { obeying: { url: obeying }, faulty: { url: faulty } } }, null, 2));
  const report = join(folder, "report.json");
  const args = [
    "run",
    ...["--config", config],
    ...["--pack", "@mcptest/pack-tasks"],
    ...["--profile", "baseline"],
    ...["--options", '{"roles": {"task": {"tool": "job"}}}'],
  ];
  console.log(`
Two MCP servers are running on this machine, both with the Tasks extension. The first obeys its rules, the second was told
to break three of them. This is what mcptest says:

$ node ${relative(root, mcptest)} ${args.map(shellWord).join(" ")}
`);
  const exitCode = await runMcptest([...args, "--reporter", "terminal", "--reporter", `json=${report}`]);
  const found = failuresIn(JSON.parse(readFileSync(report, "utf8")));
  const expected = { obeying: [], faulty: Object.values(faults).sort() };
  if (exitCode === 1 && JSON.stringify(found) === JSON.stringify(expected)) {
    console.log(`
mcptest itself exited with 1, because the server "faulty" breaks three rules, and that is what a CI job should see.
It was told to break exactly these three and mcptest found them and no other, so this demo exits with 0.
Next: node ${relative(root, mcptest)} capabilities URL, with the URL of your own server, or -- and the command that starts it.
`);
    return 0;
  }
  console.log(`
This is not what the demo expects. mcptest exited with ${exitCode}, the demo expects 1.
Failed checks: ${JSON.stringify(found)}, expected: ${JSON.stringify(expected)}
`);
  return 1;
}

/** Starts a demo server on a free port and gives its URL. */
function startServer(names) {
  const server = spawn(
    process.execPath,
    [testkit, "serve", "--http", "0", ...names.flatMap((name) => ["--fault", name])],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  servers.push(server);
  return new Promise((resolve, reject) => {
    server.on("error", reject);
    server.on("exit", (code) => reject(new Error(`a demo server ended with exit code ${code}`)));
    createInterface({ input: server.stdout }).on("line", (line) => {
      const url = /^listening on (\S+)$/.exec(line)?.[1];
      if (url !== undefined) resolve(url);
    });
  });
}

function runMcptest(args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [mcptest, ...args], { stdio: ["ignore", "inherit", "inherit"] });
    child.on("error", reject);
    child.on("exit", (code) => resolve(code));
  });
}

/** Ids of the failed checks by server, sorted. */
function failuresIn(report) {
  return Object.fromEntries(
    report.servers.map(({ name, packs }) => [
      name,
      packs
        .flatMap(({ checks }) => checks)
        .filter(({ status }) => status === "failed")
        .map(({ id }) => id)
        .sort(),
    ]),
  );
}

function shellWord(word) {
  return /^[\w@./:=-]+$/.test(word) ? word : `'${word}'`;
}

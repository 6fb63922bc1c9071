// One pack that is not bundled, in a process of its own and in the process of mcptest.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { figure, mebibytes, milliseconds, ratio } from "./figures.mjs";
import { runOnce } from "./rounds.mjs";

const checks = 20;
const exchanges = 20;
const name = "mcptest-pack-measured";

const source = `
const check = (index) => ({
  kind: "check", id: "check-" + index, category: "c", title: "t", description: "d", level: "must", since: "1.0.0",
  phase: "probe", rule: { source: "r" },
  async run(_values, verdict, { host, connection }) {
    for (let i = 0; i < ${exchanges}; i++) {
      const { number } = await host.exchange(connection, { method: "tools/list" });
      verdict.note("asked", [number]);
    }
    verdict.detail("rss", process.memoryUsage.rss());
  },
});
export default {
  name: "${name}", version: "1.0.0", extension: "*", "~mcptest": { kind: "pack", contract: 1 },
  checks: Array.from({ length: ${checks} }, (_, index) => check(index)),
};`;

/** The arguments of node that run it either way: `{ isolated, "in-process" }`. */
export function isolationCases(program, folder, url) {
  const project = join(folder, "isolation");
  const pack = join(project, "node_modules", name);
  mkdirSync(pack, { recursive: true });
  writeFileSync(join(project, "package.json"), "{}");
  writeFileSync(
    join(pack, "package.json"),
    JSON.stringify({ name, version: "1.0.0", type: "module", exports: "./index.js" }),
  );
  writeFileSync(join(pack, "index.js"), source);
  const run = (config, entry) => {
    const file = join(project, config);
    writeFileSync(file, JSON.stringify({ packs: { [name]: entry } }));
    return [program, "run", url, "--config", file];
  };
  return {
    isolated: run("isolated.config.json", { version: "1.x" }),
    "in-process": run("in-process.config.json", { version: "1.x", isolation: "none" }),
  };
}

/** Memory of the process of the pack at the end of its checks, in bytes. */
export async function isolatedMemory(args, folder) {
  const { said } = await runOnce([...args, "--format", "json"], folder);
  return Math.max(...JSON.parse(said).servers[0].packs[0].checks.map(({ details }) => details.rss));
}

/** The figures; each round of one against that of the other. */
export function isolationFigures(isolated, inProcess, memoryBytes) {
  const what = `A pack of ${checks} checks and ${checks * exchanges} exchanges`;
  const time = (samples) => samples.map(({ ms }) => ms);
  return [
    figure(`${what}, isolated, time`, milliseconds, time(isolated)),
    figure(`${what}, in-process, time`, milliseconds, time(inProcess)),
    figure(
      `${what}, isolated / in-process, time`,
      ratio,
      time(isolated).map((ms, round) => ms / inProcess[round].ms),
    ),
    figure(`${what}, memory of its process`, mebibytes, [memoryBytes / 2 ** 20]),
  ];
}

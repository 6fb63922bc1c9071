// npm run bench: measures start, run time, memory and size of the command line as it is published, against the targets.
// Builds first, and installs the packed packages in an empty project. Exits with 1 when something is over its target.
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runNode } from "../../config/steps.mjs";
import { baselineFigures, jobMs, report } from "./figures.mjs";
import { installPacked } from "./installed.mjs";
import { isolatedMemory, isolationCases, isolationFigures } from "./isolation.mjs";
import { interleaved } from "./rounds.mjs";

const rounds = 15;
const warmUpRounds = 2;
/** A run of the full profile takes seconds, and each lane has one for its time and one for its memory in each round. */
const fullRounds = 5;

if ((await runNode(["config/build.mjs"])) !== 0) process.exit(1);
const { startHttpServer } = await import("@mcptest/testkit");
const { viewFigures, viewRuns } = await import("./views.mjs");
const { fullFigures, fullLanes, largeFigure, sentBy } = await import("./full-profile.mjs");

const folder = realpathSync(mkdtempSync(join(tmpdir(), "mcptest-bench-")));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
process.on("SIGINT", () => process.exit(130));

const { project, program, packages } = installPacked(folder);
const server = await startHttpServer({ jobMs });
const run = [program, "tasks", "conformance", server.url, "--tool-name", "job"];
// Memory has runs of its own, so that looking at it is not part of the time.
const watched = ["--require", fileURLToPath(new URL("peak-memory.cjs", import.meta.url))];
const load = loadavg()[0].toFixed(1);
const samples = await interleaved({
  cases: {
    node: ["-e", "0"],
    version: [program, "--version"],
    run,
    memory: [...watched, ...run],
    capabilities: [program, "capabilities", server.url],
  },
  cwd: project,
  rounds,
  warmUpRounds,
  countRequests: () => server.requests.length,
});
const isolation = isolationCases(program, folder, server.url);
const isolationSamples = await interleaved({
  cases: isolation,
  cwd: project,
  rounds,
  warmUpRounds,
  countRequests: () => server.requests.length,
});
const isolationMemory = await isolatedMemory(isolation.isolated, project);
await server.close();

const full = await fullLanes(program, folder);
const fullSamples = await interleaved({
  cases: {
    node: ["-e", "0"],
    ...Object.fromEntries(
      full.lanes.flatMap(({ name, args }) => [
        [name, args()],
        [`${name}, memory`, [...watched, ...args()]],
      ]),
    ),
    large: [...watched, ...full.large],
  },
  cwd: project,
  rounds: fullRounds,
  warmUpRounds: 1,
  countRequests: () => 0,
});
const fullSent = [];
for (const lane of full.lanes) fullSent.push(await sentBy(lane, folder));
await full.close();

const shown = await viewRuns(program, project);
const viewSamples =
  shown &&
  (await interleaved({
    cases: { views: shown.args, wire: shown.wire },
    cwd: project,
    rounds: fullRounds,
    warmUpRounds: 1,
    countRequests: () => 0,
  }));
await shown?.close();

const { text, over } = report([
  ...baselineFigures(samples, packages),
  ...isolationFigures(isolationSamples.isolated, isolationSamples["in-process"], isolationMemory),
  ...full.lanes.flatMap(({ name }, index) =>
    fullFigures(name, {
      samples: fullSamples[name],
      memory: fullSamples[`${name}, memory`],
      node: fullSamples.node,
      ...fullSent[index],
    }),
  ),
  largeFigure(fullSamples.large),
  ...(viewSamples ? viewFigures(viewSamples) : []),
]);
console.log(`
Node ${process.version}; ${rounds} interleaved rounds (full profile: ${fullRounds}) after some to warm up; load of the machine before: ${load}

${text}${viewSamples ? "" : "\n\nViews were not measured: there is no browser, or a run with one did not pass."}`);
process.exitCode = over ? 1 : 0;

// The full profile of the Tasks pack with every role, on both wires and over both transports.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startHttpServer, stdioCommand } from "@mcptest/testkit";
import { figure, jobMs, mebibytes, milliseconds, ratio } from "./figures.mjs";
import { runOnce } from "./rounds.mjs";

/** Milliseconds of the run: the job, the grace for a cancellation to take effect, and what the rest may take. */
const target = jobMs + 2000 + 1500;

/** Characters that each text of a large result has in addition, and what such a run may take up, in MiB. */
const addedCharacters = 1_000_000;
const largeTargetMiB = 200;

const roles = {
  task: { tool: "job", inputResponses: "auto" },
  sync: { tool: "quick" },
  required: { tool: "must_task" },
  ask: { tool: "ask", inputResponses: "auto" },
  askTwice: { tool: "ask_twice", inputResponses: "auto" },
  askMany: { tool: "ask_many", inputResponses: "auto" },
  toolError: { tool: "tool_error" },
  protocolError: { tool: "protocol_error" },
  slow: { tool: "slow" },
};

/**
 * The lanes, each with the arguments of node that run it, one more against a server with large results, and how to end what
 * serves them.
 */
export async function fullLanes(program, folder) {
  const options = join(folder, "roles.json");
  writeFileSync(options, JSON.stringify({ roles }));
  const servers = [];
  const lanes = [];
  for (const era of ["modern", "legacy"]) {
    const server = await startHttpServer({ era, jobMs });
    servers.push(server);
    const run = [program, "run", "--no-config", "--options", `tasks=${options}`];
    const { command, args } = stdioCommand({ era, jobMs });
    const wire = era === "modern" ? "extension" : "2025-11-25";
    const second = ["--second-identity", "Authorization: Bearer somebody-else"];
    lanes.push({ name: `${wire}, http`, args: (...more) => [...run, ...second, ...more, server.url] });
    lanes.push({ name: `${wire}, stdio`, args: (...more) => [...run, ...more, "--", command, ...args] });
  }
  const large = await startHttpServer({ era: "modern", jobMs, hooks: [{ encode: withLargeTexts }] });
  servers.push(large);
  return {
    lanes,
    large: [program, "run", "--no-config", "--options", `tasks=${options}`, large.url],
    close: () => Promise.all(servers.map((server) => server.close())),
  };
}

function withLargeTexts(message) {
  const beginning = '"type":"text","text":"';
  return message.replaceAll(beginning, `${beginning}${"x".repeat(addedCharacters)}`);
}

/** What one run of a lane sends: `{ requests, calls }`, read from its transcript and its report. */
export async function sentBy({ name, args }, folder) {
  const file = join(folder, `${name.replaceAll(/\W+/g, "-")}.jsonl`);
  const { said } = await runOnce(args("--format", "json", "--save-transcript", file), folder);
  const [, ...exchanges] = readFileSync(file, "utf8").trim().split("\n");
  return { requests: exchanges.length, calls: JSON.parse(said).servers[0].calls };
}

/** The figures of one lane; each round of it against the start of node in that round. */
export function fullFigures(name, { samples, memory, node, requests, calls }) {
  const what = `Tasks in full (${name})`;
  const reference = (round) => node[round].ms + jobMs;
  return [
    figure(
      `${what}, time`,
      milliseconds,
      samples.map(({ ms }) => ms),
      target,
    ),
    figure(
      `${what}, peak memory of mcptest`,
      mebibytes,
      memory.map(({ peakKiB }) => peakKiB / 1024),
      100,
    ),
    figure(
      `${what} / (${jobMs} ms job + node -e 0), time`,
      ratio,
      samples.map(({ ms }, round) => ms / reference(round)),
    ),
    figure(`${what}, requests sent`, String, [requests]),
    figure(
      `${what}, tool calls`,
      String,
      [calls.reduce((sum, { count }) => sum + count, 0)],
      undefined,
      calls.map(({ tool, count }) => `${tool} ${count}`).join(", "),
    ),
  ];
}

/** The figure of the runs with large results. */
export function largeFigure(memory) {
  return figure(
    `Tasks in full (extension, http), results of ${addedCharacters / 1e6} MB, peak memory of mcptest`,
    mebibytes,
    memory.map(({ peakKiB }) => peakKiB / 1024),
    largeTargetMiB,
  );
}

import type { ConformanceResult, Report } from "@mcptest/core/report";
import { type RunRequest, run } from "@mcptest/core/runner";
import { prepareArtifacts, writeArtifacts } from "./artifacts.js";
import { mayRewriteLines, usesColor } from "./color.js";
import { decide } from "./exit-code.js";
import type { Invocation } from "./invocation.js";
import { prepareFile, writeOutputFile } from "./output.js";
import { createProgress } from "./progress.js";
import { type Rendered, render } from "./render.js";
import type { OutputPlan } from "./reporters.js";
import { watchInterruption } from "./signals.js";

/** Flags about text for people. */
export interface TextFlags {
  color?: boolean;
  verbose?: boolean;
  quiet?: boolean;
}

/** A run that is ready to start. */
export interface Execution {
  request: RunRequest;
  plan: OutputPlan;
  /** `list`: nothing runs, and what would run is told. `artifacts`: the folder into which the files of packs go. */
  flags: TextFlags & { list?: boolean; artifacts?: string };
  /** Brings the report of one pack on one server into a shape of its own (`mcptest NAME conformance`). */
  single?: (report: Report) => ConformanceResult;
}

/** Runs, writes every output that was asked for, and gives the exit code. */
export async function execute(execution: Execution, invocation: Invocation): Promise<number> {
  const { request, plan, flags, single } = execution;
  if (flags.list) return await (await import("./list-only.js")).listOnly(execution, invocation);
  const { saveTranscript } = request;
  if (saveTranscript !== undefined) await prepareFile(saveTranscript, "--save-transcript");
  const start = (watched: Watched) => run({ ...request, ...watched });
  return await report({ start, plan, flags, ...(single ? { single } : {}) }, invocation);
}

/** What a run is watched with. */
export type Watched = Required<Pick<RunRequest, "signal" | "onProgress">>;

/** Something that gives a report. */
export interface Reporting extends Omit<Execution, "request"> {
  start(watched: Watched): Promise<Report>;
}

/** Gets the report, writes every output that was asked for, and gives the exit code. */
export async function report({ start, plan, flags, single }: Reporting, invocation: Invocation): Promise<number> {
  await prepareFiles(plan);
  if (flags.artifacts !== undefined) await prepareArtifacts(flags.artifacts);
  const ended = await watched(start, flags, invocation);
  const made = flags.artifacts === undefined ? ended : await writeArtifacts(ended, flags.artifacts);
  await writeAll({ report: made, ...(single ? { result: single(made) } : {}) }, plan, flags, invocation);
  return made.exitCode;
}

/** Writes every output of a report that is there already. */
export async function writeReport(
  rendered: Rendered,
  plan: OutputPlan,
  flags: TextFlags,
  invocation: Invocation,
): Promise<void> {
  await prepareFiles(plan);
  await writeAll(rendered, plan, flags, invocation);
}

async function prepareFiles({ files }: OutputPlan): Promise<void> {
  for (const { file } of files) await prepareFile(file, "--reporter");
}

/**
 * The run, with progress on a terminal, and stopped by a signal: the report is partial then and has the signal's code.
 * `onDecided` hears of the exit code of the run as soon as it is certain.
 */
export async function watched(
  start: Reporting["start"],
  flags: TextFlags,
  { env, output }: Invocation,
  onDecided: (exitCode: number) => void = decide,
): Promise<Report> {
  const showsProgress = !flags.quiet && mayRewriteLines({ isTTY: process.stderr.isTTY === true, env });
  const progress = showsProgress ? createProgress(process.stderr) : undefined;
  const interruption = watchInterruption((signal) => {
    progress?.clear();
    void output.err(`mcptest: ${signal}, stopping; a second signal ends at once\n`);
  });
  try {
    const made = await start({
      signal: interruption.signal,
      onProgress(event) {
        if (event.kind === "decided") onDecided(event.exitCode);
        progress?.onProgress(event);
      },
    });
    const code = interruption.code();
    return code === undefined ? made : { ...made, complete: false, passed: false, exitCode: code };
  } finally {
    progress?.clear();
    interruption.dispose();
  }
}

async function writeAll(rendered: Rendered, plan: OutputPlan, flags: TextFlags, invocation: Invocation): Promise<void> {
  const { verbose, quiet } = flags;
  const text = { verbose: verbose === true, quiet: quiet === true };
  const colorOf = (stream: { isTTY?: boolean }) =>
    usesColor({ flag: flags.color, isTTY: stream.isTTY === true, env: invocation.env });
  for (const { reporter, file } of plan.files) await writeOutputFile(file, render(reporter, rendered, text));
  if (plan.textOnStderr) {
    await invocation.output.err(render("terminal", rendered, { ...text, color: colorOf(process.stderr) }));
  }
  await invocation.output.out(render(plan.stdout, rendered, { ...text, color: colorOf(process.stdout) }));
}

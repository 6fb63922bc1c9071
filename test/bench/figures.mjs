// What is made of the samples: one line per figure, with its target.

/** How long the job of the measured run takes on the server, in milliseconds. */
export const jobMs = 500;

/** The figures of the start, of the baseline, and of what an installation takes. */
export function baselineFigures({ node, version, run, memory, capabilities }, packages) {
  const startMs = node.map(({ ms }) => ms);
  const time = (samples) => samples.map(({ ms }) => ms);
  const requests = (samples) => samples.map((sample) => sample.requests);
  // Each round against the start of node in that same round.
  const toStart = (samples, addedMs = 0) => samples.map(({ ms }, round) => ms / (startMs[round] + addedMs));
  return [
    figure("mcptest --version / node -e 0, time", ratio, toStart(version), 1.35),
    figure(`Tasks baseline / (${jobMs} ms job + node -e 0), time`, ratio, toStart(run, jobMs), 1.35),
    figure(
      "Tasks baseline, peak memory of mcptest",
      mebibytes,
      memory.map(({ peakKiB }) => peakKiB / 1024),
      100,
    ),
    figure("npm i mcptest, packages added", String, [packages], 40),
    figure("node -e 0, time", milliseconds, startMs),
    figure("mcptest --version, time", milliseconds, time(version)),
    figure("Tasks baseline, time", milliseconds, time(run)),
    figure("Tasks baseline, requests sent", String, requests(run)),
    figure("mcptest capabilities, time", milliseconds, time(capabilities)),
    figure("mcptest capabilities / node -e 0, time", ratio, toStart(capabilities)),
    figure("mcptest capabilities, requests sent", String, requests(capabilities)),
  ];
}

/** The table as text, and whether a figure is over its target. */
export function report(figures) {
  return { text: table(figures), over: figures.some(({ verdict }) => verdict === OVER) };
}

const OVER = "OVER";

/** One line of the table, with a note where all values are the same. What could not be measured is over its target, too. */
export function figure(what, format, values, target, note = "") {
  const { median, lowest, highest } = spread(values);
  const range = lowest === highest ? note : `${format(lowest)} to ${format(highest)}`;
  if (target === undefined) return { what, target: "", median: format(median), range, verdict: "" };
  const verdict = median <= target ? "ok" : OVER;
  return { what, target: `<= ${format(target)}`, median: format(median), range, verdict };
}

function spread(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const median = sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  return { median, lowest: sorted[0], highest: sorted.at(-1) };
}

function table(lines) {
  const rows = [{ what: "", target: "target", median: "median", range: "lowest to highest", verdict: "" }, ...lines];
  const width = (key) => Math.max(...rows.map((row) => row[key].length));
  const keys = ["what", "target", "median", "verdict", "range"];
  const line = (row) => keys.map((key) => row[key].padEnd(width(key))).join("  ");
  return rows.map((row) => line(row).trimEnd()).join("\n");
}

/** How figures are written. */
export function ratio(value) {
  return `${value.toFixed(2)}x`;
}

export function milliseconds(value) {
  return `${value.toFixed(0)} ms`;
}

export function mebibytes(value) {
  return `${value.toFixed(0)} MiB`;
}

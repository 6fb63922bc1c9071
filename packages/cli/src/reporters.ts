import { McptestError, nearest } from "@mcptest/core/errors";

/** What renders a result: text for people, or one of the machine formats. */
export type ReporterName = "terminal" | "json" | "json-summary" | "junit" | "markdown" | "github" | "sarif" | "tap";

/** What goes where. */
export interface OutputPlan {
  stdout: ReporterName;
  /** True when a machine format owns stdout: text for people goes to stderr then. */
  textOnStderr: boolean;
  files: { reporter: ReporterName; file: string }[];
}

const REPORTERS: ReadonlyMap<string, ReporterName> = new Map([
  ["terminal", "terminal"],
  ["json", "json"],
  ["json-summary", "json-summary"],
  ["junit", "junit"],
  ["junit-xml", "junit"],
  ["markdown", "markdown"],
  ["github", "github"],
  ["sarif", "sarif"],
  ["tap", "tap"],
]);

const FORMATS: ReadonlyMap<string, ReporterName> = new Map([
  ["text", "terminal"],
  ["json", "json"],
  ["json-summary", "json-summary"],
  ["junit-xml", "junit"],
  ["junit", "junit"],
  ["markdown", "markdown"],
  ["github", "github"],
  ["sarif", "sarif"],
  ["tap", "tap"],
]);

/** Names for `--reporter`, for help. */
export const REPORTER_NAMES = "terminal, json, json-summary, junit, markdown, github, sarif, tap";
/** Names for `--format`, for help. */
export const FORMAT_NAMES = "text, json, json-summary, junit-xml, markdown, github, sarif, tap";

/**
 * Decides what goes to stdout, stderr and files. A machine format owns stdout alone, so there can be one of them at
 * most; throws `USAGE_BAD_VALUE` otherwise, and for names that do not exist.
 */
export function planOutput(format: string | undefined, reporters: readonly string[]): OutputPlan {
  const onStdout = new Set<ReporterName>();
  const files: OutputPlan["files"] = [];
  if (format !== undefined) onStdout.add(lookUp(FORMATS, "--format", format, FORMAT_NAMES));
  for (const given of reporters) {
    const equals = given.indexOf("=");
    const name = equals < 0 ? given : given.slice(0, equals);
    const reporter = lookUp(REPORTERS, "--reporter", name, REPORTER_NAMES);
    if (equals < 0) onStdout.add(reporter);
    else files.push({ reporter, file: fileOf(given, equals, files) });
  }
  const machine = [...onStdout].filter((reporter) => reporter !== "terminal");
  if (machine.length > 1) throw twoOnStdout(machine);
  const [owner] = machine;
  return { stdout: owner ?? "terminal", textOnStderr: owner !== undefined, files };
}

/** As {@link planOutput} for commands that have text and JSON only. */
export function isJsonFormat(format: string | undefined): boolean {
  if (format === undefined || format === "text") return false;
  if (format === "json") return true;
  throw unknownName("--format", format, ["text", "json"], "text, json");
}

function lookUp(names: ReadonlyMap<string, ReporterName>, flag: string, name: string, listed: string): ReporterName {
  const found = names.get(name);
  if (found === undefined) throw unknownName(flag, name, names.keys(), listed);
  return found;
}

function unknownName(flag: string, name: string, known: Iterable<string>, listed: string): McptestError {
  const meant = nearest(name, known);
  const suggestion = meant === undefined ? "" : ` Did you mean ${meant}?`;
  const message = `${flag}: there is no ${JSON.stringify(name)}.${suggestion}`;
  return new McptestError("USAGE_BAD_VALUE", message, { fix: `Give ${flag} one of: ${listed}.` });
}

function fileOf(given: string, equals: number, files: OutputPlan["files"]): string {
  const file = given.slice(equals + 1);
  const message =
    file === ""
      ? `--reporter ${given} names no file after the equals sign.`
      : `--reporter: two reporters would write ${file}.`;
  if (file !== "" && !files.some((other) => other.file === file)) return file;
  throw new McptestError("USAGE_BAD_VALUE", message, {
    fix: "Write --reporter NAME=FILE, each with a file of its own.",
  });
}

function twoOnStdout(names: ReporterName[]): McptestError {
  return new McptestError("USAGE_BAD_VALUE", `${names.length} machine formats want stdout: ${names.join(", ")}.`, {
    fix: `Leave one on stdout and give the others a file, such as --reporter ${names[1]}=FILE.`,
  });
}

import { readFile, stat } from "node:fs/promises";
import { McptestError } from "../errors/index.js";
import type { Report } from "../report/model.js";

/** Bytes of a file that is read. */
const MAX_BYTES = 512 * 1024 * 1024;

/** Reads a report that `--reporter json` or `--format json` wrote. Throws `REPORT_UNREADABLE`. */
export async function readReport(file: string): Promise<Report> {
  const json = jsonOf(await textOf(file), file);
  const { reportSchema } = await import("../report/schema.js");
  const parsed = reportSchema.safeParse(json);
  if (parsed.success) return json as Report;
  const [issue] = parsed.error.issues;
  const where = issue?.path.map(String).join(".") || "it";
  throw unreadable(file, `${where}: ${issue?.message ?? "is not as a report has it"}`);
}

async function textOf(file: string): Promise<string> {
  try {
    const { size } = await stat(file);
    if (size > MAX_BYTES) throw unreadable(file, `it has more than ${MAX_BYTES} bytes`);
    return await readFile(file, "utf8");
  } catch (error) {
    if (error instanceof McptestError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw unreadable(file, code === "ENOENT" ? "there is no such file" : `it cannot be read (${code ?? "no reason"})`);
  }
}

function jsonOf(text: string, file: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    throw unreadable(file, text.trim() === "" ? "it is empty" : "it is no JSON, or was cut");
  }
}

function unreadable(file: string, why: string): McptestError {
  return new McptestError("REPORT_UNREADABLE", `${file} is no report of mcptest: ${why}.`);
}

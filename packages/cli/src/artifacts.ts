import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { McptestError } from "@mcptest/core/errors";
import type { Artifact, Report } from "@mcptest/core/report";
import { writeOutputFile } from "./output.js";

/** Characters of the name of a file. */
const MAX_NAME = 150;

/** Makes the folder of `--artifacts`, before a run and not after it. Rejects with `OUTPUT_FAILED` or `USAGE_BAD_VALUE`. */
export async function prepareArtifacts(folder: string): Promise<void> {
  if (folder === "") {
    throw new McptestError("USAGE_BAD_VALUE", "--artifacts: the name of the folder is empty.", {
      fix: "Give the name of a folder; if a variable of the shell stands there, see that it is set.",
    });
  }
  try {
    await mkdir(resolve(folder), { recursive: true });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new McptestError("OUTPUT_FAILED", `${folder} cannot be made: ${reason}.`, { cause: error });
  }
}

/** Writes each artifact of a report into a folder that is there; the report then names the files, and is without their data. */
export async function writeArtifacts(report: Report, folder: string): Promise<Report> {
  const artifacts: Artifact[] = [];
  for (const artifact of report.artifacts) {
    const { data, ...rest } = artifact;
    if (data === undefined) {
      artifacts.push(artifact);
      continue;
    }
    const file = join(folder, fileName(artifact));
    await writeOutputFile(file, Buffer.from(data, "base64"));
    artifacts.push({ ...rest, file });
  }
  return { ...report, artifacts };
}

/** Its own for each, and without anything that a file system could take for a path: names come from servers. */
function fileName({ id, name }: Artifact): string {
  const safe = name.replace(/[^\w.-]+/g, "-").slice(-MAX_NAME);
  return `${id.replace(/[^\w-]+/g, "-")}-${safe}`;
}

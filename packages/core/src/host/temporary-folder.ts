import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A folder for temporary files, which goes at the end of this program too, whatever ends that. */
export interface TemporaryFolder {
  folder: string;
  /** Removes it and all that is in it. */
  remove(): void;
}

/** All that were made. A killed program may write a last time after its folder was removed, so at the end all go once more. */
const made = new Set<string>();

/** Makes a folder whose name begins with `prefix`. */
export function temporaryFolder(prefix: string): TemporaryFolder {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  if (made.size === 0) process.on("exit", removeAll);
  made.add(folder);
  return { folder, remove: () => remove(folder) };
}

function removeAll(): void {
  for (const folder of made) remove(folder);
}

function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    // A program that has not ended yet still writes. What is left then is tried again at the end.
  }
}

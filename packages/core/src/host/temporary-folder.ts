import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A folder for temporary files, which goes at the end of this program too, whatever ends that. */
export interface TemporaryFolder {
  folder: string;
  /** Removes it and all that is in it. */
  remove(): void;
}

/** Makes a folder whose name begins with `prefix`. */
export function temporaryFolder(prefix: string): TemporaryFolder {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  const remove = () => {
    process.off("exit", remove);
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    } catch {
      // A program that has not ended yet still writes; nothing can be done about what is left.
    }
  };
  process.on("exit", remove);
  return { folder, remove };
}

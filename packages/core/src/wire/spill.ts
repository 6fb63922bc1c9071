import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Texts that are too large for memory, in a temporary folder that only its owner may read. */
export interface Spill {
  /** Stores `text` under `key`, a file name. A key that is there stays as it is; a full or broken disk stores nothing. */
  write(key: string, text: string): void;
  read(key: string): string | undefined;
  /** Removes the folder. Nothing is stored afterwards. */
  dispose(): void;
}

/** Makes a store for at most `maxBytes` bytes. The folder is made with the first text and goes with the process. */
export function createSpill(maxBytes: number): Spill {
  const keys = new Set<string>();
  let folder: string | undefined;
  let disposed = false;
  let bytes = 0;

  function dispose(): void {
    disposed = true;
    keys.clear();
    process.off("exit", dispose);
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    folder = undefined;
  }

  function ensureFolder(): string {
    if (folder === undefined) {
      folder = mkdtempSync(join(tmpdir(), "mcptest-"));
      process.on("exit", dispose);
    }
    return folder;
  }

  return {
    write(key, text) {
      const size = Buffer.byteLength(text);
      if (disposed || keys.has(key) || bytes + size > maxBytes) return;
      try {
        writeFileSync(join(ensureFolder(), key), text, { mode: 0o600 });
        keys.add(key);
        bytes += size;
      } catch {
        // The record then keeps the beginning of the text, its size and its hash.
      }
    },
    read(key) {
      if (folder === undefined || !keys.has(key)) return undefined;
      try {
        return readFileSync(join(folder, key), "utf8");
      } catch {
        return undefined;
      }
    },
    dispose,
  };
}

import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach } from "vitest";

const made: string[] = [];

afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Contents by path. An object is written as JSON. */
export type Files = Record<string, string | Uint8Array | object>;

/** A folder with `files` that is removed after the test; its real path. `name` becomes a part of its own name. */
export function project(files: Files, name = "project"): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `mcptest ${name}-`)));
  made.push(folder);
  addFiles(folder, files);
  return folder;
}

/** Writes `files` below `folder`. */
export function addFiles(folder: string, files: Files): void {
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    const isText = typeof content === "string" || content instanceof Uint8Array;
    writeFileSync(file, isText ? content : JSON.stringify(content, null, 2));
  }
}

/** `text` with the folder's path taken out, for snapshots. */
export function without(folder: string, text: string): string {
  return text.replaceAll(folder, "<project>");
}

import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { inject } from "vitest";
import { type Ended, startProgram } from "../../e2e/testing/mcptest.js";
import { type Manager, managerEnvironment } from "./managers.js";

/** Contents by path. An object is written as JSON. */
export type Files = Record<string, string | object>;

/** A folder of somebody who uses a package manager. */
export interface Project {
  folder: string;
  write(files: Files): void;
  /** Runs a line in a shell that has the package manager. `within` is a folder of the project. */
  shell(line: string, within?: string): Promise<Ended>;
  /** As {@link shell}; throws with the output when it fails. */
  must(line: string, within?: string): Promise<Ended>;
}

/** Makes an empty project for `manager` and puts `files` in it. Nothing is installed. */
export function createProject(manager: Manager, files: Files): Project {
  const { folder: parent, url } = inject("published");
  mkdirSync(join(parent, "projects"), { recursive: true });
  const folder = realpathSync(mkdtempSync(join(parent, "projects", "p-")));
  const env = managerEnvironment(parent, manager);
  writeFiles(folder, { ...manager.files(url), ...files });

  function shell(line: string, within = "."): Promise<Ended> {
    return startProgram("sh", ["-c", line], { cwd: join(folder, within), env }).ended;
  }

  return {
    folder,
    shell,
    write: (more) => writeFiles(folder, more),
    async must(line, within) {
      const ended = await shell(line, within);
      if (ended.code === 0) return ended;
      throw new Error(`${line} ended with ${ended.code}\n${ended.stdout}${ended.stderr}`);
    },
  };
}

/** Writes files below `folder`. */
export function writeFiles(folder: string, files: Files): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), typeof content === "string" ? content : JSON.stringify(content));
  }
}

/** Makes symbolic links below `folder`: target by path. */
export function linkFolders(folder: string, links: Record<string, string>): void {
  for (const [path, target] of Object.entries(links)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    symlinkSync(join(folder, target), join(folder, path));
  }
}

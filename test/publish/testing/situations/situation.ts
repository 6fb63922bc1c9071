import { handMade } from "../hand-made.js";
import type { Files } from "../project.js";

/** A project, what names a pack in it, and what is found. */
export interface Situation {
  what: string;
  files: Files;
  /** Symbolic links below the project: target by path. */
  links?: Record<string, string>;
  /** The entry under `packs` of the configuration. Default: the pack `p`, of any version. */
  packs?: Record<string, string | object>;
  /** The folder of the configuration. Default: the top. */
  configIn?: string;
  /** The configuration itself, where the table writes none. */
  config?: string;
  /** The working directory. Default: the top. */
  cwd?: string;
  /** `--pack`, in place of the configuration. */
  argument?: string;
  /** Environment variables; PROJECT stands for the project. */
  env?: Record<string, string>;
  /** The last part of the project's own path. */
  folder?: string;
  /** `name version path`, or the beginning of `CODE: message`, with PROJECT for the project. */
  found: string;
}

/** Makes a folder the top of a project. */
export const GIT: Files = { ".git/HEAD": "ref: refs/heads/main\n" };
/** A pack `p`, installed. */
export const P: Files = handMade("p", "1.0.0");
/** What is found of it. */
export const P_FOUND = "p 1.0.0 PROJECT/node_modules/p/index.js";

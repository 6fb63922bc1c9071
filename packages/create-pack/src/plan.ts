import { basename, resolve } from "node:path";
import { refusal } from "./refusal.js";

/** The languages in which a pack can be written. */
export type Language = "typescript" | "javascript";

/** What the author said. What is left out has a default. */
export interface Wishes {
  /** Folder of the pack. Default: the name without its scope. */
  folder?: string;
  /** Id of the extension. Default: `com.example/` and what the folder or the name is about. */
  extension?: string;
  /** npm name. Default: `mcptest-pack-` and the last part of the extension's id. */
  name?: string;
  /** Default `typescript`. */
  language?: Language;
}

/** What is made. */
export interface PackPlan {
  /** Absolute path. */
  folder: string;
  /** Where the folder is, as the author would write it. */
  place: string;
  extension: string;
  name: string;
  language: Language;
  /** What stands before ids of checks, and before the slash of methods: kebab-case. */
  word: string;
  /** Name for people. */
  title: string;
}

/** Prefix and name of an extension id (grammar D.1). The prefix: labels that begin with a letter and do not end with a hyphen. */
const LABEL = "[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?";
const EXTENSION_ID = new RegExp(`^${LABEL}(?:\\.${LABEL})*/[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$`);
const NPM_NAME = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/;
/** Longest npm name. */
const MAX_NAME = 214;

/** Fills in the defaults. Throws a {@link Refusal} for an id or a name that nobody can use. */
export function planOf({ folder, extension, name, language = "typescript" }: Wishes, cwd: string): PackPlan {
  const id = extension ?? `com.example/${subjectOf(name ?? (folder && basename(resolve(cwd, folder))))}`;
  if (!EXTENSION_ID.test(id)) {
    throw refusal(
      `${JSON.stringify(id)} is no id of an extension.`,
      "Write a reversed domain, a slash and a name, such as --extension com.example/gadgets",
    );
  }
  const word = kebab(id.slice(id.indexOf("/") + 1));
  const npmName = name ?? `mcptest-pack-${word}`;
  if (!NPM_NAME.test(npmName) || npmName.length > MAX_NAME) {
    throw refusal(
      `${JSON.stringify(npmName)} is no name of an npm package.`,
      "Write lower-case letters, digits and hyphens, with a scope or without, such as --name @acme/mcptest-pack-gadgets",
    );
  }
  const place = folder ?? npmName.slice(npmName.indexOf("/") + 1);
  return {
    folder: resolve(cwd, place),
    place,
    extension: id,
    name: npmName,
    language,
    word,
    title: titleOf(word),
  };
}

/** What a package or a folder of this name is about. */
function subjectOf(name = "gadgets"): string {
  const subject = kebab(name.slice(name.indexOf("/") + 1).replace(/^(?:mcptest-)?pack-(?=.)/, ""));
  return subject === "" ? "gadgets" : subject;
}

function kebab(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

function titleOf(word: string): string {
  const text = word.replaceAll("-", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

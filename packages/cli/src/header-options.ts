import { readFileSync } from "node:fs";
import { McptestError } from "@mcptest/core/errors";
import { type HeaderList, isHeaderName, isHeaderValue } from "@mcptest/core/wire";

/** Flags that give headers. Their values are secrets: no message repeats one. */
export interface HeaderFlags {
  header?: string[];
  headerFile?: string;
  bearerEnv?: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The headers of `--header-file`, `--header` and `--bearer-env`, in this order. Throws `USAGE_BAD_VALUE` for a line
 * without a colon, a file that cannot be read, a variable that is not set, and for two `Authorization` headers.
 */
export function headersFrom(flags: HeaderFlags, env: Environment): HeaderList {
  const headers: HeaderList = [
    ...(flags.headerFile === undefined ? [] : headersOfFile(flags.headerFile)),
    ...(flags.header ?? []).map((line) => parseHeader(line, "--header")),
    ...(flags.bearerEnv === undefined ? [] : [bearerHeader(flags.bearerEnv, env)]),
  ];
  if (headers.filter(([name]) => name.toLowerCase() === "authorization").length > 1) {
    throw new McptestError("USAGE_BAD_VALUE", "The Authorization header is given twice.", {
      fix: "Keep one of --header, --header-file and --bearer-env for it.",
    });
  }
  return headers;
}

/** One `Name: value`. Throws `USAGE_BAD_VALUE`; `where` says for the message where it stands. */
export function parseHeader(line: string, where: string): [name: string, value: string] {
  const colon = line.indexOf(":");
  const name = line.slice(0, Math.max(0, colon)).trim();
  const value = line.slice(colon + 1).trim();
  if (colon < 0) throw badHeader(`${where}: a header without a colon.`);
  if (!isHeaderName(name)) throw badHeader(`${where}: the name before the colon is no header name.`);
  if (!isHeaderValue(value))
    throw badHeader(`${where}: the value of ${name} holds a character that no header can hold.`);
  return [name, value];
}

function badHeader(message: string): McptestError {
  return new McptestError("USAGE_BAD_VALUE", message, { fix: 'Write it as "Name: value".' });
}

function headersOfFile(file: string): HeaderList {
  let text: string;
  try {
    text = new TextDecoder().decode(readFileSync(file));
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? "unknown reason";
    throw new McptestError("USAGE_BAD_VALUE", `--header-file: ${file} cannot be read (${reason}).`, {
      fix: "Give a file with one Name: value on each line.",
    });
  }
  return text
    .split(/\r\n|\r|\n/)
    .map((line, index) => ({ line: line.trim(), place: `--header-file ${file}, line ${index + 1}` }))
    .filter(({ line }) => line !== "" && !line.startsWith("#"))
    .map(({ line, place }) => parseHeader(line, place));
}

function bearerHeader(variable: string, env: Environment): [string, string] {
  const token = env[variable]?.trim();
  if (token) return parseHeader(`Authorization: Bearer ${token}`, `--bearer-env ${variable}`);
  const state = token === undefined ? "is not set" : "is empty";
  // What stands there may be the token itself.
  throw new McptestError("USAGE_BAD_VALUE", `--bearer-env: the environment variable that it names ${state}.`, {
    fix: "Give the name of a variable, not the token, and set that variable to the token, without the word Bearer.",
  });
}

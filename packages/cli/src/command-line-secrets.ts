import { type HeaderList, secretsOf } from "@mcptest/core/wire";

/** Flags whose value is a header line, and those whose value is NAME=VALUE. */
const HEADER_FLAGS: ReadonlySet<string> = new Set(["--header", "--second-identity"]);
const VARIABLE_FLAG = "--env";

/**
 * The secrets in the words of a command line that nobody has read yet: header values, values of variables, what
 * `--bearer-env` names, and credentials and query values of URLs. For errors that come before the words are parsed.
 */
export function secretsInWords(words: readonly string[], env: Readonly<Record<string, string | undefined>>): string[] {
  const secrets: string[] = [];
  for (const { flag, value } of flagValues(words)) {
    if (HEADER_FLAGS.has(flag)) secrets.push(...ofHeaders([["x", value.slice(value.indexOf(":") + 1).trim()]]));
    if (flag === VARIABLE_FLAG) secrets.push(value.slice(value.indexOf("=") + 1));
    // A value that names no variable may be the token itself.
    if (flag === "--bearer-env" && !value.startsWith("-")) secrets.push(env[value] ?? value);
  }
  for (const word of words) {
    const url = word.replace(/^--[\w-]+=/, "");
    secrets.push(...secretsOf({ kind: "http", name: "", url, headers: [] }));
  }
  return secrets.filter((secret) => secret !== "");
}

function ofHeaders(headers: HeaderList): string[] {
  return secretsOf({ kind: "http", name: "", url: "", headers });
}

function* flagValues(words: readonly string[]): Generator<{ flag: string; value: string }> {
  for (const [index, word] of words.entries()) {
    const equals = word.indexOf("=");
    if (word.startsWith("--") && equals > 0) yield { flag: word.slice(0, equals), value: word.slice(equals + 1) };
    else if (word.startsWith("--")) yield { flag: word, value: words[index + 1] ?? "" };
  }
}

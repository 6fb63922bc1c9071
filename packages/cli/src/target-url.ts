import { McptestError } from "@mcptest/core/errors";

/**
 * Checks that `text` is the URL of an HTTP endpoint. Throws `TARGET_BAD_URL` with the form that was probably meant; the
 * message repeats neither credentials nor query values. `invocation` stands before the target in such a form, such as
 * `mcptest run`.
 */
export function checkUrl(text: string, invocation: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && (url.protocol === "http:" || url.protocol === "https:") && /^https?:\/\//i.test(text)) return text;
  const shown = JSON.stringify(withoutSecrets(text));
  const fix = fixFor(text, invocation);
  throw new McptestError("TARGET_BAD_URL", `${shown} is no URL of an MCP endpoint.`, fix === undefined ? {} : { fix });
}

/** The error for several words where one URL was expected: probably a command. */
export function severalTargets(words: readonly string[], invocation: string): McptestError {
  const command = words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word}'`)).join(" ");
  const isCommand = !words.some((word) => /^https?:\/\//i.test(word));
  const message = isCommand
    ? `${JSON.stringify(withoutSecrets(words[0] as string))} is no URL, and more words follow it.`
    : `${words.length} targets are given where one is expected.`;
  return isCommand
    ? new McptestError("TARGET_BAD_URL", message, {
        fix: `To test the server that a command starts, write -- before it: ${invocation} -- ${withoutSecrets(command)}`,
      })
    : new McptestError("USAGE_TWO_TARGETS", message);
}

function fixFor(text: string, invocation: string): string | undefined {
  const shown = withoutSecrets(text);
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1];
  if (scheme !== undefined && !/^https?$/i.test(scheme)) {
    return `mcptest speaks Streamable HTTP: write http:// or https:// in place of ${scheme}://.`;
  }
  if (scheme !== undefined) return undefined;
  if (/\.[cm]?[jt]sx?$/i.test(text)) return `To test the server in a file, write: ${invocation} -- node ${shown}`;
  if (/\.py$/i.test(text)) return `To test the server in a file, write: ${invocation} -- python ${shown}`;
  if (/^(localhost|127\.\d+\.\d+\.\d+|\[[0-9a-f:]+\])(:\d+)?(\/|$)/i.test(text)) return withScheme("http", shown);
  if (/^[\w-]+(\.[\w-]+)+(:\d+)?(\/|$)/.test(text)) return withScheme("https", shown);
  if (/^[\w-]+:\d+(\/|$)/.test(text)) return withScheme("http", shown);
  return undefined;
}

function withScheme(scheme: string, place: string): string {
  const url = `${scheme}://${place}`;
  return place.includes("/") ? `Write ${url}` : `Write the whole URL with its path, such as ${url}/mcp`;
}

/** The text without user name, password, query and fragment. */
function withoutSecrets(text: string): string {
  return text.replace(/^([a-z][a-z0-9+.-]*:\/\/)?[^/?#\s]+@/i, "$1").replace(/[?#].*$/s, "");
}

/** Characters of what a browser says. */
const MAX_SAID = 300;

/** Why a browser did not start, from the message of playwright-core, which holds its command line, its log and its own advice. */
export function whyNoStart(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  if (/sandboxing failed|no usable sandbox/i.test(message)) {
    return "the system gives it no sandbox; allow unprivileged user namespaces, or, for servers that you trust, start it without (--browser-no-sandbox, in code browser: { sandbox: false })";
  }
  const said = [...message.matchAll(/^\[pid=\d+\]\[err\] (.*)$/gm)].map(([, line]) => line?.trim() ?? "");
  const [first = ""] = message.split("\n");
  const why = said.length > 0 ? said.slice(0, 2).join(" ") : first.replace(/^[\w.]+: /, "").replace(/\.$/, "");
  return `${why.slice(0, MAX_SAID)}; see that it is a Chromium or its headless shell, and that it starts by itself`;
}

// A small MCP server on stdio; its settings are the JSON of its first argument. With `stubborn` it ignores the end of
// its stdin and SIGTERM.
import { createInterface } from "node:readline";
import { answer } from "./answer.mjs";

const settings = JSON.parse(process.argv[2] ?? "{}");
if (settings.stubborn) {
  process.on("SIGTERM", () => {});
  setInterval(() => {}, 1_000);
}
if (settings.stderr) process.stderr.write(`${settings.stderr}\n`);
for await (const line of createInterface({ input: process.stdin })) {
  const reply = answer(settings, JSON.parse(line));
  if (reply === "exit") process.exit(7);
  if (reply !== "silence") process.stdout.write(`${JSON.stringify(reply)}\n`);
}

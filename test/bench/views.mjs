// One view of a megabyte, shown in a real browser under both content policies by an ordinary host.
import { mkdirSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { startHttpServer } from "@mcptest/testkit";
import { root } from "../../config/workspace.mjs";
import { figure, milliseconds } from "./figures.mjs";
import { runOnce } from "./rounds.mjs";

/** Bytes of HTML, and milliseconds that a view of so many may take. */
const viewBytes = 1024 * 1024;
const targetMs = 5000;
/** Views of the testkit's server. */
const views = 2;

/**
 * The arguments of node for a run with the views and for one that judges all else, and how to end what serves them. Undefined
 * where this machine has no browser.
 */
export async function viewRuns(program, project) {
  const driver = dirname(createRequire(join(root, "packs/apps/package.json")).resolve("playwright-core/package.json"));
  mkdirSync(join(project, "node_modules"), { recursive: true });
  symlinkSync(driver, join(project, "node_modules/playwright-core"));
  const server = await startHttpServer({
    kind: "apps",
    hooks: [{ policies: { apps: { view: (html) => grown(html) } } }],
  });
  const sandbox = process.getuid?.() === 0 ? ["--browser-no-sandbox"] : [];
  const words = [program, "apps", "conformance", server.url, "--no-config", "--no-faulty-hosts", ...sandbox];
  const runs = {
    args: words,
    wire: [...words, ...["negotiation", "tools", "resources", "results"].flatMap((name) => ["--category", name])],
    close: () => server.close(),
  };
  const { said } = await runOnce([...words, "--format", "json"], project).catch(() => ({ said: "{}" }));
  if (JSON.parse(said).passed) return runs;
  await server.close();
  return undefined;
}

/** A view with so much script that its HTML has a mebibyte. */
function grown(html) {
  const functions = [];
  let length = Buffer.byteLength(html);
  for (let index = 0; length < viewBytes - 200; index++) {
    const text = `function unused${index}(a, b) { return { sum: a + b, product: a * b, text: "number ${index}" }; }\n`;
    functions.push(text);
    length += text.length;
  }
  return html.replace("</body>", () => `<script>${functions.join("")}</script></body>`);
}

/** The figures of a view: its share of the whole run, and of what the browser adds to it. */
export function viewFigures({ views: whole, wire }) {
  const share = (ms) => ms / views;
  return [
    figure(
      "Apps, a view of 1 MiB under both policies, its share of the whole run, time",
      milliseconds,
      whole.map(({ ms }) => share(ms)),
      targetMs,
    ),
    figure(
      "Apps, what a view of 1 MiB adds to a run without a browser, time",
      milliseconds,
      whole.map(({ ms }, round) => share(ms - wire[round].ms)),
    ),
  ];
}

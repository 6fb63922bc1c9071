import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { emptyFolder } from "./mcptest.js";

/** A folder of a project with these files; objects become JSON. */
export function project(files: Record<string, string | object>): string {
  const folder = emptyFolder();
  for (const [path, content] of Object.entries({ "package.json": {}, ...files })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), typeof content === "string" ? content : JSON.stringify(content));
  }
  return folder;
}

/** The source of a pack for every server, with one check whose `run` has this body. */
export function packSource(body: string, top = ""): string {
  return `${top}
export default {
  name: "mcptest-pack-widgets",
  version: "1.0.0",
  extension: "*",
  command: {
    name: "widgets",
    summary: "Judge widgets.",
    flags: [{ flag: "--tool <name>", description: "tool that makes a widget", option: ["tool"] }],
  },
  options: { "~standard": { version: 1, vendor: "test", validate: (value) => {
    return typeof value.tool === "string" ? { value } : { issues: [{ message: "is missing", path: ["tool"] }] };
  } } },
  checks: [{
    kind: "check",
    id: "widget-made",
    category: "making",
    title: "A widget is made",
    description: "The tool makes a widget.",
    level: "must",
    since: "1.0.0",
    phase: "end",
    rule: { source: "widgets" },
    async run(_values, verdict, context) { ${body} },
  }],
  "~mcptest": { kind: "pack", contract: 1 },
};
`;
}

/** A project in which that pack is installed, as an npm package. */
export function projectWithPack(body: string, top = ""): string {
  return project({
    "package.json": { devDependencies: { "mcptest-pack-widgets": "^1.0.0" } },
    "node_modules/mcptest-pack-widgets/package.json": {
      name: "mcptest-pack-widgets",
      version: "1.0.0",
      type: "module",
      keywords: ["mcptest-pack"],
      mcptestPack: { contract: 1 },
      exports: "./index.js",
    },
    "node_modules/mcptest-pack-widgets/index.js": packSource(body, top),
  });
}

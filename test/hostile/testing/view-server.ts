import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { JsonObject } from "@mcptest/pack";

const PROGRAM = fileURLToPath(new URL("../fixtures/view-server.mjs", import.meta.url));
export const VIEW_URI = "ui://views/one.html";

/** What the server of one view serves. Each is laid over what a good one serves. */
export interface ServedView {
  html: string;
  /** `_meta.ui` of the resource. */
  meta?: JsonObject;
  tool?: JsonObject;
  resource?: JsonObject;
  result?: JsonObject;
  /** Tools beside that of the view, and extensions. */
  extra?: { tools?: JsonObject[]; extensions?: JsonObject };
}

/** Words that start a server of this view over stdio; `folder` gets a file. */
export function viewServer(folder: string, { html, meta, tool, resource, result, extra }: ServedView): string[] {
  const uri = String(resource?.uri ?? VIEW_URI);
  const ui = { prefersBorder: true, ...meta };
  const mimeType = "text/html;profile=mcp-app";
  const served = {
    tool: {
      name: "show",
      description: "Shows the view.",
      inputSchema: { type: "object" },
      annotations: { readOnlyHint: true },
      _meta: { ui: { resourceUri: uri } },
      ...tool,
    },
    resource: { name: "A view", mimeType, _meta: { ui }, ...resource, uri },
    contents: { uri, mimeType, text: html, _meta: { ui } },
    result: {
      content: [{ type: "text", text: "Oslo has 21 degrees" }],
      structuredContent: { city: "Oslo" },
      ...result,
    },
    extra,
  };
  const file = join(folder, "view.json");
  writeFileSync(file, JSON.stringify(served));
  return [process.execPath, PROGRAM, file];
}

// A server with a view on the official SDK, for both halves. On stdio.
import { fileURLToPath } from "node:url";
import { RESOURCE_MIME_TYPE, registerAppResource, registerAppTool } from "@modelcontextprotocol/ext-apps/server";
import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { build } from "esbuild";
import * as z from "zod";

const URI = "ui://cities/board.html";
const STYLE = `
:root { color-scheme: light dark; }
body { margin: 0; font-family: var(--font-sans, sans-serif); color: var(--color-text-primary, #111); background: var(--color-background-primary, #fff); }
[data-theme="dark"] body { color: var(--color-text-primary, #eee); background: var(--color-background-primary, #111); }
main { padding: 16px; overflow-wrap: anywhere; min-height: 100vh; box-sizing: border-box; }
`;

const { outputFiles } = await build({
  entryPoints: [fileURLToPath(new URL("sdk-view.mjs", import.meta.url))],
  bundle: true,
  format: "iife",
  platform: "browser",
  target: "chrome120",
  minify: true,
  write: false,
});
const script = outputFiles[0].text.replaceAll("</script", "<\\/script");
const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Cities</title><style>${STYLE}</style></head>
<body><main><h1>Cities</h1><p id="status" role="status">No cities yet.</p><ul id="cities"></ul></main><script>${script}</script></body>
</html>
`;

function create() {
  const server = new McpServer({ name: "sdk-apps", version: "1.0.0" });
  registerAppTool(
    server,
    "show_cities",
    {
      title: "Cities",
      description: "Shows the cities.",
      inputSchema: z.object({}),
      outputSchema: z.object({ cities: z.array(z.string()) }),
      annotations: { readOnlyHint: true },
      _meta: { ui: { resourceUri: URI } },
    },
    async () => ({
      content: [{ type: "text", text: "The cities are Oslo and Bergen." }],
      structuredContent: { cities: ["Oslo", "Bergen"] },
    }),
  );
  registerAppResource(
    server,
    "Cities",
    URI,
    { description: "The view of the cities", mimeType: RESOURCE_MIME_TYPE, _meta: { ui: { prefersBorder: true } } },
    async () => ({
      contents: [{ uri: URI, mimeType: RESOURCE_MIME_TYPE, text: html, _meta: { ui: { prefersBorder: true } } }],
    }),
  );
  return server;
}

serveStdio(create);

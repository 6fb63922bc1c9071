// One server, two extensions, five revisions. Over stdio: node server.mjs. Over HTTP: node server.mjs --http 3000
import { createServer } from "node:http";
import { parseArgs } from "node:util";
import { ExtensionRegistry } from "@mcptest/registry";
import { localhostHostValidation, localhostOriginValidation, toNodeHandler } from "@modelcontextprotocol/node";
import * as z from "zod";
import { jobsExtension } from "./jobs.mjs";
import { skillsExtension } from "./skills.mjs";

const { values } = parseArgs({ options: { http: { type: "string" } } });

const registry = new ExtensionRegistry(
  { name: "jobs-and-skills", version: "1.0.0" },
  {
    instructions: "Runs jobs, and knows how to deploy and to review.",
    // A warning says that skills/list and skills/get are names of the official Skills. This example means to be like it.
    onWarning() {},
    // What is no extension is added to the SDK's own server, on every revision alike.
    configure(server) {
      server.registerTool(
        "greet",
        { description: "Greets somebody", inputSchema: z.object({ name: z.string() }) },
        ({ name }) => ({ content: [{ type: "text", text: `Hello, ${name}` }] }),
      );
    },
  },
);

registry.extension(jobsExtension((method, params) => registry.broadcast(method, params)));
registry.extension(skillsExtension);

// A resource of the server itself has the same address on every revision.
registry.resource({
  uri: "app://about",
  name: "about",
  mimeType: "text/plain",
  read: () => ({ text: "An example of @mcptest/registry." }),
});

if (values.http === undefined) {
  registry.serveStdio();
} else {
  const handler = registry.createHandler();
  const serve = toNodeHandler(handler);
  // Only names of this machine: a web page that the user has open cannot reach the server through a name of its own.
  const guards = [localhostHostValidation(), localhostOriginValidation()];
  const server = createServer((request, response) => {
    if (guards.every((guard) => guard(request, response))) void serve(request, response);
  });
  server.listen(Number(values.http), "127.0.0.1", () => {
    console.log(`http://127.0.0.1:${server.address().port}/mcp`);
  });
  process.once("SIGINT", async () => {
    server.close();
    await handler.close();
  });
}

// Skills by the official SDK: on stdio, or with --http over HTTP (the URL goes to stdout).
import { createServer } from "node:http";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { memorySkillFiles, SkillsExtension } from "@modelcontextprotocol/server/ext/skills";
import { serveStdio } from "@modelcontextprotocol/server/stdio";

const skill = (name, description) => `---\nname: ${name}\ndescription: ${description}\nversion: 1.0\n---\n# ${name}\n`;
const skills = await SkillsExtension.load(
  memorySkillFiles({
    "deploy/SKILL.md": `${skill("deploy", "Deploys the service")}Read [the guide](references/guide.md).\n`,
    "deploy/references/guide.md": "# Guide\n\nÉtape par étape.\n",
    "deploy/picture.png": new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10, 0, 255]),
    "review/SKILL.md": skill("review", "Reviews a change"),
  }),
);

function create() {
  const server = new McpServer({ name: "sdk-skills", version: "1.0.0" }, { capabilities: { resources: {} } });
  skills.attach(server);
  return server;
}

if (process.argv.includes("--http")) {
  const handler = toNodeHandler(createMcpHandler(create));
  const server = createServer((request, response) => void handler(request, response));
  server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}/mcp`));
} else serveStdio(create);

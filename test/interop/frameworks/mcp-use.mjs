// A folder of skills by mcp-use, over HTTP on the port that is given. Its command line reads the folder and hands it over so.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { MCPServer } from "mcp-use";

function file(path) {
  const text = readFileSync(new URL(`skills/${path}`, import.meta.url), "utf8");
  const digest = `sha256:${createHash("sha256").update(text).digest("hex")}`;
  return { uri: `skill://${path}`, name: path.split("/").at(-1), mimeType: "text/markdown", digest, text };
}

const resources = [file("deploy/SKILL.md"), file("deploy/references/guide.md")];
const [{ uri }] = resources;
const frontmatter = { name: "deploy", description: "Deploys the service" };
const server = new MCPServer({ name: "mcp-use-skills", version: "1.0.0" });
server.__primeSkills({
  skills: [{ uri, frontmatter, resources: resources.map((each) => ({ uri: each.uri, digest: each.digest })) }],
  resources,
  directories: [
    { uri: "skill://deploy", name: "deploy" },
    { uri: "skill://deploy/references", name: "references" },
  ],
});
await server.listen(Number(process.argv[2]));

// The same skills registered once: native on 2026-07-28, resources on older revisions. On stdio.
import { createHash } from "node:crypto";
import { Extension, ExtensionRegistry, Rejected } from "@mcptest/registry";
import * as z from "zod";

const text = (name, description, body) => `---\nname: ${name}\ndescription: ${description}\n---\n# ${name}\n${body}`;
const files = new Map([
  ["skill://deploy/SKILL.md", text("deploy", "Deploys the service", "Read [the guide](references/guide.md).\n")],
  ["skill://deploy/references/guide.md", "# Guide\n\nÉtape par étape.\n"],
  ["skill://review/SKILL.md", text("review", "Reviews a change", "")],
]);
const isWrong = process.argv.includes("--wrong");

function skill(name, description) {
  const own = [...files].filter(([uri]) => uri.startsWith(`skill://${name}/`));
  const resources = own.map(([uri, content]) => {
    const bytes = Buffer.from(content);
    const hash = createHash("sha256").update(bytes).digest("hex");
    return {
      uri,
      digest: `sha256:${isWrong ? hash.replace(/^./, "f") : hash}`,
      size: bytes.byteLength + (isWrong ? 1 : 0),
    };
  });
  return { uri: `skill://${name}/SKILL.md`, frontmatter: { name, description }, resources };
}

const skills = [skill("deploy", "Deploys the service"), skill("review", "Reviews a change")];
const kept = { ttlMs: 0, cacheScope: "private" };

const extension = new Extension("io.modelcontextprotocol/skills", {
  settings: {},
  methods: {
    "skills/list": {
      params: z.object({ cursor: z.string().optional() }),
      handler({ cursor }) {
        if (cursor !== undefined) throw new Rejected(-32602, "There is no such cursor");
        return { skills, ...kept };
      },
    },
    "skills/get": {
      params: z.object({ uri: z.string() }),
      handler({ uri }) {
        const found = skills.find((each) => each.uri === uri);
        if (!found) throw new Rejected(-32602, "There is no such skill");
        return { skill: found, ...kept };
      },
    },
  },
  files: [...files].map(([uri, content]) => ({
    uri,
    name: uri.endsWith("/SKILL.md") ? uri.split("/").at(-2) : uri.split("/").at(-1),
    mimeType: "text/markdown",
    read: () => ({ text: content }),
  })),
});

const registry = new ExtensionRegistry({ name: "registered-skills", version: "1.0.0" });
registry.extension(extension);
registry.serveStdio();

// One skill that is as large as a skill may be: 512 files, 16 MiB together. By the official SDK, on stdio.
import { createCipheriv } from "node:crypto";
import { McpServer } from "@modelcontextprotocol/server";
import { memorySkillFiles, SkillsExtension } from "@modelcontextprotocol/server/ext/skills";
import { serveStdio } from "@modelcontextprotocol/server/stdio";

const FILES = 512;
const BYTES = 16 * 1024 * 1024;
const text = Buffer.from("---\nname: large\ndescription: As large as a skill may be\n---\n# Large\n");
const each = Math.floor((BYTES - text.byteLength) / (FILES - 1));
const files = { "large/SKILL.md": new Uint8Array(text) };
let left = BYTES - text.byteLength;
for (let index = 1; index < FILES; index++) {
  const size = index === FILES - 1 ? left : each;
  files[`large/data/${index}.bin`] = bytesOf(index, size);
  left -= size;
}
/** Bytes that no compression makes small, the same in each process. */
function bytesOf(index, size) {
  const cipher = createCipheriv("aes-128-ctr", Buffer.alloc(16, index), Buffer.alloc(16));
  return new Uint8Array(cipher.update(Buffer.alloc(size)));
}

const skills = await SkillsExtension.load(memorySkillFiles(files));

serveStdio(() => {
  const server = new McpServer({ name: "large-skill", version: "1.0.0" }, { capabilities: { resources: {} } });
  skills.attach(server);
  return server;
});

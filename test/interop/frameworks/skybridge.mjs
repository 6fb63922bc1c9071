// A folder of skills by skybridge, on stdio. It looks for src/skills below the working folder.
import { cpSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { McpServer } from "skybridge/server";

process.chdir(mkdtempSync(join(process.argv[2] ?? tmpdir(), "skybridge-")));
cpSync(fileURLToPath(new URL("skills", import.meta.url)), "src/skills", { recursive: true });
serveStdio(() => new McpServer({ name: "skybridge-skills", version: "1.0.0" }, { capabilities: {} }, { skills: true }));

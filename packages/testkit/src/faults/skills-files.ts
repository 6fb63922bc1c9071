import type { JsonObject } from "@mcptest/pack";
import { CANARY } from "../skills/options.js";
import { skillsFaults } from "./groups.js";
import { onResult } from "./reshape.js";
import {
  accepting,
  DEPLOY,
  GUIDE,
  isMadeUp,
  onContent,
  onFile,
  onText,
  PICTURE,
  REVIEW,
  refusingWith,
} from "./skills-hooks.js";
import type { Fault } from "./types.js";

const digests = [
  ...skillsFaults("skills-digest-match", "failed", [
    {
      name: "skills-digest-of-other-lines",
      description: "A text is sent with other letters than those of its digest, of the same length",
      hooks: onContent(GUIDE, (item) => ({ ...item, text: String(item.text).replace("Guide", "guide") })),
    },
    {
      name: "skills-binary-changed",
      description: "A byte of a picture is another one than its digest knows",
      hooks: onContent(PICTURE, (item) => ({ ...item, blob: changedByte(String(item.blob)) })),
    },
    {
      name: "skills-file-unreadable",
      description: "A file that its entry names cannot be read",
      hooks: refusingRead(GUIDE),
    },
    {
      name: "skills-text-and-blob",
      description: "A file is read as text and as blob at once",
      hooks: onContent(GUIDE, (item) => ({ ...item, blob: Buffer.from(String(item.text)).toString("base64") })),
    },
  ]),
  ...skillsFaults("skills-size-match", "failed", [
    {
      name: "skills-size-in-characters",
      description: "size of a file counts characters, not bytes",
      hooks: onFile(DEPLOY, GUIDE, (file) => ({ ...file, size: Number(file.size) - 1 })),
    },
  ]),
];

function changedByte(blob: string): string {
  const bytes = Buffer.from(blob, "base64");
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  return bytes.toString("base64");
}

function refusingRead(uri: string) {
  return {
    around: async (call: { method: string; params: JsonObject }, next: () => Promise<never>) => {
      if (call.method === "resources/read" && call.params.uri === uri) call.params = { uri: `${uri}.gone` };
      return next();
    },
  };
}

const skillmd = [
  ...skillsFaults("skills-skillmd-frontmatter", "failed", [
    {
      name: "skills-front-matter-open",
      description: "No line ends the front matter of a SKILL.md",
      hooks: onText(REVIEW, (text) => text.replace("\n---\n#", "\n#")),
    },
    {
      name: "skills-front-matter-late",
      description: "Text stands before the front matter of a SKILL.md",
      hooks: onText(REVIEW, (text) => `# Review\n${text}`),
    },
    {
      name: "skills-front-matter-broken",
      description: "The front matter of a SKILL.md is no YAML",
      hooks: onText(REVIEW, (text) => text.replace("description: ", "description: [")),
    },
  ]),
  ...skillsFaults("skills-skillmd-frontmatter", "warning", [
    {
      name: "skills-byte-order-mark",
      description: "A SKILL.md begins with a byte order mark",
      hooks: onText(REVIEW, (text) => `\ufeff${text}`),
    },
    {
      name: "skills-windows-lines",
      description: "A SKILL.md has the line ends of Windows",
      hooks: onText(REVIEW, (text) => text.replaceAll("\n", "\r\n")),
    },
  ]),
  ...skillsFaults("skills-frontmatter-identical", "warning", [
    {
      name: "skills-yaml-1-1",
      description: "An entry has the front matter as YAML 1.1 reads it",
      hooks: onText(REVIEW, (text) => text.replace("\n---\n#", "\nreviewed: yes\n---\n#"), {
        name: "review",
        description: "Reviews a change",
        reviewed: true,
      }),
    },
  ]),
  ...skillsFaults("skills-read-mime", "warning", [
    {
      name: "skills-plain-text",
      description: "SKILL.md is read as plain text",
      hooks: onContent(REVIEW, (item) => ({ ...item, mimeType: "text/plain" })),
    },
    {
      name: "skills-listed-under-other-name",
      description: "resources/list has a SKILL.md under another name",
      hooks: onResult("resources/list", (result) => ({
        ...result,
        resources: (result.resources as JsonObject[]).map((entry) =>
          entry.uri === REVIEW ? { ...entry, name: "Review of changes" } : entry,
        ),
      })),
    },
  ]),
];

const refusals = skillsFaults("skills-read-unknown-file", "failed", [
  {
    name: "skills-read-unknown-code",
    description: "resources/read of a file that is not there gets -32603",
    hooks: refusingWith("resources/read", -32603, (params) => isMadeUp(params) && isBelow(params)),
  },
  {
    name: "skills-read-unknown-empty",
    description: "resources/read of a file that is not there gives no contents",
    hooks: accepting("resources/read", (params) => isMadeUp(params) && isBelow(params), { contents: [] }),
  },
  {
    name: "skills-read-directory",
    description: "resources/read of a directory gives no contents",
    hooks: accepting("resources/read", ({ uri }) => uri === "skill://deploy", { contents: [] }),
  },
]);

/** A plain address below a skill, and no way out of it. */
function isBelow({ uri }: JsonObject): boolean {
  return /^skill:\/\/[a-z]+\/[\w-]+\.md$/.test(String(uri));
}

const out = [
  ...skillsFaults("skills-traversal", "failed", [
    {
      name: "skills-dots-lead-out",
      description: "Dot segments lead to a file outside of the skills",
      hooks: leaking((uri) => uri.includes("../") && uri.endsWith("canary.txt")),
    },
    {
      name: "skills-escaped-dots-lead-out",
      description: "Escaped dot segments lead to a file outside of the skills",
      hooks: leaking((uri) => /%2e%2e%2f/i.test(uri) && /canary\.txt$/.test(uri)),
    },
    {
      name: "skills-backslashes-lead-out",
      description: "Backslashes lead to a file outside of the skills",
      hooks: leaking((uri) => /\.\.%5c/i.test(uri) && /canary\.txt$/.test(uri)),
    },
    {
      name: "skills-absolute-path",
      description: "A file address leads to a file outside of the skills",
      hooks: leaking((uri) => uri.startsWith("file:///") && uri.endsWith("canary.txt")),
    },
    {
      name: "skills-canary-as-blob",
      description: "A file outside of the skills is given away as a blob",
      hooks: leaking((uri) => uri.includes("../") && uri.endsWith("canary.txt"), true),
    },
  ]),
  ...skillsFaults("skills-traversal", "warning", [
    {
      name: "skills-dots-lead-somewhere",
      description: "Dot segments lead to a file that no entry names",
      hooks: accepting("resources/read", ({ uri }) => String(uri).includes("../mcptest"), {
        contents: [{ uri: "skill://deploy/x.md", mimeType: "text/plain", text: "something else" }],
      }),
    },
  ]),
  ...skillsFaults("skills-stable-across-sessions", "warning", [
    {
      name: "skills-of-each-process",
      description: "A skill has another content in each process",
      transports: ["stdio"],
      hooks: () => onText(REVIEW, (text) => `${text}Served by the process ${process.pid}.\n`),
    },
  ]),
];

/** Hooks that give the canary away where an address is of this form. */
function leaking(when: (uri: string) => boolean, asBlob = false) {
  const text = `This is the ${CANARY.text}.\n`;
  const content: JsonObject = asBlob ? { blob: Buffer.from(text).toString("base64") } : { text };
  return accepting("resources/read", ({ uri }) => when(String(uri)), {
    contents: [{ uri: "file:///srv/canary.txt", mimeType: "text/plain", ...content }],
  });
}

/** Faults of files. */
export const skillsFileFaults: Fault[] = [...digests, ...skillmd, ...refusals, ...out];

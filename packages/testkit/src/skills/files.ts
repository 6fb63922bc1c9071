import { createHash } from "node:crypto";
import type { JsonObject } from "@mcptest/pack";
import { SKILLS } from "./ids.js";

/** One file of the server. */
export interface SkillFile {
  uri: string;
  mimeType: string;
  bytes: Buffer;
  /** It goes as a blob. */
  isBinary: boolean;
}

/** One skill, and what stands in its front matter. */
export interface SkillSource {
  uri: string;
  frontmatter: JsonObject;
  isDynamic: boolean;
  isListed: boolean;
}

const PICTURE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=",
  "base64",
);

const DEPLOY = `---
name: deploy
description: Deploys the service, step by step
version: 1.0
released: 2026-11-30
metadata:
  com.example/owner: operations
---
# Deploy

Read [the guide](references/guide.md) first. The picture is \`assets/picture.png\`.
`;

const files: readonly [uri: string, mimeType: string, content: string | Buffer][] = [
  [SKILLS.deploy, "text/markdown", DEPLOY],
  ["skill://deploy/references/guide.md", "text/markdown", "# Guide\n\nÉtape par étape: one step after the other.\n"],
  ["skill://deploy/references/deep/notes.txt", "text/plain", "Notes of the last release.\n"],
  ["skill://deploy/assets/picture.png", "image/png", PICTURE],
  [SKILLS.rollback, "text/markdown", "---\nname: rollback\ndescription: Takes a release back\n---\n# Rollback\n"],
  ["skill://deploy/rollback/plan.md", "text/markdown", "# Plan\n"],
  [SKILLS.review, "text/markdown", "---\nname: review\ndescription: Reviews a change\n---\n# Review\n"],
  [SKILLS.weather, "text/markdown", "---\nname: weather\ndescription: Tells the weather of today\n---\n# Weather\n"],
  [SKILLS.hidden, "text/markdown", "---\nname: hidden\ndescription: Has to be known by its address\n---\n# Hidden\n"],
];

/** Every file of the server. */
export const FILES: readonly SkillFile[] = files.map(([uri, mimeType, content]) => ({
  uri,
  mimeType,
  bytes: typeof content === "string" ? Buffer.from(content, "utf8") : content,
  isBinary: typeof content !== "string",
}));

const source = (uri: string, frontmatter: JsonObject, more: Partial<SkillSource> = {}): SkillSource => ({
  uri,
  frontmatter,
  isDynamic: false,
  isListed: true,
  ...more,
});

/** Every skill of the server. */
export const SOURCES: readonly SkillSource[] = [
  source(SKILLS.deploy, {
    name: "deploy",
    description: "Deploys the service, step by step",
    version: 1,
    released: "2026-11-30",
    metadata: { "com.example/owner": "operations" },
  }),
  source(SKILLS.rollback, { name: "rollback", description: "Takes a release back" }),
  source(SKILLS.review, { name: "review", description: "Reviews a change" }),
  source(SKILLS.weather, { name: "weather", description: "Tells the weather of today" }, { isDynamic: true }),
  source(SKILLS.hidden, { name: "hidden", description: "Has to be known by its address" }, { isListed: false }),
];

/** The root of a skill. */
export function rootOf(uri: string): string {
  return uri.slice(0, uri.lastIndexOf("/"));
}

/** The entry of a skill: every file below its root with digest and size. */
export function entryOf({ uri, frontmatter, isDynamic }: SkillSource, files: readonly SkillFile[]): JsonObject {
  const own = files.filter((file) => file.uri.startsWith(`${rootOf(uri)}/`));
  const resources = own.map(({ uri: file, bytes }) => ({ uri: file, digest: digestOf(bytes), size: bytes.byteLength }));
  return { uri, frontmatter, resources: isDynamic ? "dynamic" : resources };
}

/** All files, with so many small ones besides. */
export function filesWith(many: number): readonly SkillFile[] {
  const more = Array.from({ length: many }, (_, index) => ({
    uri: `skill://deploy/many/${index}.txt`,
    mimeType: "text/plain",
    bytes: Buffer.from(`File ${index}\n`),
    isBinary: false,
  }));
  return [...FILES, ...more];
}

/** The skills, with the one of reviews at each of these addresses. */
export function sourcesAt(addresses: readonly string[]): readonly SkillSource[] {
  return SOURCES.flatMap((each) => (each.uri === SKILLS.review ? addresses.map((uri) => ({ ...each, uri })) : [each]));
}

/** Files and directories of the skill of reviews at another address, and all others, as the server knows them. */
export function innerUri(uri: string, addresses: readonly string[]): string {
  const root = addresses.map(rootOf).find((each) => uri === each || uri.startsWith(`${each}/`));
  if (addresses.includes(uri)) return SKILLS.review;
  return root === undefined ? uri : `${rootOf(SKILLS.review)}${uri.slice(root.length)}`;
}

/** `sha256:…` of bytes. */
export function digestOf(bytes: Uint8Array): string {
  return `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
}

/** What reading a file gives, but for its URI. */
export function contentOf({ mimeType, bytes, isBinary }: SkillFile): JsonObject {
  return isBinary ? { mimeType, blob: bytes.toString("base64") } : { mimeType, text: bytes.toString("utf8") };
}

/** The direct children of a directory, or `undefined` where there is none. */
export function childrenOf(uri: string, files: readonly SkillFile[]): JsonObject[] | undefined {
  const below = files.filter((file) => file.uri.startsWith(`${uri}/`));
  if (below.length === 0) return undefined;
  const children = new Map<string, JsonObject>();
  for (const { uri: file, mimeType, bytes } of below) {
    const [name = "", ...rest] = file.slice(uri.length + 1).split("/");
    const child = `${uri}/${name}`;
    if (rest.length > 0) children.set(child, { uri: child, name, mimeType: "inode/directory" });
    else children.set(child, { uri: child, name, mimeType, size: bytes.byteLength });
  }
  return [...children.values()];
}

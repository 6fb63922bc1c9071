import { chmodSync, cpSync, lstatSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type RunningServer, type ServerOptions, startHttpServer } from "@mcptest/testkit";
import { afterAll } from "vitest";
import { publishedPackages, root } from "../../../config/workspace.mjs";
import { type Ended, emptyFolder, MCPTEST, startProgram } from "../../e2e/testing/mcptest.js";
import { options } from "../fixtures/project/options.js";

/** Addresses that pages use for the reader's own server. */
const PLACEHOLDER = /https?:\/\/(?:127\.0\.0\.1:3000|example\.com|your\.server|your-server\.com)\/mcp/g;

/** Environment variables that pages use. */
const VARIABLES = { MCP_TOKEN: "token-of-the-pages", STAGING_TOKEN: "token-of-staging" };

/** What readers install together with the registry, as its page says. */
const BESIDE_THE_REGISTRY = ["@modelcontextprotocol/server", "@modelcontextprotocol/node", "zod"];

/** A reader's project: a folder, and a server behind a URL. */
export interface Project {
  folder: string;
  /** A text of a page with the address of the server in place of those that pages use. */
  mapped(text: string): string;
  write(path: string, text: string): void;
  /** Runs a line in a shell that has `mcptest` and `npx`. */
  shell(line: string): Promise<Ended>;
  /** Runs a module, to its end, as a file of the project. */
  node(program: string): Promise<Ended>;
}

/** Starts a server that goes away after the tests of the file. */
export async function startServer(more: ServerOptions = {}): Promise<RunningServer> {
  const server = await startHttpServer({ ...(options as ServerOptions), ...more });
  afterAll(() => server.close());
  return server;
}

/** Makes a project in which every package of the workspace is installed, as it is built, and `server` is the one meant. */
export function createProject({ url }: { url: string }): Project {
  const folder = emptyFolder();
  cpSync(join(root, "test/docs/fixtures/project"), folder, { recursive: true });
  for (const { folder: target, manifest } of publishedPackages())
    link(target, join(folder, "node_modules", manifest.name));
  for (const name of BESIDE_THE_REGISTRY)
    link(join(root, "packages/registry/node_modules", name), join(folder, "node_modules", name));
  program("mcptest", `exec "${process.execPath}" "${MCPTEST}" "$@"`);
  // Pages call mcptest and published servers by npx; the latter are the server of the project here.
  program("npx", `[ "$1" = mcptest ] && shift && exec mcptest "$@"\nexec "${process.execPath}" server.js`);

  function program(name: string, body: string): void {
    write(`bin/${name}`, `#!/bin/sh\n${body}\n`);
    chmodSync(join(folder, "bin", name), 0o755);
  }

  /** What is written into a linked package stands in its place: the workspace stays as it is. */
  function write(path: string, text: string): void {
    const [, installed] = /^(node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path) ?? [];
    if (installed !== undefined && isLink(join(folder, installed))) rmSync(join(folder, installed));
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }

  const env = { ...VARIABLES, PATH: `${join(folder, "bin")}:${dirname(process.execPath)}:${process.env.PATH}` };
  return {
    folder,
    mapped: (text) => text.replace(PLACEHOLDER, url),
    write,
    shell: (line) => startProgram("sh", ["-c", line], { cwd: folder, env }).ended,
    node(text) {
      write("program.mjs", text);
      return startProgram(process.execPath, ["program.mjs"], { cwd: folder, env }).ended;
    },
  };
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path);
}

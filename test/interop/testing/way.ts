import { join } from "node:path";
import { root } from "../../../config/workspace.mjs";

/** Holds the package.json that pins the servers of `npm test`. */
export const SERVERS_FOLDER = join(root, "test/interop/servers");

/** Holds the package.json that pins the servers that only `npm run test:interop` installs. */
export const MORE_FOLDER = join(root, "test/interop/more");

/** How a published server is started and reached. */
export interface Way {
  transport: "stdio" | "http" | "http+sse";
  /** Arguments of node. Over HTTP, `{port}` stands for a free port, here and in `env`. */
  args: string[];
  /** Dummy credentials, and what the server wants to know. */
  env?: Record<string, string>;
  /** Host of the URL, where the server looks at it; default `127.0.0.1`. */
  host?: string;
  /** Path of the endpoint; default `/mcp`, and `/sse` of HTTP+SSE. */
  path?: string;
  /** Why the server can be asked for its legacy era only; absent: every era that it speaks is asked for. */
  onlyLegacy?: string;
}

/** A published package, and the ways in which it offers its server. */
export interface Ways {
  /** Name in the package.json of `folder`; for a program of this repository, the package that it stands on. */
  package: string;
  /** What the tables call it; default the package. */
  name?: string;
  folder: string;
  ways: Way[];
}

/** What the tables call a server. */
export function nameOf(server: Ways): string {
  return server.name ?? server.package;
}

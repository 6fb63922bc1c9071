import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Ended, environment, mcptest } from "../../e2e/testing/mcptest.js";
import type { Way } from "./way.js";

/** Runs mcptest on the server in an empty folder, which is also its home; server and folder are gone afterwards. */
export async function onServer(way: Way, words: readonly string[]): Promise<Ended> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "mcptest-interop-")));
  const surroundings = { cwd: folder, env: { HOME: folder, DO_NOT_TRACK: "1" } };
  try {
    if (way.transport === "stdio") {
      const env = { ...surroundings.env, ...way.env };
      return await mcptest([...words, "--", process.execPath, ...way.args], { cwd: folder, env });
    }
    const { url, stop } = await startOverHttp(way, surroundings);
    try {
      return await mcptest([...words, url], surroundings);
    } finally {
      await stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

interface Surroundings {
  cwd: string;
  env: Record<string, string>;
}

/** Starts the HTTP form of a server on a free port; resolves when the port takes connections. */
async function startOverHttp(way: Way, { cwd, env }: Surroundings): Promise<{ url: string; stop(): Promise<void> }> {
  const port = await freePort();
  const filled = (text: string): string => text.replace("{port}", String(port));
  const own = Object.entries(way.env ?? {}).map(([name, value]) => [name, filled(value)]);
  const child = spawn(process.execPath, way.args.map(filled), {
    cwd,
    env: environment({ ...env, ...Object.fromEntries(own) }),
    stdio: ["ignore", "ignore", "pipe"],
    detached: true,
  });
  let stderr = "";
  child.stderr.on("data", (chunk: Buffer) => {
    stderr = `${stderr}${chunk.toString("utf8")}`.slice(-4000);
  });
  const exited = once(child, "exit");
  while (!(await accepts(port))) {
    if (child.exitCode !== null) throw new Error(`${way.args[0]} ended with ${child.exitCode}: ${stderr}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const stop = async (): Promise<void> => {
    endGroup(child.pid);
    await exited;
  };
  const { host = "127.0.0.1", path = way.transport === "http" ? "/mcp" : "/sse" } = way;
  return { url: `http://${host}:${port}${path}`, stop };
}

/** Ends a server and what it started; it is the leader of its process group. */
function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It has ended already.
  }
}

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, "127.0.0.1");
  await once(listener, "listening");
  const { port } = listener.address() as AddressInfo;
  listener.close();
  await once(listener, "close");
  return port;
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

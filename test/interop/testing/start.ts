import { spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { environment } from "../../e2e/testing/mcptest.js";
import type { PublishedServer } from "./published.js";

/** Starts the HTTP form of a server on a free port; resolves when the port takes connections. */
export async function startOverHttp(server: PublishedServer): Promise<{ url: string; stop(): Promise<void> }> {
  if (!server.http) throw new Error(`${server.name} has no HTTP form`);
  const port = await freePort();
  const filled = (text: string): string => text.replace("{port}", String(port));
  const env = Object.fromEntries(Object.entries(server.http.env).map(([name, value]) => [name, filled(value)]));
  const child = spawn(process.execPath, server.http.args.map(filled), {
    env: environment(env),
    stdio: ["ignore", "ignore", "pipe"],
  });
  let stderr = "";
  child.stderr.on("data", (chunk: Buffer) => {
    stderr += chunk.toString("utf8");
  });
  const exited = once(child, "exit");
  while (!(await accepts(port))) {
    if (child.exitCode !== null) throw new Error(`${server.name} ended with ${child.exitCode}: ${stderr}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const stop = async (): Promise<void> => {
    child.kill("SIGKILL");
    await exited;
  };
  return { url: `http://127.0.0.1:${port}/mcp`, stop };
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

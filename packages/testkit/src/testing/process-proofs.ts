import { once } from "node:events";
import { expect } from "vitest";
import { program, stdioCommand } from "../command.js";
import type { Proofs } from "./hostile-messages.js";
import { post } from "./http-client.js";
import { initializeRequest, modern } from "./requests.js";
import { connectChild, type StdioClient } from "./stdio-client.js";

type Child = ReturnType<typeof connectChild>;

/** A real stdio process with this fault, and what it has written to stderr so far. */
function start(options: Parameters<typeof stdioCommand>[0], env: Record<string, string> = {}) {
  const command = stdioCommand({ jobMs: 10, ...options });
  const client = connectChild({ ...command, env: { ...command.env, ...env } });
  const errors: string[] = [];
  client.child.stderr.on("data", (chunk) => errors.push(String(chunk)));
  const exited = once(client.child, "exit").then(([code, signal]) => code ?? signal);
  return { client, exited, errors: () => errors.join("") };
}

/** Waits until the process answers. */
async function ready(client: StdioClient): Promise<void> {
  await client.request(initializeRequest().message);
}

async function serverUrl(client: Child): Promise<string> {
  await client.until((text) => text.includes("\n"));
  return client.text().replace("listening on ", "").trim();
}

/** Proofs with real processes. */
export const processProofs: Proofs = {
  "exit-early": async () => {
    const { exited, errors, client } = start({ faults: ["exit-early"] });
    expect(await exited).toBe(3);
    expect([client.text(), errors()]).toEqual(["", "Cannot find the database\n"]);
  },
  "stderr-noise": async () => {
    const { client, errors, exited } = start({ variants: ["stderr-noise"] });
    await ready(client);
    expect(errors()).toBe("ERROR: nothing is wrong\n");
    client.child.stdin.end();
    expect(await exited).toBe(0);
  },
  "crash-on-call": async () => {
    const { client, exited } = start({ faults: ["crash-on-call"] });
    await ready(client);
    client.send(modern("tools/call", { name: "quick" }).message);
    expect(await exited).toBe(70);

    const http = connectChild(program(["serve", "--http", "0", "--fault", "crash-on-call"]));
    const gone = once(http.child, "exit");
    const url = await serverUrl(http);
    const { message, headers } = modern("tools/call", { name: "quick" });
    await expect(post(url, message, headers)).rejects.toThrow("socket hang up");
    expect((await gone)[0]).toBe(70);
  },
  "ignore-sigterm": async () => {
    const { client, exited } = start({ faults: ["ignore-sigterm"] });
    await ready(client);
    client.child.kill("SIGTERM");
    client.child.kill("SIGINT");
    await client.request(modern("tools/list").message);
    client.child.stdin.end();
    // It outlives another process that is told to end in the same way and does.
    const other = start({});
    await ready(other.client);
    other.client.child.stdin.end();
    expect(await other.exited).toBe(0);
    expect(client.child.exitCode).toBeNull();
    client.child.kill("SIGKILL");
    expect(await exited).toBe("SIGKILL");
  },
  "endless-line": async () => {
    const { client, exited } = start({ faults: ["endless-line"] });
    await ready(client);
    client.send(modern("tools/list").message);
    await client.until((text) => text.length > 1024 * 1024);
    expect(client.lines()).toHaveLength(1);
    client.child.kill("SIGTERM");
    expect(await exited).toBe(0);
  },
  "echo-secrets": async () => {
    const { client, errors } = start({ faults: ["echo-secrets"] }, { API_KEY: "CANARY-2" });
    const told = JSON.stringify([
      await client.request(modern("no/such").message),
      await client.request(modern("tools/call", { name: "quick" }).message),
    ]);
    for (const text of [told, errors()]) {
      expect(text).toContain("CANARY-2");
      expect(text).toContain(Buffer.from("CANARY-2").toString("base64"));
    }
    client.close();

    const http = connectChild(program(["serve", "--http", "0", "--fault", "echo-secrets"]));
    const url = await serverUrl(http);
    const { message, headers } = modern("tools/call", { name: "quick" });
    const answer = await post(`${url}?token=CANARY-4`, message, { ...headers, Authorization: "Bearer CANARY-1" });
    expect(answer.text).toContain("CANARY-1");
    expect(answer.text).toContain("CANARY-4");
    expect(answer.headers["x-debug"]).toContain("CANARY-1");
    http.close();
  },
};

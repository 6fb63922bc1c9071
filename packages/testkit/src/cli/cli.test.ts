import { execFile } from "node:child_process";
import { once } from "node:events";
import { at } from "@mcptest/pack";
import { describe, expect, test } from "vitest";
import { program, stdioCommand } from "../command.js";
import { listFaults } from "../faults/registry.js";
import { openHttp, post } from "../testing/http-client.js";
import { DECLARED, initializeRequest, legacy, modern } from "../testing/requests.js";
import { connectChild } from "../testing/stdio-client.js";

function run(...args: string[]): Promise<{ status: number | string; stdout: string; stderr: string }> {
  const { command, args: all } = program(args);
  return new Promise((resolve) => {
    execFile(command, all, (error, stdout, stderr) => resolve({ status: error?.code ?? 0, stdout, stderr }));
  });
}

describe("serve --http", () => {
  test.each(["SIGTERM", "SIGINT"] as const)(
    "prints its URL, serves, and ends on %s with open requests",
    async (signal) => {
      const server = connectChild(program(["serve", "--http", "0", "--era", "modern", "--answers", "sse"]));
      const exited = once(server.child, "exit");
      await server.until((text) => text.includes("\n"));
      expect(server.text()).toMatch(/^listening on http:\/\/127\.0\.0\.1:\d+\/mcp\n$/);
      const url = server.text().slice("listening on ".length).trim();

      const listed = modern("tools/list");
      const answer = await post(url, listed.message, listed.headers);
      expect(answer.headers["content-type"]).toBe("text/event-stream");
      const slow = modern("tools/call", { name: "slow" });
      const hanging = post(url, slow.message, slow.headers).catch((error: Error) => error.message);
      const listen = modern("subscriptions/listen", { notifications: {} });
      const stream = await openHttp(url, JSON.stringify(listen.message), listen.headers);
      await stream.next();

      server.child.kill(signal);
      expect(await exited).toEqual([0, null]);
      expect(await hanging).toBe("socket hang up");
      expect(at((await stream.rest()).messages, 1, "result", "resultType")).toBe("complete");
      expect(server.lines()).toHaveLength(1);
    },
  );
});

describe("serve --stdio", () => {
  test("serves real pipes in both eras and ends when stdin closes, with a call in progress", async () => {
    const server = connectChild(stdioCommand({ era: "dual", jobMs: 20 }));
    const exited = once(server.child, "exit");
    const created = await server.request(modern("tools/call", { name: "job" }, DECLARED).message);
    expect(at(created, "result", "resultType")).toBe("task");
    expect(at(await server.request(initializeRequest().message), "result", "protocolVersion")).toBe("2025-11-25");
    server.send(modern("tools/call", { name: "slow" }).message);
    server.child.stdin.end();
    expect(await exited).toEqual([0, null]);
    for (const line of server.lines()) expect(JSON.parse(line).jsonrpc).toBe("2.0");
  });

  test("takes lines with CR, several in one chunk, one in two, and characters cut in two", async () => {
    const server = connectChild(stdioCommand({ era: "modern" }));
    const echo = (text: string) => modern("tools/call", { name: "echo", arguments: { text } }).message;
    const [first, second, third] = [echo("one"), echo("two"), echo("读é")];
    const bytes = Buffer.from(JSON.stringify(third));
    const cut = bytes.indexOf("读") + 1;
    server.send(`${JSON.stringify(first)}\r\n\n${JSON.stringify(second)}`);
    server.child.stdin.write(bytes.subarray(0, cut));
    await server.until((text) => text.split("\n").length > 2);
    server.child.stdin.write(Buffer.concat([bytes.subarray(cut), Buffer.from("\n")]));
    const answers = [first, second, third].map(({ id }) => server.take((message) => message.id === id));
    const texts = (await Promise.all(answers)).map((answer) => at(answer, "result", "content", 0, "text"));
    expect(texts).toEqual(["one", "two", "读é"]);
    expect(server.text()).not.toContain("\r");
    server.close();
  });

  test("a cancelled call is not answered any more (A34)", async () => {
    const server = connectChild(stdioCommand({ era: "modern", jobMs: 100 }));
    const slow = modern("tools/call", { name: "slow" }).message;
    server.send(slow);
    server.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: slow.id ?? null } });
    const job = modern("tools/call", { name: "job" }).message;
    await server.request(job);
    expect(server.lines().map((line) => JSON.parse(line).id)).toEqual([job.id]);
    server.close();
  });

  test("serves the kind of server that is asked for", async () => {
    const server = connectChild(
      stdioCommand({ kind: "mapped", era: "legacy", versions: ["2025-03-26"], faults: ["mapped-cached"] }),
    );
    const opened = await server.request(initializeRequest().message);
    expect(at(opened, "result", "protocolVersion")).toBe("2025-03-26");
    const listed = await server.request(legacy("resources/list").message);
    expect(at(listed, "result", "resources", 0, "uri")).toBe("mcp-extensions://com.example/notes/manifest.json");
    server.close();
  });

  test("ends on SIGTERM", async () => {
    const server = connectChild(stdioCommand({ faults: ["ttl-missing"], variants: ["paginated-tools"] }));
    const exited = once(server.child, "exit");
    const listed = await server.request(modern("tools/list").message);
    expect(at(listed, "result", "nextCursor")).toBe("from-3");
    server.child.kill("SIGTERM");
    expect(await exited).toEqual([0, null]);
  });
});

test("list-faults names every fault, also as JSON", async () => {
  const [{ stdout: text }, asJson] = await Promise.all([run("list-faults"), run("list-faults", "--json")]);
  const json = JSON.parse(asJson.stdout);
  expect(json).toEqual(JSON.parse(JSON.stringify(listFaults())));
  for (const { name, description } of listFaults()) {
    expect(text).toContain(`  ${name} `);
    expect(text).toContain(description);
  }
  expect(text).toContain("[I12 tasks-ttl-shape: failed, modern only]");
});

test("help goes to stdout, also that of a command", async () => {
  const lines = [["--help"], ["serve", "--help"], ["list-faults", "-h"], ["--version"]];
  const answers = await Promise.all(lines.map((args) => run(...args)));
  expect(answers.map(({ status, stderr }) => [status, stderr])).toEqual(lines.map(() => [0, ""]));
  const [help, serve, list, version] = answers.map(({ stdout }) => stdout);
  expect(help).toContain("list-faults");
  expect(serve).toContain("--job-ms N");
  expect(list).toContain("--json");
  expect(version).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test("mistakes are answered on stderr with exit code 2", async () => {
  const mistakes = [
    ["server"],
    ["serve"],
    ["serve", "--http", "0", "--stdio"],
    ["serve", "--http", "http"],
    ["serve", "--stdio", "--era", "old"],
    ["serve", "--stdio", "--kind", "mapping"],
    ["serve", "--stdio", "--kind", "jobs", "--generic"],
    ["serve", "--stdio", "--job-ms", "-1"],
    ["serve", "--stdio", "--fault", "ttl-mising"],
    ["serve", "--stdio", "--fault", "html"],
    ["serve", "--stdio", "--port", "1"],
  ];
  const answers = await Promise.all(mistakes.map((args) => run(...args)));
  expect(answers.map(({ status, stdout }) => [status, stdout])).toEqual(mistakes.map(() => [2, ""]));
  expect(answers.map(({ stderr }) => stderr).join("")).toMatchInlineSnapshot(`
    "mcptest-testkit: Unknown command "server": it is serve or list-faults
    mcptest-testkit: Give either --http PORT or --stdio
    mcptest-testkit: Give either --http PORT or --stdio
    mcptest-testkit: --http must be a whole number from 0 to 65535, not "http"
    mcptest-testkit: --era must be one of modern, legacy, dual, not "old"
    mcptest-testkit: --kind must be one of jobs, generic, mapped, apps, skills, not "mapping"
    mcptest-testkit: Give either --kind or --generic
    mcptest-testkit: Option '--job-ms' argument is ambiguous.
    Did you forget to specify the option argument for '--job-ms'?
    To specify an option argument starting with a dash use '--job-ms=-XYZ'.
    mcptest-testkit: Unknown fault "ttl-mising": did you mean "ttl-missing"? list-faults shows all of them
    mcptest-testkit: html shows only over http, not over stdio
    mcptest-testkit: Unknown option '--port'
    "
  `);
});

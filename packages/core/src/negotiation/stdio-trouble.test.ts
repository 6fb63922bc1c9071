import { describe, expect, test } from "vitest";
import type { WireOptions } from "../wire/types.js";
import { negotiate } from "./negotiate.js";
import { modern, run, silent, withoutCommand } from "./testing/detect-stdio.js";
import { options, sent, verdict, wireOptions } from "./testing/setup.js";
import { failed, stdioServer } from "./testing/stdio-server.js";

describe("servers that cannot be opened", () => {
  test("a server that answers everything wrongly is told what it answered", async () => {
    const { detection } = await run({
      on: {
        "server/discover": { error: "nope" },
        initialize: { result: ["x"] },
        "tools/list": { raw: '[{"jsonrpc":"2.0","id":4,"result":{}}]' },
      },
    });
    expect(withoutCommand(detection)).toMatchInlineSnapshot(`
      "COMMAND: The server answers, and opens no session in any era that was asked for.
        server/discover (2026-07-28): neither a result nor an error object, "{\\"jsonrpc\\":\\"2.0\\",\\"id\\":1,\\"error\\":\\"nope\\"}"
        initialize (2025-11-25): a result, "{\\"jsonrpc\\":\\"2.0\\",\\"id\\":2,\\"result\\":[\\"x\\"]}"
        initialize (2025-11-25): a result, "{\\"jsonrpc\\":\\"2.0\\",\\"id\\":3,\\"result\\":[\\"x\\"]}"
        tools/list (2026-07-28): the response came inside an array, "[{\\"jsonrpc\\":\\"2.0\\",\\"id\\":4,\\"result\\":{}}]"
        limits: first message 20000 ms, later probes 20000 ms, initialize 20000 ms"
    `);
  });

  test.each(["auto", "modern", "legacy"] as const)(
    "era %s: a command that does not exist is asked once",
    async (era) => {
      const target = { ...stdioServer({}), command: "no-such-command-anywhere", args: [] };
      const { detection, sent } = await run(target, { era });
      expect(detection).toMatchObject({ ok: false, problem: { code: "SERVER_COMMAND_NOT_FOUND" } });
      expect(!detection.ok && detection.problem.message).toContain('"no-such-command-anywhere" was not found');
      expect(sent).toHaveLength(1);
    },
  );

  test("a server that exits at once is told with its code and its last words", async () => {
    const { detection, sent } = await run({ exit: 3, stderr: ["cannot read config.json", "giving up"] });
    expect(verdict(detection)).toBe("SERVER_EXITED");
    expect(sent).toEqual(["stdio-1 server/discover", "stdio-2 initialize", "stdio-3 tools/list"]);
    expect(detection.ok || detection.stderrTail).toEqual(["cannot read config.json", "giving up"]);
    expect(withoutCommand(detection)).toMatchInlineSnapshot(`
      "COMMAND: The server process ended before it answered.
        server/discover (2026-07-28): the server process has exited with code 3
        initialize (2025-11-25): the server process has exited with code 3
        tools/list (2026-07-28): the server process has exited with code 3
        limits: first message 20000 ms, later probes 20000 ms, initialize 20000 ms"
    `);
  });

  test("a server that answers and then exits is none that never answered", async () => {
    const { detection } = await run({ on: { initialize: failed(-32603, "no"), "tools/list": { exit: 3 } } });
    expect(verdict(detection)).toBe("SERVER_NOT_MCP");
  });

  test("exit code 127 points to the command within a shell", async () => {
    const { detection } = await run({ exit: 127 });
    expect(verdict(detection)).toBe("SERVER_EXITED");
    expect(!detection.ok && detection.problem.fix).toBe(
      "Exit code 127 mostly means that a shell did not find a command: check its spelling and that it is installed.",
    );
  });

  test("silence everywhere is a time-out with every limit", async () => {
    const { detection } = await run(
      { on: { "server/discover": silent, initialize: silent, "tools/list": silent } },
      { firstMs: 240, nextMs: 100, initializeMs: 260 },
    );
    expect(verdict(detection)).toBe("SERVER_TIMEOUT");
    expect(withoutCommand(detection)).toMatchInlineSnapshot(`
      "COMMAND: The server did not answer within the limits of mcptest in any era that was asked for.
        server/discover (2026-07-28): no answer within 240 ms
        initialize (2025-11-25): no answer within 260 ms
        initialize (2025-11-25): no answer within 260 ms
        tools/list (2026-07-28): no answer within 100 ms
        limits: first message 240 ms, later probes 100 ms, initialize 260 ms"
    `);
  });

  test("a server that points to a version of ours and does not open it has a version in common", async () => {
    const refusal = failed(-32602, "no handshake here", { supported: ["2026-07-28"] });
    const { detection } = await run(
      { on: { "server/discover": silent, initialize: refusal, "tools/list": silent } },
      { firstMs: 1_500, nextMs: 1_500 },
    );
    expect(verdict(detection)).toBe("SERVER_NOT_MCP");
    expect(withoutCommand(detection)).toContain("The server answers, and opens no session in any era");
  });

  test("text on stdout and nothing else is no MCP", async () => {
    const { detection } = await run(
      {
        stdout: ["Usage: thing [options]", "  --help"],
        on: { "server/discover": silent, initialize: silent, "tools/list": silent },
      },
      { firstMs: 1_500, nextMs: 100, initializeMs: 260 },
    );
    expect(verdict(detection)).toBe("SERVER_NOT_MCP");
    expect(!detection.ok && detection.problem.message).toContain('not asked for: "Usage: thing [options]"');
  });
});

test.each(["server/discover", "initialize"])(
  "a signal during %s ends the detection and the process",
  async (method) => {
    const stop = new AbortController();
    const wire = wireOptions();
    const watched: WireOptions = {
      ...wire,
      tamper(message) {
        if (message.method === method) setImmediate(() => stop.abort());
        return message;
      },
    };
    const target = stdioServer({ on: { [method]: silent, initialize: silent } });
    const detection = await negotiate(target, watched, options({ signal: stop.signal }));
    expect(verdict(detection)).toBe("RUN_STOPPED");
    expect(sent(wire).at(-1)).toBe(`stdio-1 ${method}`);
  },
);

test("text on stdout beside answers is a note, and the session works", async () => {
  const { detection } = await run({
    stdout: ["Server v1.2 started", "2026-01-01 [info] x"],
    on: { "server/discover": [{ raw: '{"level":"info"}' }, modern], "tools/list": { result: { tools: [] } } },
  });
  expect(detection.notes).toEqual([
    'stdout carries something that is no MCP message: "Server v1.2 started" and 2 more',
  ]);
  expect(detection.ok && (await detection.session.request({ method: "tools/list" })).outcome).toBe("answered");
});

test("what a server says is escaped, cut, and redacted in a message", async () => {
  const secret = "s3cr3t-value-of-the-user";
  const wire = wireOptions([secret]);
  const evil = `\u001b[31m\u202e${secret}\n::error::${"x".repeat(500)}`;
  const target = stdioServer({ on: { "server/discover": failed(-32021, evil, { [evil]: evil }) } });
  const detection = await negotiate(target, wire, options());
  expect(withoutCommand(detection)).toMatchInlineSnapshot(`
    "COMMAND: The server is modern and refuses server/discover.
      server/discover (2026-07-28): error -32021 "\\u001b[31m\\u202e[redacted]\\n::error::xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx… (534 characters) with data {"\\u001b[31m\\u202e[redacted]\\n::error::xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx… (1071 characters)
      limits: first message 20000 ms, later probes 20000 ms, initialize 20000 ms"
  `);
});

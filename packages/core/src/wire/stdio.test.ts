import { tmpdir } from "node:os";
import { describe, expect, it } from "vitest";
import { survivors } from "./testing/processes.js";
import { request, stdioServers } from "./testing/stdio.js";

const { server, command, mark } = stdioServers();

describe("the end of a server", () => {
  it("is told with its exit code, and what it wrote before is read", async () => {
    const wire = await server(`serve(({ id }) => {
      if (id === 2) { writeAll(Buffer.from(JSON.stringify({ id, result: "x".repeat(3_000_000) }) + "\\n")); process.exit(9); }
    });`);
    const [one, two] = await Promise.all([wire.ask(1), wire.ask(2)]);
    expect(two).toMatchObject({ outcome: "answered" });
    expect(one).toMatchObject({ outcome: "closed", problem: "the server process has exited with code 9" });
    expect(wire.exit).toEqual({ code: 9, signal: null });
    expect(await wire.exited).toEqual({ code: 9, signal: null });
    expect(await wire.ask(3)).toMatchObject({
      outcome: "closed",
      problem: "the server process has exited with code 9",
    });
  });

  it("lets a descendant finish what it is writing", async () => {
    const late = `i=0; while [ $i -lt 2000 ]; do i=$((i+1)); done; echo '{"jsonrpc":"2.0","id":1,"result":{}}'`;
    const wire = await command({ command: "sh", args: ["-c", `read line; { ${late}; } & exit 3`] });
    expect(await wire.ask(1)).toMatchObject({ outcome: "answered" });
    expect(await wire.ask(2)).toMatchObject({ outcome: "closed" });
  });

  it("is told with its signal", async () => {
    const wire = await server("serve(() => process.kill(process.pid, 'SIGKILL'));");
    expect(await wire.ask(1)).toMatchObject({ outcome: "closed", problem: "the server process was ended by SIGKILL" });
  });

  it("is told before any byte came", async () => {
    const wire = await command({ command: "sh", args: ["-c", "echo no such thing >&2; exit 127"] });
    expect(await wire.ask(1)).toMatchObject({
      outcome: "closed",
      problem: "the server process has exited with code 127",
      messages: [],
    });
    expect(wire.stderrTail()).toEqual(["no such thing"]);
  });

  it("is told although a descendant holds its stdout", async () => {
    const wire = await command({ command: "sh", args: ["-c", "sleep 1000 & read line; exit 3"] });
    expect(await wire.ask(1)).toMatchObject({
      outcome: "closed",
      problem: "the server process has exited with code 3",
    });
    expect(survivors(mark())).toEqual(["sleep 1000"]);
  });

  it("is no end when it only closes its stdout, but nothing can be answered any more", async () => {
    const wire = await server("import { closeSync } from 'node:fs'; serve(() => closeSync(1));");
    expect(await wire.ask(1)).toMatchObject({ outcome: "closed", problem: "the server has closed its stdout" });
    expect(wire.exit).toBeUndefined();
    expect(await wire.ask(2)).toMatchObject({ outcome: "closed", problem: "the server has closed its stdout" });
  });
});

describe("a command that cannot be started", () => {
  it("gives a connection whose exchanges are unreachable", async () => {
    const wire = await command({ command: "no-such-command-anywhere", args: ["--key", "CANARY"] });
    expect(wire.exit).toEqual({ code: null, signal: null });
    expect(await wire.exited).toEqual({ code: null, signal: null });
    const exchange = await wire.ask(1);
    expect(exchange).toMatchObject({ outcome: "unreachable", cause: "ENOENT", messages: [] });
    expect(exchange.problem).toMatchInlineSnapshot(
      `"The server could not be started: the command "no-such-command-anywhere" was not found (ENOENT)."`,
    );
    const stream = wire.open(request(2));
    expect(await stream.next(20_000)).toBe("ended");
    expect(stream.snapshot()).toMatchObject({ outcome: "unreachable", cause: "ENOENT" });
    expect(wire.stderrTail()).toEqual([]);
    await wire.close();
  });

  it("names the reason of the system", async () => {
    const wire = await command({ command: tmpdir(), args: [] });
    expect(await wire.ask(1)).toMatchObject({ outcome: "unreachable", cause: "EACCES" });
  });
});

describe("closing", () => {
  it("ends what is open, is safe to ask for twice and at the same time", async () => {
    const wire = await server(
      "for (const s of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(s, () => {}); serve(() => say({ method: 'x' })); setInterval(() => {}, 1e3);",
    );
    const stream = wire.open(request(1));
    await stream.next(20_000);
    const pending = wire.ask(2);
    await Promise.all([wire.close(), wire.close()]);
    await wire.close();
    expect(await pending).toMatchObject({
      outcome: "closed",
      problem: "mcptest closed the connection",
      cause: "ABORTED",
    });
    expect(await stream.next(20_000)).toBe("ended");
    expect(wire.exit).toEqual({ code: null, signal: "SIGKILL" });
    expect(await wire.ask(3)).toMatchObject({ outcome: "closed", problem: "mcptest closed the connection" });
  });

  it("records what the server says on its way out", async () => {
    const wire = await server(
      "serve(({ id }) => say({ id, result: {} })); process.stdin.on('end', () => { put('bye\\n'); });",
      {
        shutdownGraceMs: 20_000,
      },
    );
    await wire.ask(1);
    await wire.close();
    expect(wire.exit).toEqual({ code: 0, signal: null });
    expect(wire.unasked().map(({ messages }) => messages[0]?.raw)).toEqual(["bye"]);
  });
});

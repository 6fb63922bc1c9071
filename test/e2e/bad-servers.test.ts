import { describe, expect, test } from "vitest";
import { httpServer } from "./testing/http-server.js";
import { mcptest, stdioServer } from "./testing/mcptest.js";

const unauthorized = await httpServer((_request, response) => {
  response.writeHead(401, { "WWW-Authenticate": 'Bearer resource_metadata="https://h/x"' }).end();
});
const page = await httpServer((_request, response) => {
  response.writeHead(200, { "Content-Type": "text/html" }).end("<!doctype html><title>Hello</title>");
});
const silent = await httpServer(() => {});
const quick = ["--probe-timeout", "300", "--init-timeout", "300"];

interface Row {
  target: string[];
  code: string;
  /** First line of the message; TARGET is the URL or command, HOST its host and port. */
  message: string;
  fix: string;
}

const rows: Record<string, Row> = {
  refused: {
    target: ["http://127.0.0.1:9/mcp"],
    code: "SERVER_UNREACHABLE",
    message: "TARGET: Connection refused by HOST (ECONNREFUSED).",
    fix: "Start the server, or correct host, port and path.",
  },
  "a name that does not exist": {
    target: ["http://no-such-host.invalid/mcp"],
    code: "SERVER_UNREACHABLE",
    message: "TARGET: The name of HOST cannot be found (ENOTFOUND).",
    fix: "Start the server, or correct host, port and path.",
  },
  "TLS where there is none": {
    target: [page.replace("http:", "https:")],
    code: "SERVER_TLS",
    message: "TARGET: TLS with HOST failed: ... (EPROTO).",
    fix: "Write http:// in place of https://: what listens on that port does not speak TLS.",
  },
  "401": {
    target: [unauthorized],
    code: "SERVER_AUTHORIZATION",
    message: "TARGET: The server wants credentials (HTTP 401).",
    fix: "Give them with --header, --header-file or --bearer-env.",
  },
  "a web page": {
    target: [page],
    code: "SERVER_NOT_MCP",
    message: "TARGET: Nothing that came is an MCP answer in any era that was asked for.",
    fix: "Check that the target is the MCP endpoint, and that --era does not exclude what it speaks.",
  },
  silence: {
    target: [silent, ...quick],
    code: "SERVER_TIMEOUT",
    message: "TARGET: The server did not answer within the limits of mcptest in any era that was asked for.",
    fix: "Raise the limit that the message names, or make the server answer faster.",
  },
  "a command that is not there": {
    target: ["--", "no-such-command", "a b"],
    code: "SERVER_COMMAND_NOT_FOUND",
    message: 'TARGET: The server could not be started: the command "no-such-command" was not found (ENOENT).',
    fix: "Check the spelling and that it is installed; give --cwd if it is a relative path.",
  },
  "an early exit": {
    target: ["--", ...stdioServer("--fault", "exit-early")],
    code: "SERVER_EXITED",
    message: "TARGET: The server process ended before it answered.",
    fix: "Read the last lines of its stderr, and start the command by hand.",
  },
};

/** The first line of a message, without what changes from run to run. */
function firstLine(message: string, target: string[]): string {
  const [word = ""] = target;
  const command = target.slice(1).map((argument) => (argument.includes(" ") ? `'${argument}'` : argument));
  const shown = word === "--" ? command.join(" ") : word;
  const host = URL.canParse(word) ? new URL(word).host : "no host";
  const [line = ""] = message.replace(shown, "TARGET").replaceAll(host, "HOST").split("\n");
  return line.replace(/failed: .*: /, "failed: ... ").replace(/failed: .* \(EPROTO/, "failed: ... (EPROTO");
}

describe.each(Object.entries(rows))("%s", (_name, { target, code, message, fix }) => {
  test("capabilities says what, why and how to fix it", async () => {
    const ended = await mcptest(["capabilities", ...target]);
    expect(firstLine(ended.stderr, target)).toBe(`mcptest: ${message}`);
    expect(ended.stderr).toMatch(/\n {2}why: .+\n/);
    expect(ended.stderr).toContain(`\n  fix: ${fix}\n  code: ${code}\n`);
    expect({ code: ended.code, stdout: ended.stdout, left: ended.left }).toEqual({ code: 3, stdout: "", left: [] });
  });

  test("run is incomplete, and blames nobody", async () => {
    const ended = await mcptest(["run", "--format", "json", ...target]);
    const report = JSON.parse(ended.stdout);
    expect(report).toMatchObject({ complete: true, passed: false, outcome: "incomplete", exitCode: 3 });
    expect(report.servers).toMatchObject([{ outcome: "incomplete", problem: { code, fix } }]);
    expect(firstLine(report.servers[0].problem.message, target)).toBe(message);
    expect(report.summary.failed).toBe(0);
    expect({ code: ended.code, left: ended.left }).toEqual({ code: 3, left: [] });
  });

  test("the conformance result is incomplete, with one reason for all checks", async () => {
    const ended = await mcptest(["tasks", "conformance", "--format", "json", ...target]);
    const result = JSON.parse(ended.stdout);
    expect(result).toMatchObject({ passed: false, outcome: "incomplete" });
    const reasons = new Set(result.checks.map((check: { error: { message: string } }) => check.error.message));
    expect(result.checks).toHaveLength(8);
    expect(reasons.size).toBe(1);
    expect({ code: ended.code, left: ended.left }).toEqual({ code: 3, left: [] });
  });
});

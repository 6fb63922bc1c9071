import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { ERRORS, type ErrorCode } from "@mcptest/core/errors";
import type { JsonObject } from "@mcptest/pack";
import { afterAll, expect, test } from "vitest";
import { root } from "../../config/workspace.mjs";
import { installed } from "../../packages/core/src/loader/testing/packs.js";
import { httpServer, modernServer, reply } from "./testing/http-server.js";
import { mcptest } from "./testing/mcptest.js";
import { project } from "./testing/project.js";

// Every code of the table is provoked here with the command, as a user meets it.

const NOWHERE = "http://127.0.0.1:9/mcp";
const quick = ["--probe-timeout", "300", "--init-timeout", "300"];

interface Provoked {
  args: string[];
  files?: Record<string, string | object>;
  env?: Record<string, string>;
}

/** What stderr says when exactly this code is the error, without what changes from run to run. */
async function told(code: ErrorCode, { args, files = {}, env = {} }: Provoked): Promise<string> {
  const cwd = project(files);
  const ended = await mcptest(args, { cwd, env });
  expect(ended.stderr.match(/^ {2}code: .*$/gm)).toEqual([`  code: ${code}`]);
  expect({ code: ended.code, stdout: ended.stdout, left: ended.left }).toEqual({
    code: ERRORS[code].exitCode,
    stdout: "",
    left: [],
  });
  return withoutPlaces(ended.stderr, cwd);
}

function withoutPlaces(text: string, cwd: string): string {
  return text
    .replaceAll(cwd, "FOLDER")
    .replaceAll(root, "ROOT/")
    .replaceAll(process.execPath, "NODE")
    .replace(/127\.0\.0\.1:(?!9\b|3000\b)\d+/g, "127.0.0.1:PORT")
    .replace(/(?:^ {2}\| npm error .*\n)+/gm, "  | WHAT NPM SAYS\n")
    .replace(/(?<=this is mcptest )\d+\.\d+\.\d+/, "VERSION")
    .replace(/(?<=tasks-declaration-hygiene), tasks-.*?, and \d+ more/, ", and MORE");
}

/** A project with one installed pack, which the configuration names. */
function withPack(pack: Parameters<typeof installed>, entry: unknown = "*"): Provoked {
  const [name] = pack;
  return {
    args: ["run", NOWHERE],
    files: { ...installed(...pack), "mcptest.config.json": { packs: { [name]: entry } } },
  };
}

const config = (text: string) => ({ "mcptest.config.yaml": text });

async function answering(status: number, body = ""): Promise<string[]> {
  return ["capabilities", await httpServer((_request, response) => void response.writeHead(status).end(body))];
}

/** An HTTPS server whose certificate nobody vouches for. */
async function selfSigned(): Promise<string> {
  const pem = (name: string) => readFileSync(join(root, `packages/core/src/wire/fixtures/tls-${name}.pem`));
  const server = createServer({ key: pem("key"), cert: pem("cert") }).listen(0, "127.0.0.1");
  await once(server, "listening");
  afterAll(() => server.close());
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

const errorOf = (code: number, data?: JsonObject) =>
  httpServer((_request, response, { id }) => {
    reply(response, 400, {
      jsonrpc: "2.0",
      id: id ?? null,
      error: { code, message: "no", ...(data ? { data } : {}) },
    });
  });

const codes = {
  async USAGE_UNKNOWN_FLAG() {
    expect(await told("USAGE_UNKNOWN_FLAG", { args: ["run", NOWHERE, "--fromat"] })).toMatchInlineSnapshot(`
      "mcptest: Unknown option '--fromat'. Did you mean --format?
        why: The command has no such flag.
        fix: See: mcptest run --help
        code: USAGE_UNKNOWN_FLAG
      "
    `);
  },
  async USAGE_UNKNOWN_COMMAND() {
    expect(await told("USAGE_UNKNOWN_COMMAND", { args: ["rnu", NOWHERE] })).toMatchInlineSnapshot(`
      "mcptest: There is no command "rnu". Did you mean run?
        why: mcptest has no such command.
        fix: Run mcptest --help to see the commands.
        code: USAGE_UNKNOWN_COMMAND
      "
    `);
  },
  async USAGE_BAD_VALUE() {
    expect(await told("USAGE_BAD_VALUE", { args: ["run", NOWHERE, "--timeout", "10s"] })).toMatchInlineSnapshot(`
      "mcptest: --timeout "10s": a whole number from 1 to 2147483647 is needed.
        why: The value of a flag or argument cannot be read.
        fix: Give milliseconds, such as --timeout 10000.
        code: USAGE_BAD_VALUE
      "
    `);
  },
  async USAGE_NO_TARGET() {
    expect(await told("USAGE_NO_TARGET", { args: ["run"] })).toMatchInlineSnapshot(`
      "mcptest: No target is given, and there is no configuration.
        why: Nothing says which server to test.
        fix: Write one: mcptest run http://127.0.0.1:3000/mcp, or mcptest run -- node server.js
        code: USAGE_NO_TARGET
      "
    `);
  },
  async USAGE_TWO_TARGETS() {
    const args = ["run", NOWHERE, "--", "node", "server.js"];
    expect(await told("USAGE_TWO_TARGETS", { args })).toMatchInlineSnapshot(`
      "mcptest: The target is given 2 times: a positional target, a command after --.
        why: More than one server was named where one is expected.
        fix: Keep one of: a positional URL, --url, --command, a command after --, --server.
        code: USAGE_TWO_TARGETS
      "
    `);
  },
  async TARGET_BAD_URL() {
    expect(await told("TARGET_BAD_URL", { args: ["run", "example.com/mcp"] })).toMatchInlineSnapshot(`
      "mcptest: "example.com/mcp" is no URL of an MCP endpoint.
        why: The target is no URL of the form http://… or https://….
        fix: Write https://example.com/mcp
        code: TARGET_BAD_URL
      "
    `);
  },
  async SERVER_UNKNOWN() {
    const files = config("servers: { local: { command: node } }");
    expect(await told("SERVER_UNKNOWN", { args: ["run", "--server", "locla"], files })).toMatchInlineSnapshot(`
      "mcptest: there is no server "locla". Did you mean "local"? There are: local.
        why: No server of that name stands in the configuration.
        fix: Use one of the names that the message lists, or add the server to the configuration.
        code: SERVER_UNKNOWN
      "
    `);
  },
  async SUITE_UNKNOWN() {
    const files = config("suites: { nightly: {} }");
    expect(await told("SUITE_UNKNOWN", { args: ["run", NOWHERE, "--suite", "night"], files })).toMatchInlineSnapshot(`
      "mcptest: there is no suite "night". Did you mean "nightly"? There are: nightly.
        why: No suite of that name stands in the configuration.
        fix: Use one of the names that the message lists, or add the suite to the configuration.
        code: SUITE_UNKNOWN
      "
    `);
  },
  async CHECK_UNKNOWN() {
    const args = ["run", NOWHERE, "--pack", "@mcptest/pack-tasks", "--check-id", "tasks-wire-resolvabel"];
    expect(await told("CHECK_UNKNOWN", { args })).toMatchInlineSnapshot(`
      "mcptest: there is no check "tasks-wire-resolvabel" in @mcptest/pack-tasks. Did you mean "tasks-wire-resolvable"? There are: tasks-wire-resolvable, tasks-declaration-hygiene, and MORE.
        why: No selected pack has a check with that id.
        fix: Use an id that the message lists, or name the pack that has the check.
        code: CHECK_UNKNOWN
      "
    `);
  },
  async CATEGORY_UNKNOWN() {
    const args = ["run", NOWHERE, "--pack", "@mcptest/pack-tasks", "--category", "lifecycel"];
    expect(await told("CATEGORY_UNKNOWN", { args })).toMatchInlineSnapshot(`
      "mcptest: there is no category "lifecycel" in @mcptest/pack-tasks. Did you mean "lifecycle"? There are: dispatch, creation, lifecycle.
        why: No selected pack has a check in that category.
        fix: Use a category that the message lists.
        code: CATEGORY_UNKNOWN
      "
    `);
  },
  async PROFILE_UNKNOWN() {
    const args = ["tasks", "conformance", NOWHERE, "--profile", "ful"];
    expect(await told("PROFILE_UNKNOWN", { args })).toMatchInlineSnapshot(`
      "mcptest: there is no profile "ful" in @mcptest/pack-tasks. Did you mean "full"? There are: baseline, full.
        why: The pack has no profile of that name.
        fix: Use a profile that the message lists.
        code: PROFILE_UNKNOWN
      "
    `);
  },
  async NOTHING_SELECTED() {
    const args = ["run", NOWHERE, "--check-id", "tasks-ttl-shape", "--category", "dispatch"];
    expect(await told("NOTHING_SELECTED", { args })).toMatchInlineSnapshot(`
      "mcptest: no check of any pack is selected
        why: The filters leave no check, server or pack to run.
        fix: Widen --check-id, --category, --pack or the suite.
        code: NOTHING_SELECTED
      "
    `);
  },
  async CONFIG_NOT_FOUND() {
    const args = ["run", NOWHERE, "--config", "mcptest.yaml"];
    expect(await told("CONFIG_NOT_FOUND", { args })).toMatchInlineSnapshot(`
      "mcptest: there is no file mcptest.yaml
        why: The configuration file that was named does not exist.
        fix: Check the path given to --config.
        code: CONFIG_NOT_FOUND
      "
    `);
  },
  async CONFIG_UNREADABLE() {
    const files = config("servers:\n\tlocal: {}\n");
    expect(await told("CONFIG_UNREADABLE", { args: ["run", NOWHERE], files })).toMatchInlineSnapshot(`
      "mcptest: mcptest.config.yaml:2:1: Tabs are not allowed as indentation
        why: The configuration file cannot be parsed or run.
        fix: Correct the file at the place that the message names.
        code: CONFIG_UNREADABLE
      "
    `);
  },
  async CONFIG_EMPTY() {
    const files = { "mcptest.config.json": "null" };
    expect(await told("CONFIG_EMPTY", { args: ["run", NOWHERE], files })).toMatchInlineSnapshot(`
      "mcptest: mcptest.config.json:1:1: it holds nothing (null)
        why: The configuration file holds nothing that could be a configuration.
        fix: Write an object with servers, packs or suites, or delete the file.
        code: CONFIG_EMPTY
      "
    `);
  },
  async CONFIG_INVALID() {
    const files = config("servres: {}\n");
    expect(await told("CONFIG_INVALID", { args: ["run", NOWHERE], files })).toMatchInlineSnapshot(`
      "mcptest: mcptest.config.yaml:1:1: servres: there is no such key. Did you mean "servers"? There are: $schema, mcptest, servers, packs, suites, browser, tolerate.
        why: A value in the configuration has the wrong form, or a key does not exist.
        fix: Correct each place that the message names.
        code: CONFIG_INVALID
      "
    `);
  },
  async CONFIG_EXTENDS() {
    const files = config("extends: ./base.yaml\n");
    expect(await told("CONFIG_EXTENDS", { args: ["run", NOWHERE], files })).toMatchInlineSnapshot(`
      "mcptest: mcptest.config.yaml:1:1: extends: an mcptest configuration cannot extend another
        why: There is no extends in an mcptest configuration.
        fix: Remove the key; share settings by importing them in an mcptest.config.ts.
        code: CONFIG_EXTENDS
      "
    `);
  },
  async CONFIG_VARIABLE() {
    const files = config(`servers: { local: { url: "http://127.0.0.1:9/\${NOT_SET}" } }`);
    expect(await told("CONFIG_VARIABLE", { args: ["run"], files })).toMatchInlineSnapshot(`
      "mcptest: mcptest.config.yaml:1:21: servers.local.url: the environment variable NOT_SET is not set
        why: The configuration uses an environment variable that is not set.
        fix: Set the variable, or remove its reference from the configuration.
        code: CONFIG_VARIABLE
      "
    `);
  },
  async TOOL_VERSION() {
    const files = config('mcptest: ">=99"\n');
    expect(await told("TOOL_VERSION", { args: ["run", NOWHERE], files })).toMatchInlineSnapshot(`
      "mcptest: mcptest.config.yaml:1:1: the configuration asks for mcptest >=99, and this is mcptest VERSION
        why: The configuration asks for another version of mcptest.
        fix: Install a version in that range: npm install --save-dev "mcptest@>=99"; or change the mcptest key.
        code: TOOL_VERSION
      "
    `);
  },
  async TRANSCRIPT_UNREADABLE() {
    const files = { "t.jsonl": '{"some": "other file"}\n' };
    expect(await told("TRANSCRIPT_UNREADABLE", { args: ["replay", "t.jsonl"], files })).toMatchInlineSnapshot(`
      "mcptest: t.jsonl, line 1: its first line is not that of a transcript with the facts of the run
        why: The file is no transcript that mcptest can judge again.
        fix: Give a file that mcptest wrote with --save-transcript, whole and as it was written.
        code: TRANSCRIPT_UNREADABLE
      "
    `);
  },
  async REPORT_UNREADABLE() {
    const files = { "r.json": '{"schemaVersion": 1, "tool": {"name": "other", "version": "1"}}' };
    expect(await told("REPORT_UNREADABLE", { args: ["report", "r.json"], files })).toMatchInlineSnapshot(`
      "mcptest: r.json is no report of mcptest: tool.name: Invalid input.
        why: The file is no report that mcptest can show again.
        fix: Give a file that mcptest run wrote with --reporter json=FILE, whole and as it was written.
        code: REPORT_UNREADABLE
      "
    `);
  },
  async PACK_NOT_FOUND() {
    const files = { "pnpm-lock.yaml": "", ...config('packs: { mcptest-pack-widgets: "^1.2.0" }') };
    expect(await told("PACK_NOT_FOUND", { args: ["run", NOWHERE], files })).toMatchInlineSnapshot(`
      "mcptest: cannot find the pack mcptest-pack-widgets, named in mcptest.config.yaml:1:10, because mcptest-pack-widgets is not installed for FOLDER
        why: Node cannot find the pack from the place that names it.
        fix: Install it as a direct dependency: pnpm add --save-dev "mcptest-pack-widgets@^1.2.0"
        code: PACK_NOT_FOUND
      "
    `);
  },
  async PACK_BROKEN() {
    const pack = withPack(["a-pack", "1.0.0", { code: 'throw new TypeError("no luck");' }]);
    expect(await told("PACK_BROKEN", pack)).toMatchInlineSnapshot(`
      "mcptest: the pack a-pack, named in mcptest.config.json:1:11, is there, and importing it fails (FOLDER/node_modules/a-pack/index.js, at FOLDER/node_modules/a-pack/index.js:3:7): TypeError: no luck
        why: The pack is there, and its own code fails.
        fix: Correct the code of the pack if it is yours; else install a version that works, or report it to the pack's author.
        code: PACK_BROKEN
      "
    `);
  },
  async PACK_NOT_A_PACK() {
    const files = { "pack.mjs": 'export default { name: "a-pack" };' };
    const args = ["run", NOWHERE, "--pack", "./pack.mjs"];
    expect(await told("PACK_NOT_A_PACK", { args, files })).toMatchInlineSnapshot(`
      "mcptest: ./pack.mjs, named in --pack, is no pack (FOLDER/pack.mjs): its default export is an object without the mark that definePack sets
        why: The module exports no pack.
        fix: Export the result of definePack as default.
        code: PACK_NOT_A_PACK
      "
    `);
  },
  async PACK_CONTRACT() {
    const pack = withPack(["a-pack", "1.0.0", { code: 'pack["~mcptest"].contract = 2;' }]);
    expect(await told("PACK_CONTRACT", pack)).toMatchInlineSnapshot(`
      "mcptest: the pack a-pack, named in mcptest.config.json:1:11, was made for contract 2; this mcptest knows contract 1
        why: The pack was made for another number of the pack contract.
        fix: The pack is newer than mcptest. Update mcptest: npm install --save-dev mcptest@latest; or install an older version of the pack.
        code: PACK_CONTRACT
      "
    `);
  },
  async PACK_INVALID() {
    const pack = withPack(["a-pack", "1.0.0", { more: { extension: "widgets" } }]);
    expect(await told("PACK_INVALID", pack)).toMatchInlineSnapshot(`
      "mcptest: the pack a-pack, named in mcptest.config.json:1:11, breaks the pack contract (FOLDER/node_modules/a-pack/index.js):
        |   - extension: "widgets" is neither an extension id (prefix/name) nor "*"
        why: The pack breaks the pack contract.
        fix: Correct each place that the message names if the pack is yours; else report them to the pack's author.
        code: PACK_INVALID
      "
    `);
  },
  async PACK_VERSION_UNKNOWN() {
    const files = {
      "pack.mjs": installed("a-pack", "1.0.0")["node_modules/a-pack/index.js"]!,
      ...config('packs: { ./pack.mjs: "1.x" }'),
    };
    expect(await told("PACK_VERSION_UNKNOWN", { args: ["run", NOWHERE], files })).toMatchInlineSnapshot(`
      "mcptest: the pack ./pack.mjs, named in mcptest.config.yaml:1:10, is pinned to 1.x, and no package.json above FOLDER/pack.mjs gives a version of a-pack.
        why: No package.json with the pack's name stands above its entry file, so its version cannot be checked.
        fix: Take the pin away, or give the pack a package.json with its name and version.
        code: PACK_VERSION_UNKNOWN
      "
    `);
  },
  async PACK_PIN_INVALID() {
    expect(await told("PACK_PIN_INVALID", withPack(["a-pack", "1.0.0"], "latest"))).toMatchInlineSnapshot(`
      "mcptest: mcptest.config.json:1:11: packs.a-pack: the pin "latest" of a-pack: it looks like a dist-tag, and a tag moves; write a range such as 1.x
        why: The pin is no semver range.
        fix: Write a range such as 1.x, ^1.2.0 or 1.2.0, in quotes.
        code: PACK_PIN_INVALID
      "
    `);
  },
  async PACK_PIN_UNSATISFIED() {
    expect(await told("PACK_PIN_UNSATISFIED", withPack(["a-pack", "1.1.0-beta.2"], "^1.0.0"))).toMatchInlineSnapshot(`
      "mcptest: the pack a-pack, named in mcptest.config.json:1:11, is pinned to ^1.0.0; installed is a-pack 1.1.0-beta.2, at FOLDER/node_modules/a-pack/index.js (a prerelease is inside a range only if the range names a prerelease of the same major.minor.patch)
        why: The installed version of the pack lies outside the pin. A prerelease is inside a range only if the range names a prerelease of the same x.y.z.
        fix: Change the pin, or install a version inside it: npm install --save-dev "a-pack@^1.0.0"
        code: PACK_PIN_UNSATISFIED
      "
    `);
  },
  async PACK_OPTIONS() {
    const pack = withPack(["a-pack", "1.0.0"], { options: { tool: "make" } });
    expect(await told("PACK_OPTIONS", pack)).toMatchInlineSnapshot(`
      "mcptest: mcptest.config.json:1:11: the pack a-pack takes no options, and some were given
        why: The options given to the pack are not what it accepts.
        fix: Take the options away.
        code: PACK_OPTIONS
      "
    `);
  },
  async TESTKIT_MISSING() {
    const testkit = { name: "@mcptest/testkit", version: "0.0.1", exports: "./index.js" };
    const files = { ...installed("a-pack", "1.0.0"), "node_modules/@mcptest/testkit/package.json": testkit };
    const args = ["packs", "verify", "./node_modules/a-pack", "./node_modules/a-pack", "--as", "patch"];
    expect(await told("TESTKIT_MISSING", { args, files })).toMatchInlineSnapshot(`
      "mcptest: The @mcptest/testkit that is installed for FOLDER is too old: it has no @mcptest/testkit/verify.
        why: The servers on which two versions of a pack are compared come with @mcptest/testkit, which is no part of mcptest.
        fix: Install it: npm install --save-dev @mcptest/testkit
        code: TESTKIT_MISSING
      "
    `);
  },
  async PACKAGE_MANAGER_FAILED() {
    const files = { "package.json": { packageManager: "pnpm@10.0.0" } };
    const packages = { args: ["packs", "add", "a-pack@1.x"], files, env: { PATH: "/nowhere" } };
    expect(await told("PACKAGE_MANAGER_FAILED", packages)).toMatchInlineSnapshot(`
      "mcptest: pnpm cannot be started: there is no such command
        why: The package manager of the project could not be started, or did not do what it was asked.
        fix: Install pnpm, which is the package manager of the project by its package.json or lockfile.
        code: PACKAGE_MANAGER_FAILED
      "
    `);
  },
  async REGISTRY_UNREACHABLE() {
    const pack = withPack(["a-pack", "1.0.0"], "1.x");
    const env = { npm_config_registry: "http://127.0.0.1:9/", npm_config_fetch_retries: "0" };
    expect(await told("REGISTRY_UNREACHABLE", { ...pack, args: ["packs", "outdated"], env })).toMatchInlineSnapshot(`
      "mcptest: npm view a-pack versions --json ended with exit code 1:
        | WHAT NPM SAYS
        why: The registry that the project's package manager is configured with gave no answer.
        fix: Check the network, the proxy, and the registry in the package manager's own configuration.
        code: REGISTRY_UNREACHABLE
      "
    `);
  },
  async SERVER_UNREACHABLE() {
    expect(await told("SERVER_UNREACHABLE", { args: ["capabilities", NOWHERE] })).toMatchInlineSnapshot(`
      "mcptest: http://127.0.0.1:9/mcp: Connection refused by 127.0.0.1:9 (ECONNREFUSED).
        |   server/discover (2026-07-28): connection refused by 127.0.0.1:9 (ECONNREFUSED)
        |   limits: first message 30000 ms, later probes 5000 ms, initialize 30000 ms
        why: No connection to the server could be made.
        fix: Start the server, or correct host, port and path.
        code: SERVER_UNREACHABLE
      "
    `);
  },
  async SERVER_TLS() {
    expect(await told("SERVER_TLS", { args: ["capabilities", await selfSigned()] })).toMatchInlineSnapshot(`
      "mcptest: https://127.0.0.1:PORT/mcp: TLS with 127.0.0.1:PORT failed: self-signed certificate (DEPTH_ZERO_SELF_SIGNED_CERT).
        |   server/discover (2026-07-28): TLS with 127.0.0.1:PORT failed: self-signed certificate (DEPTH_ZERO_SELF_SIGNED_CERT)
        |   limits: first message 30000 ms, later probes 5000 ms, initialize 30000 ms
        why: The TLS connection to the server failed.
        fix: Correct the certificate, or add its authority with NODE_EXTRA_CA_CERTS.
        code: SERVER_TLS
      "
    `);
  },
  async SERVER_AUTHORIZATION() {
    expect(await told("SERVER_AUTHORIZATION", { args: await answering(401) })).toMatchInlineSnapshot(`
      "mcptest: http://127.0.0.1:PORT/mcp: The server wants credentials (HTTP 401).
        |   server/discover (2026-07-28): HTTP 401, no body
        |   note: the 401 has no WWW-Authenticate header, so a client cannot find out where to log in
        |   limits: first message 30000 ms, later probes 5000 ms, initialize 30000 ms
        why: The server wants credentials before it answers.
        fix: Give them with --header, --header-file or --bearer-env.
        code: SERVER_AUTHORIZATION
      "
    `);
  },
  async SERVER_FORBIDDEN() {
    expect(await told("SERVER_FORBIDDEN", { args: await answering(403) })).toMatchInlineSnapshot(`
      "mcptest: http://127.0.0.1:PORT/mcp: The server forbids the request (HTTP 403).
        |   server/discover (2026-07-28): HTTP 403, no body
        |   limits: first message 30000 ms, later probes 5000 ms, initialize 30000 ms
        why: The server, or a proxy before it, refuses the request: it may want other credentials, or another host name.
        fix: Give credentials that may use the server with --header, --header-file or --bearer-env, or permit what the server or the proxy turns away.
        code: SERVER_FORBIDDEN
      "
    `);
  },
  async SERVER_HTTP_STATUS() {
    expect(await told("SERVER_HTTP_STATUS", { args: await answering(503) })).toMatchInlineSnapshot(`
      "mcptest: http://127.0.0.1:PORT/mcp: The endpoint answers with HTTP 503.
        |   server/discover (2026-07-28): HTTP 503, no body
        |   limits: first message 30000 ms, later probes 5000 ms, initialize 30000 ms
        why: The endpoint answered with an HTTP status that stops the detection.
        fix: Check the URL and the health of the server or of the proxy before it.
        code: SERVER_HTTP_STATUS
      "
    `);
  },
  async SERVER_NOT_MCP() {
    expect(await told("SERVER_NOT_MCP", { args: await answering(200, "<html>") })).toMatchInlineSnapshot(`
      "mcptest: http://127.0.0.1:PORT/mcp: Nothing that came is an MCP answer in any era that was asked for.
        |   server/discover (2026-07-28): HTTP 200, no Content-Type, "<html>"
        |   initialize (2025-11-25): HTTP 200, no Content-Type, "<html>"
        |   tools/list (2026-07-28): HTTP 200, no Content-Type, "<html>"
        |   limits: first message 30000 ms, later probes 5000 ms, initialize 30000 ms
        why: Nothing that was received is an MCP answer in any era that was asked for.
        fix: Check that the target is the MCP endpoint, and that --era does not exclude what it speaks.
        code: SERVER_NOT_MCP
      "
    `);
  },
  async SERVER_NO_COMMON_VERSION() {
    const url = await errorOf(-32022, { supported: ["2099-01-01"], requested: "2026-07-28" });
    expect(await told("SERVER_NO_COMMON_VERSION", { args: ["capabilities", url] })).toMatchInlineSnapshot(`
      "mcptest: http://127.0.0.1:PORT/mcp: There is no common version: the server says it supports "2099-01-01"; mcptest offered "2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05".
        |   server/discover (2026-07-28): HTTP 400, error -32022 "no" with data {"supported":["2099-01-01"],"requested":"2026-07-28"}
        |   limits: first message 30000 ms, later probes 5000 ms, initialize 30000 ms
        why: The server and mcptest share no protocol version in the eras that were asked for.
        fix: Update the server, or mcptest if the server is newer: every version that mcptest speaks was offered.
        code: SERVER_NO_COMMON_VERSION
      "
    `);
  },
  async SERVER_DISCOVERY_REFUSED() {
    const url = await errorOf(-32020);
    expect(await told("SERVER_DISCOVERY_REFUSED", { args: ["capabilities", url] })).toMatchInlineSnapshot(`
      "mcptest: http://127.0.0.1:PORT/mcp: The server is modern and refuses server/discover.
        |   server/discover (2026-07-28): HTTP 400, error -32020 "no"
        |   limits: first message 30000 ms, later probes 5000 ms, initialize 30000 ms
        why: A modern server refused server/discover.
        fix: Let MCP-Protocol-Version and Mcp-Method through whatever stands before the server: they are lost on the way.
        code: SERVER_DISCOVERY_REFUSED
      "
    `);
  },
  async SERVER_COMMAND_NOT_FOUND() {
    const args = ["capabilities", "--", "no-such-command", "server.js"];
    expect(await told("SERVER_COMMAND_NOT_FOUND", { args })).toMatchInlineSnapshot(`
      "mcptest: no-such-command server.js: The server could not be started: the command "no-such-command" was not found (ENOENT).
        |   server/discover (2026-07-28): The server could not be started: the command "no-such-command" was not found (ENOENT).
        |   limits: first message 30000 ms, later probes 5000 ms, initialize 30000 ms
        why: The command that starts the server does not exist or may not be executed.
        fix: Check the spelling and that it is installed; give --cwd if it is a relative path.
        code: SERVER_COMMAND_NOT_FOUND
      "
    `);
  },
  async SERVER_EXITED() {
    const args = ["capabilities", "--", process.execPath, "-e", 'console.error("no port is free"); process.exit(7)'];
    expect(await told("SERVER_EXITED", { args })).toMatchInlineSnapshot(`
      "mcptest: NODE -e 'console.error("no port is free"); process.exit(7)': The server process ended before it answered.
        |   server/discover (2026-07-28): the server process has exited with code 7
        |   initialize (2025-11-25): the server process has exited with code 7
        |   tools/list (2026-07-28): the server process has exited with code 7
        |   limits: first message 30000 ms, later probes 5000 ms, initialize 30000 ms
        | last lines of the server's stderr:
        |   no port is free
        why: The server process ended before it answered.
        fix: Read the last lines of its stderr, and start the command by hand.
        code: SERVER_EXITED
      "
    `);
  },
  async SERVER_TIMEOUT() {
    const url = await httpServer(() => {});
    expect(await told("SERVER_TIMEOUT", { args: ["capabilities", url, ...quick] })).toMatchInlineSnapshot(`
      "mcptest: http://127.0.0.1:PORT/mcp: The server did not answer within the limits of mcptest in any era that was asked for.
        |   server/discover (2026-07-28): no answer within 300 ms
        |   initialize (2025-11-25): no answer within 300 ms
        |   tools/list (2026-07-28): no answer within 300 ms
        |   limits: first message 300 ms, later probes 300 ms, initialize 300 ms
        why: The server did not answer within the limit that mcptest sets.
        fix: Raise the limit that the message names, or make the server answer faster.
        code: SERVER_TIMEOUT
      "
    `);
  },
  async RUN_STOPPED() {
    const url = await httpServer(() => {});
    const args = ["run", url, "--server-timeout", "300", "--format", "json"];
    const { stdout, code } = await mcptest(args);
    const { problem } = JSON.parse(stdout).servers[0];
    expect({ code, problem: problem.code }).toEqual({ code: 3, problem: "RUN_STOPPED" });
    expect(withoutPlaces(`${problem.message}\n  fix: ${problem.fix}`, root)).toMatchInlineSnapshot(`
      "the time for one server, 300 ms, is over (a limit of mcptest)
        fix: Run again. If a time limit passed, raise it: --run-timeout or --server-timeout, in milliseconds."
    `);
  },
  async BROWSER_NOT_FOUND() {
    const args = ["run", NOWHERE, "--browser", "/none/chromium"];
    expect(await told("BROWSER_NOT_FOUND", { args })).toMatchInlineSnapshot(`
      "mcptest: "/none/chromium" is no program that can be started.
        why: The browser that was named is not there, or is no program.
        fix: Give the path of a Chromium or of its headless shell, or leave it out: mcptest then looks for one.
        code: BROWSER_NOT_FOUND
      "
    `);
  },
  async OUTPUT_FAILED() {
    const args = ["run", await modernServer({}), "--reporter", "json=a-folder"];
    expect(await told("OUTPUT_FAILED", { args, files: { "a-folder/x": "" } })).toMatchInlineSnapshot(`
      "mcptest: a-folder cannot be written: it is a folder.
        why: A file or stream that was asked for cannot be written.
        fix: Check the path, its permissions and the space on the disk.
        code: OUTPUT_FAILED
      "
    `);
  },
  async INTERNAL() {
    // The configuration waits for the run to begin, and leaves a rejection unhandled then.
    let begin = () => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const url = await httpServer((request, response) => {
      if (request.method === "GET") void begun.then(() => response.end());
      else begin();
    });
    const late = `fetch("${url}").then(() => { throw new Error("nobody handles this"); });\nexport default {};\n`;
    expect(
      await told("INTERNAL", { args: ["run", url], files: { "mcptest.config.mjs": late } }),
    ).toMatchInlineSnapshot(`
      "mcptest: Unexpected: Error: nobody handles this
        why: mcptest itself failed.
        fix: Run the same command with --verbose, and report its output to the authors of mcptest.
        code: INTERNAL
      "
    `);
  },
} satisfies Record<ErrorCode, () => Promise<void>>;

test("every code of the table is provoked", () => {
  expect(Object.keys(codes)).toEqual(Object.keys(ERRORS));
});

test.each(Object.entries(codes))("%s", (_code, provoke) => provoke());

import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "vitest";
import { root } from "../../config/workspace.mjs";
import { emptyFolder } from "./testing/mcptest.js";
import { expectRefusal, type Refusal } from "./testing/refused.js";

// Nothing of this contacts a server: where a target is needed, it is one that must not be reached.
const NOWHERE = "http://127.0.0.1:9/mcp";
const project = emptyFolder();
const typo = emptyFolder();
const variable = emptyFolder();
const packVariable = emptyFolder();
const packFile = emptyFolder();
const notInstalled = emptyFolder();

writeFileSync(
  join(project, "mcptest.config.yaml"),
  `servers:\n  local: { url: "${NOWHERE}" }\nsuites:\n  nightly: {}\n`,
);
writeFileSync(join(typo, "mcptest.config.yaml"), `servers:\n  local: { urll: "${NOWHERE}" }\npackz: {}\n`);
writeFileSync(
  join(variable, "mcptest.config.yaml"),
  `servers:\n  local: { url: "${NOWHERE}", headers: { A: "\${NOT_SET}" } }\n`,
);
writeFileSync(
  join(packVariable, "mcptest.config.yaml"),
  `packs:\n  "@mcptest/pack-tasks": { options: { roles: { task: { tool: "\${NOT_SET}" } } } }\n`,
);
mkdirSync(join(packVariable, "node_modules/@mcptest"), { recursive: true });
symlinkSync(join(root, "packs/tasks"), join(packVariable, "node_modules/@mcptest/pack-tasks"));
writeFileSync(
  join(packFile, "mcptest.config.yaml"),
  `packs:\n  "@mcptest/pack-negotiation": { options: { baseline: nothere.json } }\n`,
);
mkdirSync(join(packFile, "node_modules/@mcptest"), { recursive: true });
symlinkSync(join(root, "packs/negotiation"), join(packFile, "node_modules/@mcptest/pack-negotiation"));
writeFileSync(join(notInstalled, "mcptest.config.yaml"), `packs:\n  "@mcptest/pack-tasks": 0.x\n`);

const EXITS = "\nprocess.exit(0);\nexport default {};\n";
const exitingConfig = emptyFolder();
writeFileSync(join(exitingConfig, "mcptest.config.mjs"), EXITS);
writeFileSync(join(exitingConfig, "other.config.ts"), EXITS);
writeFileSync(join(exitingConfig, "pack.mjs"), EXITS);
writeFileSync(
  join(exitingConfig, "late.mjs"),
  "setImmediate(() => process.exit(0));\nawait new Promise(() => {});\nexport default {};\n",
);
const CONFIG_EXITED = (file: string) => `
mcptest: ${file}: it called process.exit(0)
  why: The configuration file cannot be parsed or run.
  fix: Correct the file at the place that the message names.
  code: CONFIG_UNREADABLE`;
const PACK_EXITED = (file: string, place: string) => `
mcptest: the pack ./${file}, named in --pack, is there, and importing it fails (FOLDER/${file}, at FOLDER/${file}${place}): it called process.exit(0)
  why: The pack is there, and its own code fails.
  fix: Correct the code of the pack if it is yours; else install a version that works, or report it to the pack's author.
  code: PACK_BROKEN`;

const PINNED_AND_MISSING = `
mcptest: cannot find the pack @mcptest/pack-tasks, named in mcptest.config.yaml:2:3, because @mcptest/pack-tasks is not installed for FOLDER; the copy that comes with mcptest is used only where no configuration names packs
  why: Node cannot find the pack from the place that names it.
  fix: Install it as a direct dependency: npm install --save-dev @mcptest/pack-tasks@0.x
  code: PACK_NOT_FOUND`;

const rows: Record<string, Refusal> = {
  "a configuration that ends the process": {
    args: ["run", NOWHERE],
    cwd: exitingConfig,
    says: CONFIG_EXITED("mcptest.config.mjs:2:9"),
  },
  "a configuration in TypeScript that ends the process": {
    args: ["run", NOWHERE, "--config", "other.config.ts"],
    cwd: exitingConfig,
    says: CONFIG_EXITED("other.config.ts:2:9"),
  },
  "a pack that ends the process while it is imported": {
    args: ["run", NOWHERE, "--no-config", "--pack", "./pack.mjs"],
    cwd: exitingConfig,
    says: PACK_EXITED("pack.mjs", ":2:9"),
  },
  "a pack that ends the process in a callback of its import": {
    args: ["run", NOWHERE, "--no-config", "--pack", "./late.mjs"],
    cwd: exitingConfig,
    says: PACK_EXITED("late.mjs", ":1:28"),
  },
  "an unknown server": {
    args: ["run", "--server", "locla"],
    says: `
mcptest: there is no server "locla". Did you mean "local"? There are: local.
  why: No server of that name stands in the configuration.
  fix: Use one of the names that the message lists, or add the server to the configuration.
  code: SERVER_UNKNOWN`,
  },
  "a server name in place of a URL": {
    args: ["run", "local"],
    says: `
mcptest: "local" is the name of a configured server, no URL.
  why: The target is no URL of the form http://… or https://….
  fix: Write: mcptest run --server local
  code: TARGET_BAD_URL`,
  },
  "an unknown suite": {
    args: ["run", "--suite", "nigthly"],
    says: `
mcptest: there is no suite "nigthly". Did you mean "nightly"? There are: nightly.
  why: No suite of that name stands in the configuration.
  fix: Use one of the names that the message lists, or add the suite to the configuration.
  code: SUITE_UNKNOWN`,
  },
  "an unknown check id": {
    args: ["tasks", "conformance", NOWHERE, "--check-id", "tasks-ttl-shpae"],
    says: `
mcptest: there is no check "tasks-ttl-shpae" in @mcptest/pack-tasks. Did you mean "tasks-ttl-shape"? There are: tasks-wire-resolvable, tasks-declaration-hygiene, tasks-result-type-discipline, tasks-undeclared-creation-refused, tasks-ttl-shape, tasks-inline-result, tasks-mcp-name-routing, tasks-undeclared-capability-rejected, and MORE.
  why: No selected pack has a check with that id.
  fix: Use an id that the message lists, or name the pack that has the check.
  code: CHECK_UNKNOWN`,
  },
  "an unknown category": {
    args: ["run", NOWHERE, "--pack", "@mcptest/pack-tasks", "--category", "lifecycel"],
    says: `
mcptest: there is no category "lifecycel" in @mcptest/pack-tasks. Did you mean "lifecycle"? There are: dispatch, creation, lifecycle.
  why: No selected pack has a check in that category.
  fix: Use a category that the message lists.
  code: CATEGORY_UNKNOWN`,
  },
  "an unknown profile": {
    args: ["tasks", "conformance", NOWHERE, "--profile", "ful"],
    says: `
mcptest: there is no profile "ful" in @mcptest/pack-tasks. Did you mean "full"? There are: baseline, full.
  why: The pack has no profile of that name.
  fix: Use a profile that the message lists.
  code: PROFILE_UNKNOWN`,
  },
  "filters that leave nothing": {
    args: ["tasks", "conformance", NOWHERE, "--check-id", "tasks-ttl-shape", "--category", "dispatch"],
    says: `
mcptest: no check of any pack is selected
  why: The filters leave no check, server or pack to run.
  fix: Widen --check-id, --category, --pack or the suite.
  code: NOTHING_SELECTED`,
  },
  "a configuration that is not there": {
    args: ["run", NOWHERE, "--config", "no.yaml"],
    says: `
mcptest: there is no file no.yaml
  why: The configuration file that was named does not exist.
  fix: Check the path given to --config.
  code: CONFIG_NOT_FOUND`,
  },
  "a typo in the configuration": {
    args: ["run"],
    cwd: typo,
    says: `
mcptest: mcptest.config.yaml:3:1: packz: there is no such key. Did you mean "packs"? There are: $schema, mcptest, servers, packs, suites, browser, tolerate.
  why: A value in the configuration has the wrong form, or a key does not exist.
  fix: Correct each place that the message names.
  code: CONFIG_INVALID

mcptest: mcptest.config.yaml:2:3: servers.local: it has neither a command nor a url
  why: A value in the configuration has the wrong form, or a key does not exist.
  fix: Correct each place that the message names.
  code: CONFIG_INVALID

mcptest: mcptest.config.yaml:2:12: servers.local.urll: there is no such key. Did you mean "url"? There are: command, args, env, cwd, url, headers.
  why: A value in the configuration has the wrong form, or a key does not exist.
  fix: Correct each place that the message names.
  code: CONFIG_INVALID`,
  },
  "a variable of the configuration that is not set": {
    args: ["run"],
    cwd: variable,
    says: `
mcptest: mcptest.config.yaml:2:54: servers.local.headers.A: the environment variable NOT_SET is not set
  why: The configuration uses an environment variable that is not set.
  fix: Set the variable, or remove its reference from the configuration.
  code: CONFIG_VARIABLE`,
  },
  "a variable of the options of the pack that is asked for": {
    args: ["tasks", "conformance", NOWHERE, "--no-color"],
    cwd: packVariable,
    says: `
mcptest: mcptest.config.yaml:2:56: packs["@mcptest/pack-tasks"].options.roles.task.tool: the environment variable NOT_SET is not set
  why: The configuration uses an environment variable that is not set.
  fix: Set the variable, or remove its reference from the configuration.
  code: CONFIG_VARIABLE`,
  },
  "a missing pack": {
    args: ["run", NOWHERE, "--pack", "mcptest-pack-nowhere@^1.0.0"],
    says: `
mcptest: cannot find the pack mcptest-pack-nowhere, named in --pack, because mcptest-pack-nowhere is not installed for FOLDER
  why: Node cannot find the pack from the place that names it.
  fix: Install it as a direct dependency: npm install --save-dev "mcptest-pack-nowhere@^1.0.0"
  code: PACK_NOT_FOUND`,
  },
  "a missing pack by path": {
    args: ["run", NOWHERE, "--pack", "./nowhere.mjs"],
    says: `
mcptest: cannot find the pack ./nowhere.mjs, named in --pack, because there is no file or folder FOLDER/nowhere.mjs
  why: Node cannot find the pack from the place that names it.
  fix: Correct the path; a relative one counts from FOLDER.
  code: PACK_NOT_FOUND`,
  },
  "a missing pack of the conformance command": {
    args: ["conformance", "taks", NOWHERE],
    says: `
mcptest: cannot find the pack taks, named in mcptest conformance, because taks is not installed for FOLDER. Did you mean tasks?
  why: Node cannot find the pack from the place that names it.
  fix: Write: mcptest conformance tasks TARGET
  code: PACK_NOT_FOUND`,
  },
  "a missing pack of the configuration, of which there is a bundled copy": {
    args: ["tasks", "conformance", NOWHERE],
    cwd: notInstalled,
    says: PINNED_AND_MISSING,
  },
  "the same, asked for by its short name": {
    args: ["conformance", "tasks", NOWHERE],
    cwd: notInstalled,
    says: PINNED_AND_MISSING,
  },
  "no pack for the conformance command": {
    args: ["conformance"],
    says: `
mcptest: No pack is named.
  why: The value of a flag or argument cannot be read.
  fix: Name it first: mcptest conformance tasks http://127.0.0.1:3000/mcp
  code: USAGE_BAD_VALUE`,
  },
  "an unsatisfied pin": {
    args: ["run", NOWHERE, "--pack", "@mcptest/pack-tasks@^99.0.0"],
    says: `
mcptest: the pack @mcptest/pack-tasks, named in --pack, is pinned to ^99.0.0; installed is @mcptest/pack-tasks VERSION, at ROOT/packs/tasks/dist/index.js
  why: The installed version of the pack lies outside the pin. A prerelease is inside a range only if the range names a prerelease of the same x.y.z.
  fix: Change the pin, or install a version inside it: npm install --save-dev "@mcptest/pack-tasks@^99.0.0"
  code: PACK_PIN_UNSATISFIED`,
  },
  "a pin that is none": {
    args: ["run", NOWHERE, "--pack", "@mcptest/pack-tasks@latest"],
    says: `
mcptest: --pack: the pin "latest" of @mcptest/pack-tasks: it looks like a dist-tag, and a tag moves; write a range such as 1.x.
  why: The pin is no semver range.
  fix: Write a range such as 1.x, ^1.2.0 or 1.2.0, in quotes.
  code: PACK_PIN_INVALID`,
  },
  "options that the pack refuses": {
    args: ["run", NOWHERE, "--options", '{"pollTimeout": 1, "roles": {"tsk": {}}}'],
    says: `
mcptest: --options: the options of @mcptest/pack-tasks are refused:
  |   - roles: unknown key "tsk"; known here: task, sync, required, ask, askTwice, askMany, toolError, protocolError, slow
  |   - unknown key "pollTimeout"; known here: profile, roles, requireRoles, discoverTools, pollTimeoutMs, secondIdentity
  why: The options given to the pack are not what it accepts.
  fix: Correct each place that the message names; the pack's README lists its options.
  code: PACK_OPTIONS`,
  },
  "a file of an option that is not there": {
    args: ["negotiation", "conformance", NOWHERE, "--baseline", "nothere.json"],
    says: `
mcptest: the command line: the options of @mcptest/pack-negotiation are refused:
  |   - baseline: there is no file FOLDER/nothere.json
  why: The options given to the pack are not what it accepts.
  fix: Correct each place that the message names; the pack's README lists its options.
  code: PACK_OPTIONS`,
  },
  "a file of an option in the configuration that is not there": {
    cwd: packFile,
    args: ["run", NOWHERE],
    says: `
mcptest: mcptest.config.yaml:2:3: the options of @mcptest/pack-negotiation are refused:
  |   - baseline: there is no file FOLDER/nothere.json
  why: The options given to the pack are not what it accepts.
  fix: Correct each place that the message names; the pack's README lists its options.
  code: PACK_OPTIONS`,
  },
  "a slip of the name of the other target": {
    args: ["run", NOWHERE, "--also", "locall"],
    says: `
mcptest: --also: there is no server "locall". Did you mean local?
  why: No server of that name stands in the configuration.
  fix: Write --also local; the path of a command is one with a slash, such as ./locall.
  code: SERVER_UNKNOWN`,
  },
  "options that are no JSON": {
    args: ["run", NOWHERE, "--options", "{pollTimeoutMs: 1}"],
    says: `
mcptest: --options: this is no valid JSON (position 1).
  why: The value of a flag or argument cannot be read.
  fix: Write JSON with double quotes, and put single quotes around the whole in a shell.
  code: USAGE_BAD_VALUE`,
  },
  "options of a pack that is not there": {
    args: ["run", NOWHERE, "--options", 'toys={"a": 1}'],
    says: `
mcptest: --options: there is no pack "toys" in this run.
  why: The value of a flag or argument cannot be read.
  fix: Give the options to one of: @mcptest/pack-apps, @mcptest/pack-negotiation, @mcptest/pack-resource-compat, @mcptest/pack-skills, @mcptest/pack-tasks; or write the path of a file that exists.
  code: USAGE_BAD_VALUE`,
  },
  "options of another pack than the one that is asked for": {
    args: ["conformance", "tasks", NOWHERE, "--options", "tasks={}", "--options", 'toys={"a": 1}'],
    says: `
mcptest: --options: there is no pack "toys" in this run.
  why: The value of a flag or argument cannot be read.
  fix: Give the options to one of: @mcptest/pack-tasks; or write the path of a file that exists.
  code: USAGE_BAD_VALUE`,
  },
  "a flag of the pack with a wrong value": {
    args: ["tasks", "conformance", NOWHERE, "--poll-timeout", "soon"],
    says: `
mcptest: --poll-timeout "soon": a number is needed.
  why: The value of a flag or argument cannot be read.
  fix: Give a value of the form that the message names.
  code: USAGE_BAD_VALUE`,
  },
};

describe("what a configuration or a pack does not have is refused", () => {
  test.each(Object.entries(rows))("%s", (_name, row) => expectRefusal(row, project));
});

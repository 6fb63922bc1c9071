import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ask } from "./ask.js";
import { HELP } from "./help.js";

const MAIN = fileURLToPath(new URL("./main.ts", import.meta.url));
let cwd: string;

beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "create-pack-"));
});

afterEach(() => rmSync(cwd, { recursive: true, force: true }));

/** Runs the program where nobody can be asked. */
function run(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--import", import.meta.resolve("tsx"), MAIN, ...args],
    {
      cwd,
      encoding: "utf8",
      env: { ...process.env, npm_config_user_agent: "pnpm/10.0.0 npm/? node/v20" },
    },
  );
  return { status, stdout, stderr };
}

test("without a terminal nothing is asked, and the next steps are those of the package manager", () => {
  expect(run("my bells", "--extension", "com.acme/bells")).toMatchInlineSnapshot(`
    {
      "status": 0,
      "stderr": "",
      "stdout": "Made mcptest-pack-bells for com.acme/bells: 18 files in "my bells"

    Next:
      cd "my bells"
      pnpm install
      pnpm test          # each check, against a toy server and its faults
      pnpm run try       # this pack on the toy server
    ",
    }
  `);
  expect(existsSync(join(cwd, "my bells/package.json"))).toBe(true);
});

test("--help", () => {
  expect(run("--help")).toEqual({ status: 0, stdout: HELP, stderr: "" });
});

describe("mistakes end with 2, and say what to do", () => {
  test("an unknown flag", () => {
    expect(run("--extention", "x")).toMatchInlineSnapshot(`
      {
        "status": 2,
        "stderr": "create-mcptest-pack: Unknown option '--extention'
        fix: create-mcptest-pack --help shows what there is.
      ",
        "stdout": "",
      }
    `);
  });

  test("two folders", () => {
    expect(run("a", "b")).toMatchInlineSnapshot(`
      {
        "status": 2,
        "stderr": "create-mcptest-pack: One folder is asked for, and there are 2.
        fix: Put a path with spaces in quotes.
      ",
        "stdout": "",
      }
    `);
  });

  test("two languages", () => {
    expect(run("--typescript", "--javascript")).toMatchInlineSnapshot(`
      {
        "status": 2,
        "stderr": "create-mcptest-pack: A pack is written in one language.
        fix: Keep --typescript or --javascript.
      ",
        "stdout": "",
      }
    `);
  });

  test("a file in the way", () => {
    writeFileSync(join(cwd, "package.json"), "{}");
    expect(run(".", "--extension", "com.acme/bells")).toMatchInlineSnapshot(`
      {
        "status": 2,
        "stderr": "create-mcptest-pack: . has package.json already, and nothing is overwritten.
        fix: Name another folder, or move these files away.
      ",
        "stdout": "",
      }
    `);
    expect(readFileSync(join(cwd, "package.json"), "utf8")).toBe("{}");
  });
});

/** Answers each question in turn, and ends the input behind the last. */
async function answered(answers: string[], wishes = {}) {
  const input = new PassThrough();
  const output = new PassThrough();
  let said = "";
  output.on("data", (chunk: Buffer) => {
    said += chunk.toString();
    if (!said.endsWith("): ")) return;
    const answer = answers.shift();
    if (answer === undefined) input.end();
    else input.write(`${answer}\n`);
  });
  const plan = await ask(wishes, "/home/ada", { input, output }).catch((error: Error) => error.name);
  return { plan, said };
}

describe("at a terminal", () => {
  test("what is left out is asked for, until it can be used", async () => {
    const { plan, said } = await answered(["bells", "com.acme/bells", "", "js"]);
    expect(plan).toMatchObject({ extension: "com.acme/bells", name: "mcptest-pack-bells", language: "javascript" });
    expect(said).toMatchInlineSnapshot(`
      "Id of the extension (com.example/gadgets):   "bells" is no id of an extension. Write a reversed domain, a slash and a name, such as com.example/gadgets
      Id of the extension (com.example/gadgets): npm name (mcptest-pack-bells): typescript or javascript (typescript): "
    `);
  });

  test("what is given is not", async () => {
    const { plan, said } = await answered([], { extension: "com.acme/bells", name: "bells", language: "typescript" });
    expect({ plan, said }).toEqual({ plan: expect.objectContaining({ name: "bells" }), said: "" });
  });

  test("the end of the input makes nothing", async () => {
    expect((await answered([""])).plan).toBe("AbortError");
  });
});

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { MANAGERS } from "./testing/managers.js";
import { createProject, type Project } from "./testing/project.js";
import { TOYS } from "./testing/toys.js";

const { versions } = inject("published");

const SERVER = `
import { serveStdio } from "@mcptest/testkit";

const toys = () => ({
  capabilities: (era) => (era === "modern" ? { extensions: { "com.example/toys": { version: "1" } } } : {}),
});
const { stdin: input, stdout: output, stderr: errors } = process;
serveStdio({ jobMs: 50, extensions: [toys] }, { input, output, errors, exit: (code) => process.exit(code) });
`;

const FILES = {
  "package.json": {
    name: "consumer",
    private: true,
    devDependencies: {
      mcptest: versions.mcptest,
      "@mcptest/pack": versions["@mcptest/pack"],
      "@mcptest/testkit": versions["@mcptest/testkit"],
    },
  },
  "server.mjs": SERVER,
  "mcptest.config.yaml": "# ours\nservers:\n  local: { command: node, args: [server.mjs] }\n",
};

/** What Yarn's own code says in a process that was there before the installation, and where loopback is the only network. */
const OF_YARN = /^(?:\(.*(?:PnP file|--trace-warnings)|warning You don't appear to have an internet connection).*\n/gm;

describe.each(MANAGERS.map((manager) => [manager.name, manager] as const))(
  "mcptest packs with %s",
  (_name, manager) => {
    let project: Project;

    beforeAll(async () => {
      project = createProject(manager, FILES);
      await project.must(manager.install);
    }, 120_000);

    const packs = async (words: string) => {
      const ended = await project.shell(`${manager.exec} mcptest packs ${words}`);
      return { ...ended, stderr: ended.stderr.replace(OF_YARN, "") };
    };

    test("add installs with it and pins; list and outdated see that", async () => {
      for (const words of [`add ${TOYS}@1.0.0`, `add ${TOYS}@2.x --as toys-next`]) {
        const { code, stderr, left } = await packs(words);
        expect({ words, code, stderr, left }).toEqual({
          words,
          code: 0,
          stderr: "",
          left: [],
        });
      }
      expect(readFileSync(join(project.folder, "mcptest.config.yaml"), "utf8")).toBe(
        `${FILES["mcptest.config.yaml"]}packs:\n  ${TOYS}: "1.0.0"\n  toys-next: { pack: "${TOYS}", version: "2.x" }\n`,
      );
      const listed = JSON.parse((await packs("list --format json")).stdout) as { packs: { version: string }[] };
      expect(listed.packs.map(({ version }) => version)).toEqual(["1.0.0", "2.0.0"]);
      const { code, stdout } = await packs("outdated");
      expect({ code, stdout }).toEqual({
        code: 1,
        stdout: `${TOYS} 1.0.0, pin 1.0.0: 2.0.0 is outside of the pin\n${TOYS} 2.0.0 (as toys-next), pin 2.x: nothing newer\n`,
      });
    });

    test("diff installs what is to be compared, and leaves the project as it was", async () => {
      const before = readFileSync(join(project.folder, "package.json"), "utf8");
      const major = await packs(`diff ${TOYS} toys-next`);
      expect(major.stdout).toContain("  toys-size-named: absent → failed, turned red\n");
      expect(major.code).toBe(1);
      const minor = await packs(`diff ${TOYS}@1.0.0 ${TOYS}@^1.1.0`);
      if (manager.name.endsWith("Plug'n'Play")) {
        expect(minor.stderr).toContain(
          `fix: Install it under an alias, and name that: mcptest packs add ${TOYS}@1.0.0`,
        );
        expect(minor.code).toBe(2);
      } else {
        expect(minor.stdout).toContain("  toys-size-named: absent → failed (advisory), is new\n");
        expect({ code: minor.code, stderr: minor.stderr, left: minor.left }).toEqual({ code: 0, stderr: "", left: [] });
      }
      expect(readFileSync(join(project.folder, "package.json"), "utf8")).toBe(before);
    });
  },
);

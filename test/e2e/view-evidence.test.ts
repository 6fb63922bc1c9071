import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Artifact, ConformanceResult, Report } from "@mcptest/core/report";
import { expect, test } from "vitest";
import { viewHtml } from "../../packs/apps/src/view/testing/views.js";
import { viewServer } from "../hostile/testing/view-server.js";
import { browserFlags, describeWithBrowser } from "../testing/browser.js";
import { emptyFolder, mcptest } from "./testing/mcptest.js";

const NAMES = ["light.png", "dark.png", "narrow.png", "messages.json"];
const PNG = "89504e470d0a1a0a";

describeWithBrowser("what was seen of a view", (browser) => {
  /** A view that does not answer ping, at an address that would be a path. */
  function server(): string[] {
    const html = viewHtml({ script: [['method === "ping" ||', ""]] });
    return viewServer(emptyFolder(), { html, resource: { uri: "ui://../../..//etc/<b>\u001b[31m.html" } });
  }

  const flags = [...browserFlags(browser), "--reporter", "terminal=out.txt", "--reporter", "json=report.json"];
  const words = ["apps", "conformance", "--no-faulty-hosts", ...flags];

  test("is written where --artifacts says: screenshots and the log of the messages", async () => {
    const cwd = emptyFolder();
    const { code } = await mcptest([...words, "--artifacts", "seen/of it", "--", ...server()], { cwd });
    expect(code).toBe(1);
    const result = JSON.parse(readFileSync(join(cwd, "report.json"), "utf8")) as ConformanceResult;
    const artifacts = result.artifacts ?? [];
    expect(artifacts.map(({ file }) => file?.replace(/^.*-(?=strict|reference)/, "")).sort()).toEqual(
      ["reference", "strict"].flatMap((profile) => NAMES.map((name) => `${profile}-${name}`)).sort(),
    );
    expect(readdirSync(join(cwd, "seen/of it")).sort()).toEqual(artifacts.map(({ file }) => file?.slice(11)).sort());
    for (const artifact of artifacts) expectFile(cwd, artifact);
    expect(shot(cwd, artifacts, "strict-light.png")).not.toEqual(shot(cwd, artifacts, "strict-dark.png"));
    expect(readFileSync(join(cwd, "out.txt"), "utf8")).toContain("8 artifacts (images, logs): seen/of it\n");
    const ping = result.checks.find(({ id }) => id === "apps-view-ping");
    expect(ping?.artifacts?.sort()).toEqual(artifacts.map(({ id }) => id).sort());
  });

  test("is in the report without it, from which it can be written later", async () => {
    const cwd = emptyFolder();
    const run = ["run", "--pack", "@mcptest/pack-apps", "--options", '{"faultyHosts":false}', ...flags];
    await mcptest([...run, "--", ...server()], { cwd });
    expect(readFileSync(join(cwd, "out.txt"), "utf8")).toContain(
      "8 artifacts (images, logs): --artifacts FOLDER writes them as files\n",
    );
    const report = JSON.parse(readFileSync(join(cwd, "report.json"), "utf8")) as Report;
    expect(report.artifacts.map(({ data, file }) => [typeof data, file])).toEqual(Array(8).fill(["string", undefined]));
    const { stdout } = await mcptest(["report", "report.json", "--artifacts", "later"], { cwd });
    expect(stdout).toContain("8 artifacts (images, logs): later\n");
    expect(readdirSync(join(cwd, "later"))).toHaveLength(8);
  });
});

test.each([
  ["", "--artifacts: the name of the folder is empty.", 2],
  ["/dev/null/x", "/dev/null/x cannot be made: ", 2],
])("a folder that cannot be made is refused before anything runs: %j", async (folder, message, exitCode) => {
  const { code, stderr } = await mcptest(["apps", "conformance", "--artifacts", folder, "--", "node", "-e", ""]);
  expect(stderr).toContain(`mcptest: ${message}`);
  expect(code).toBe(exitCode);
});

function shot(cwd: string, artifacts: readonly Artifact[], name: string): Buffer {
  const file = artifacts.find((artifact) => artifact.name.endsWith(name))?.file;
  return readFileSync(join(cwd, file ?? ""));
}

function expectFile(cwd: string, { file, data, sha256, byteLength, mediaType }: Artifact): void {
  const bytes = readFileSync(join(cwd, file ?? ""));
  expect(data).toBeUndefined();
  expect([createHash("sha256").update(bytes).digest("hex"), bytes.byteLength]).toEqual([sha256, byteLength]);
  if (mediaType === "image/png") expect(bytes.subarray(0, 8).toString("hex")).toBe(PNG);
  else expect(JSON.parse(bytes.toString("utf8")).length).toBeGreaterThan(10);
}

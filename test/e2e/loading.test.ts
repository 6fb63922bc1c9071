import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type RunningServer, startHttpServer } from "@mcptest/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { emptyFolder, mcptest } from "./testing/mcptest.js";

let server: RunningServer;

beforeAll(async () => {
  server = await startHttpServer({ jobMs: 50 });
});
afterAll(() => server.close());

/** The modules that a command loaded, as paths. */
async function loaded(args: string[]): Promise<string[]> {
  const folder = emptyFolder();
  const { code, stderr } = await mcptest(args, { env: { NODE_V8_COVERAGE: folder } });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const urls = readdirSync(folder).flatMap((name) => {
    const { result } = JSON.parse(readFileSync(join(folder, name), "utf8")) as { result: { url: string }[] };
    return result.map(({ url }) => url);
  });
  return [...new Set(urls)].filter((url) => url.startsWith("file:"));
}

const packagesOf = (urls: string[]) =>
  [
    ...new Set(
      urls.flatMap((url) => /node_modules\/((?:@[^/]+\/)?[^/@.][^/]*)\/[^/]*(?!.*node_modules)/.exec(url)?.[1] ?? []),
    ),
  ].sort();

test("the version is answered by the launcher alone", async () => {
  expect((await loaded(["--version"])).map((url) => url.replace(/.*\/packages\//, ""))).toEqual(["cli/bin/mcptest.js"]);
});

test.each([
  ["a run", () => ["run", server.url, "--options", '{"roles": {"task": {"tool": "job"}}}']],
  ["a conformance command", () => ["tasks", "conformance", server.url, "--tool-name", "job"]],
])("%s over HTTP without a configuration loads nothing heavy", async (_name, args) => {
  expect(packagesOf(await loaded(args()))).toEqual(["commander", "fastest-levenshtein", "picocolors"]);
});

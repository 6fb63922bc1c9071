import { expect, test } from "vitest";
import { McptestError } from "../errors/index.js";
import { parsePackArgument } from "./pack-argument.js";

const place = { cwd: "/project/packages/a", configFile: "/project/mcptest.config.yaml" };
const fromConfig = { from: "/project/mcptest.config.yaml", namedIn: "--pack", orBundled: true };
const fromFolder = { from: "/project/packages/a", namedIn: "--pack" };

test.each([
  ["my-pack", { name: "my-pack", specifier: "my-pack", ...fromConfig }],
  ["my-pack@^1.2", { name: "my-pack", specifier: "my-pack", range: "^1.2", ...fromConfig }],
  ["@scope/x", { name: "@scope/x", specifier: "@scope/x", ...fromConfig }],
  ["@scope/x@1.x || 2", { name: "@scope/x", specifier: "@scope/x", range: "1.x || 2", ...fromConfig }],
  ["my-pack@", { name: "my-pack", specifier: "my-pack", range: "", ...fromConfig }],
  ["./packs/ours", { name: "./packs/ours", specifier: "/project/packages/a/packs/ours", ...fromFolder }],
  ["../x@1/p.mjs", { name: "../x@1/p.mjs", specifier: "/project/packages/x@1/p.mjs", ...fromFolder }],
  [".", { name: ".", specifier: "/project/packages/a", ...fromFolder }],
  ["/opt/p.mjs", { name: "/opt/p.mjs", specifier: "/opt/p.mjs", ...fromFolder }],
  ["file:///opt/a%20b/p.mjs", { name: "file:///opt/a%20b/p.mjs", specifier: "/opt/a b/p.mjs", ...fromFolder }],
])("%s", (text, expected) => {
  expect(parsePackArgument(text, place)).toEqual(expected);
});

test("without a configuration a name resolves from the working directory", () => {
  expect(parsePackArgument("my-pack", { cwd: "/project" })).toMatchObject({ from: "/project", orBundled: true });
});

test.each(["", "@", "@scope", "a b", "file://other-host/x.mjs", "name%20"])("%j is refused", (text) => {
  let thrown: unknown;
  try {
    parsePackArgument(text, place);
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(McptestError);
  expect((thrown as McptestError).code).toBe("USAGE_BAD_VALUE");
  expect((thrown as McptestError).message).toBe(`--pack ${JSON.stringify(text)} names no pack`);
});

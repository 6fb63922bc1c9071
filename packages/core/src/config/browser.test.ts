import { join } from "node:path";
import { expect, test } from "vitest";
import { project } from "../loader/testing/project.js";
import { load, refusal } from "./testing/config.js";

const yaml = (content: string) => ({ "package.json": {}, "mcptest.config.yaml": content });

test("the path of a browser counts from the folder of the configuration", async () => {
  const folder = project(yaml("packs: {}\nbrowser: { path: ./bin/chromium, sandbox: false }\n"));
  expect((await load(folder))?.browser).toEqual({ path: join(folder, "bin/chromium"), sandbox: false });
  expect((await load(project(yaml("packs: {}\nbrowser: { path: /opt/chromium }\n"))))?.browser).toEqual({
    path: "/opt/chromium",
  });
  expect(await load(project(yaml("packs: {}\n")))).not.toHaveProperty("browser");
});

test("what is wrong with it is told where it stands", async () => {
  const files = yaml("packs: {}\nbrowser: { path: 7, sandboxed: no }\n");
  expect(await refusal(files)).toMatchInlineSnapshot(`
    "CONFIG_INVALID mcptest.config.yaml:2:12: browser.path: found the number 7; expected the path of a Chromium, or of its headless shell. Put it in quotes
    CONFIG_INVALID mcptest.config.yaml:2:21: browser.sandboxed: there is no such key. Did you mean "sandbox"? There are: path, sandbox."
  `);
});

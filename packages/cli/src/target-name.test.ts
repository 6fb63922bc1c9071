import { expect, test } from "vitest";
import { nameOfCommand } from "./target-name.js";

test("the name of a server is no secret of its command", () => {
  expect([
    nameOfCommand("npx", ["-y", "@scope/server@1.2.0", "--token", "CANARY"]),
    nameOfCommand("npx", ["--token", "CANARY", "server"]),
    nameOfCommand("docker", ["run", "-e", "API_KEY=CANARY", "image"]),
  ]).toEqual(["@scope/server", "server", "image"]);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { expectCaught } from "@mcptest/testkit/verify";
import pack from "mcptest-pack-gadgets";
import { extension } from "../toy-server/extension.js";
import { faults } from "../toy-server/faults.js";

const server = { era: "modern", extensions: [extension] };

for (const { name, check, hooks } of faults) {
  test(`${check} finds the fault ${name}, and passes without it`, async () => {
    await expectCaught(pack, { check, fault: hooks, server });
  });
}

test("each check has a fault that it finds", () => {
  const found = faults.map(({ check }) => check);
  const missing = pack.checks.map(({ id }) => id).filter((id) => !found.includes(id));
  assert.equal(missing.length, 0, `toy-server/faults.js has no fault for ${missing.join(", ")}`);
});

import { at, type Transport } from "@mcptest/pack";
import { beforeAll, describe, expect, test } from "vitest";
import type { ExpectedTable } from "../testing/expected.js";
import { expectedDispatch } from "../testing/expected-dispatch.js";
import { expectedLegacy, expectedLegacyVariants } from "../testing/expected-legacy.js";
import { expectedLegacyFull } from "../testing/expected-legacy-full.js";
import { expectedModern, expectedModernVariants } from "../testing/expected-modern.js";
import { expectedRequests } from "../testing/expected-requests.js";
import { expectedTasks } from "../testing/expected-tasks.js";
import { changedSteps, runScript, type Steps } from "../testing/script.js";
import { listFaults } from "./registry.js";

const tables: ["modern" | "legacy", "faults" | "variants", ExpectedTable][] = [
  ["modern", "faults", { ...expectedModern, ...expectedTasks }],
  ["modern", "faults", { ...expectedRequests, ...expectedDispatch }],
  ["modern", "variants", expectedModernVariants],
  ["legacy", "faults", { ...expectedLegacy, ...expectedLegacyFull }],
  ["legacy", "variants", expectedLegacyVariants],
];

function transportsOf(name: string): Transport[] {
  return listFaults().find((fault) => fault.name === name)?.transports ?? [];
}

describe.each(["http", "stdio"] as const)("over %s", (transport) => {
  describe.each(tables)("%s %s change these bytes and no others", (era, kind, table) => {
    let obeying: Steps;
    beforeAll(async () => {
      obeying = await runScript(transport, era, { era });
    });

    test("an obeying server says the same twice", async () => {
      expect(changedSteps(obeying, await runScript(transport, era, { era }))).toEqual([]);
    });

    const shown = Object.entries(table).filter(([name]) => transportsOf(name).includes(transport));

    test.each(shown)("%s", async (name, { steps, shows }) => {
      const faulty = await runScript(transport, era, { era, [kind]: [name] });
      // Some steps are there over HTTP only.
      const here = steps.filter((step) => obeying.has(step) || faulty.has(step));
      expect(changedSteps(obeying, faulty).sort()).toEqual([...here].sort());
      for (const [step, path, value] of shows) {
        expect({ step, path, value: at(faulty.get(step)?.messages, ...path) }).toEqual({ step, path, value });
      }
    });
  });
});

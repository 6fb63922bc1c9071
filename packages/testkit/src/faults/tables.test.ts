import { at } from "@mcptest/pack";
import { beforeAll, describe, expect, test } from "vitest";
import type { ExpectedTable } from "../testing/expected.js";
import { expectedLegacy, expectedLegacyVariants } from "../testing/expected-legacy.js";
import { expectedModern, expectedModernVariants } from "../testing/expected-modern.js";
import { changedSteps, runScript, type Steps } from "../testing/script.js";

const tables: ["modern" | "legacy", "faults" | "variants", ExpectedTable][] = [
  ["modern", "faults", expectedModern],
  ["modern", "variants", expectedModernVariants],
  ["legacy", "faults", expectedLegacy],
  ["legacy", "variants", expectedLegacyVariants],
];

describe.each(["http", "stdio"] as const)("over %s", (transport) => {
  describe.each(tables)("%s %s change these bytes and no others", (era, kind, table) => {
    let obeying: Steps;
    beforeAll(async () => {
      obeying = await runScript(transport, era, { era });
    });

    test("an obeying server says the same twice", async () => {
      expect(changedSteps(obeying, await runScript(transport, era, { era }))).toEqual([]);
    });

    test.each(Object.entries(table))("%s", async (name, { steps, shows }) => {
      const faulty = await runScript(transport, era, { era, [kind]: [name] });
      expect(changedSteps(obeying, faulty).sort()).toEqual([...steps].sort());
      for (const [step, path, value] of shows) {
        expect({ step, path, value: at(faulty.get(step)?.messages, ...path) }).toEqual({ step, path, value });
      }
    });
  });
});

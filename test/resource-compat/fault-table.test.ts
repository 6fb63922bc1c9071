import { it } from "vitest";
import { compatSection } from "../../config/fault-table.mjs";
import { expectSection } from "../tasks/testing/fault-section.js";
import { tabledFaults } from "./testing/fault-table.js";

it("the README of the pack has each fault of the testkit, and was written when each owner said what it should", () => {
  expectSection("packs/resource-compat/README.md", compatSection, tabledFaults());
});

import type { Era, Transport } from "@mcptest/pack";
import type { Expectation, FaultInfo } from "@mcptest/testkit";

/** The checks of the profile `baseline`. */
export const BASELINE: readonly string[] = [
  "tasks-wire-resolvable",
  "tasks-declaration-hygiene",
  "tasks-result-type-discipline",
  "tasks-undeclared-creation-refused",
  "tasks-ttl-shape",
  "tasks-inline-result",
  "tasks-mcp-name-routing",
  "tasks-undeclared-capability-rejected",
];

/** The checks that do not apply, by lane. */
export function notApplicable(transport: Transport, era: Era): string[] {
  if (era === "legacy")
    return ["tasks-undeclared-creation-refused", "tasks-mcp-name-routing", "tasks-undeclared-capability-rejected"];
  return transport === "stdio" ? ["tasks-mcp-name-routing"] : [];
}

/** What the eight checks say about a fault: its owner among them, or nothing. */
export function expectationOf({ owner, baseline }: FaultInfo): Expectation | undefined {
  return [baseline, owner].find((expected) => expected && BASELINE.includes(expected.check));
}

/** Whether a fault or variant belongs to the Tasks pack. */
export function isAboutTasks({ kind, owner, baseline }: FaultInfo): boolean {
  if (kind === "variant") return true;
  return kind === "fault" && [owner, baseline].some((expected) => expected?.check.startsWith("tasks-"));
}

/** The names of faults that can only show where the extension is required. */
export function showsUnderRequire(fault: FaultInfo): boolean {
  const expected = expectationOf(fault);
  return expected?.check === "tasks-wire-resolvable" && expected.verdict === "failed";
}

/** Whether a server with this fault resolves to no tasks wire, so that nothing else applies. */
export function leavesNoWire(fault: FaultInfo): boolean {
  const expected = expectationOf(fault);
  return expected?.check === "tasks-wire-resolvable" && expected.verdict !== "warning";
}

/** One of several, always the same for a name. */
export function pickByName<T>(name: string, choices: readonly [T, ...T[]]): T {
  const sum = [...name].reduce((total, character) => (total * 31 + character.charCodeAt(0)) % 65_521, 7);
  return choices[sum % choices.length] ?? choices[0];
}

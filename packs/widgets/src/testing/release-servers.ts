import { startHttpServer } from "@mcptest/testkit";
import type { OwnServer } from "@mcptest/testkit/verify";
import { faults } from "./faults.js";
import { widgets } from "./server.js";

/** The servers on which a release of the pack is compared with the one before: one that obeys, and one for each fault. */
export const releaseServers: OwnServer[] = [
  { name: "obeying", server: start },
  ...faults.map(({ name }): OwnServer => ({ name: `fault ${name}`, server: start, fault: name })),
];

/** What the pack is told there. */
export const releaseOptions = { tool: "make_widget" };

function start(fault: string | undefined) {
  const hooks = faults.filter(({ name }) => name === fault).map(({ hooks }) => hooks);
  return startHttpServer({ era: "modern", extensions: [widgets], hooks });
}

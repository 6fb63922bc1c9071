import { extensionCheck } from "../define.js";
import { PACK_NAME } from "../ids.js";
import { reading } from "../record.js";
import { tellSilentErrors } from "../silent-errors.js";
import { undeclaredProbes } from "../undeclared-probes.js";
import { unknownTasks } from "../unknown-tasks.js";

/** I55. */
export const informativeErrors = extensionCheck({
  id: "tasks-informative-errors",
  category: "lifecycle",
  title: "Errors say what is wrong",
  description: "Every JSON-RPC error about tasks has a message that is not empty.",
  level: "should",
  contract: "I55",
  section: "Protocol Errors",
  ...reading,
  prepares: { probes: undeclaredProbes, unknown: unknownTasks },
  async run(_needs, verdict, { host }) {
    tellSilentErrors(await host.transcript({ pack: PACK_NAME }), "I55", verdict);
  },
});

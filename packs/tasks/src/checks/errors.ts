import { errorOf, excerpt, member } from "@mcptest/pack";
import { extensionCheck } from "../define.js";
import { PACK_NAME } from "../ids.js";
import { reading } from "../record.js";
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
    const exchanges = await host.transcript({ pack: PACK_NAME });
    const refused = exchanges.filter((exchange) => errorOf(exchange) !== undefined);
    const silent = refused.filter((exchange) => {
      const message = member(errorOf(exchange), "message");
      return typeof message !== "string" || message.trim() === "";
    });
    const [first] = silent;
    if (first !== undefined)
      verdict.fail(
        `${first.method}: an error without words, ${excerpt(errorOf(first), 120)} (I55)`,
        silent.slice(0, 20).map(({ number }) => number),
      );
    verdict.detail("errorsRead", refused.length);
  },
});

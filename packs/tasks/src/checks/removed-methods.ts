import { randomUUID } from "node:crypto";
import { type Check, ERROR, type JsonObject, say } from "@mcptest/pack";
import { deadlineIn, withBackOff } from "../back-off.js";
import { extensionCheck } from "../define.js";
import { provoked } from "../provoke.js";
import { declared } from "../requests.js";
import { readRefusal } from "../unknown-tasks.js";

/** I39 and I40: a method of 2025-11-25 that does not exist here. */
function removed(
  method: "tasks/result" | "tasks/list",
  { id, contract, fix }: { id: string; contract: string; fix: string },
): Check {
  return extensionCheck({
    id,
    category: "dispatch",
    title: `${method} does not exist`,
    description: `${method}, a method of 2025-11-25, is refused with -32601, over HTTP with status 404.`,
    level: "must",
    contract,
    section: method === "tasks/list" ? "Security" : "Backward Compatibility",
    ...(method === "tasks/result" ? { source: "SEP-2663" } : {}),
    phase: "probe",
    needs: { call: provoked },
    async run({ call }, verdict, { host, connection, negotiated, options }) {
      const taskId = call.value?.reading?.taskId ?? randomUUID();
      const params: JsonObject = method === "tasks/result" ? { taskId } : {};
      const request = declared(negotiated, { method, params });
      const defect = `${method} does not exist on this wire (${contract})`;
      const exchange = await withBackOff(host, deadlineIn(options.pollTimeoutMs), () =>
        host.exchange(connection, { ...request, defect }),
      );
      const evidence = [exchange.number];
      const reading = readRefusal(exchange, method, [ERROR.methodNotFound]);
      if (reading.kind === "open") {
        verdict.couldNotRun(reading.problem.reason, { ...reading.problem });
        return;
      }
      const status = exchange.transport === "http" && exchange.status !== 404 ? exchange.status : undefined;
      if (reading.kind === "right" && status === undefined) return;
      verdict.fail(
        say({
          sent: `${method}, declared`,
          came: reading.kind === "wrong" ? reading.came : `it was refused with -32601 and HTTP ${status}, not 404`,
          rule: `${contract}: ${method} belongs to 2025-11-25; here it is refused with -32601, over HTTP with status 404`,
          fix,
        }),
        evidence,
      );
    },
  });
}

/** I39. */
export const resultRemoved = removed("tasks/result", {
  id: "tasks-result-removed",
  contract: "I39",
  fix: "serve tasks/result to clients of 2025-11-25 alone; here tasks/get carries the result",
});

/** I40. */
export const listRemoved = removed("tasks/list", {
  id: "tasks-list-removed",
  contract: "I40",
  fix: "serve tasks/list to clients of 2025-11-25 alone",
});

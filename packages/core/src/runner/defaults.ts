import type { RunRequest } from "./types.js";

/** The time limits of a run when nobody states others, in milliseconds (L5; those of checks, servers and runs are ours). */
export const DEFAULT_TIMES: Readonly<Pick<RunRequest, "checkTimeoutMs" | "serverTimeoutMs" | "runTimeoutMs">> & {
  readonly negotiation: Readonly<Pick<RunRequest["negotiation"], "firstMs" | "nextMs" | "initializeMs">>;
} = {
  negotiation: { firstMs: 30_000, nextMs: 5_000, initializeMs: 30_000 },
  checkTimeoutMs: 120_000,
  serverTimeoutMs: 600_000,
  runTimeoutMs: 1_800_000,
};

import type { JsonObject } from "@mcptest/pack";
import type { Session } from "../legacy/session.js";
import type { Call } from "../server/call.js";
import { declaresToy } from "./declared.js";
import { wantsLog } from "./logging.js";
import type { ListedResource } from "./resource-list.js";

/** What can change on the generic server. */
export type ChangeKind = "tools" | "resources";

/** Decisions of the generic server's own parts. */
export interface GenericPolicy {
  /** Whether a request counts as one that declares the toy extension. Default: where it does. */
  toyActive(call: Call): boolean;
  /** Whether `toy_card` sends `notifications/toy/tick`. Default: where the request declares the extension. */
  ticks(call: Call): boolean;
  /** The settings with which the toy extension is advertised. Default `{"version":"1.0"}`. */
  toySettings: JsonObject;
  /** The values of `progress` that `count` reports to a request with a token. Default 1, 2, 3. */
  progress: readonly number[];
  /** Whether `count` sends `notifications/message`. Default: where the request or the session asked for that level. */
  logs(call: Call): boolean;
  /** Resources besides the usual ones, behind them in the list. Default: none. */
  resources: readonly ListedResource[];
  /** Whether an open listen with this filter hears of a change; `asked` is whether it may. Default: `asked`. */
  hears(kind: ChangeKind, asked: boolean, filter: JsonObject): boolean;
  /** Whether a legacy session hears of a change that it may hear of. Default: true. */
  tells(kind: ChangeKind, session: Session): boolean;
  /** The params of `notifications/resources/updated`. Default: as they are. */
  updated(params: JsonObject): JsonObject;
}

/** What the obeying generic server decides. */
export function defaultGenericPolicy(): GenericPolicy {
  return {
    toyActive: declaresToy,
    ticks: declaresToy,
    toySettings: { version: "1.0" },
    progress: [1, 2, 3],
    logs: wantsLog,
    resources: [],
    hears: (_kind, asked) => asked,
    tells: () => true,
    updated: (params) => params,
  };
}

import type { Session } from "../legacy/session.js";

/** What the parts of one generic server share. */
export interface GenericState {
  /** Whether the tool `extra` is there. */
  extra: boolean;
  /** Legacy sessions, the open ones and some that are over. */
  readonly sessions: Set<Session>;
  /** What hears of a change, one for each open `subscriptions/listen`. */
  readonly watchers: Set<() => void>;
}

/** The state of a new server. */
export function createState(): GenericState {
  return { extra: false, sessions: new Set(), watchers: new Set() };
}

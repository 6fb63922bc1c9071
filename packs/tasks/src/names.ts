/** The profiles of this pack. */
export const PROFILES = ["baseline", "full"] as const;
/** One of {@link PROFILES}. */
export type Profile = (typeof PROFILES)[number];

/** The parts that a server's tools may play. All but `task` are optional. */
export const ROLES = [
  "task",
  "sync",
  "required",
  "ask",
  "askTwice",
  "askMany",
  "toolError",
  "protocolError",
  "slow",
] as const;
/** One of {@link ROLES}. */
export type RoleName = (typeof ROLES)[number];

import { ERROR, member, type Negotiated } from "@mcptest/pack";
import { DEFAULT_PAGING, type Listed, listAll, type PagingLimits } from "./paging.js";
import type { Session } from "./types.js";

/** The lists of a server. A list is absent when its capability is not advertised or its method does not exist. */
export interface Inventory {
  tools?: Listed;
  resources?: Listed;
  resourceTemplates?: Listed;
  prompts?: Listed;
}

/** Which method lists what, and the capability that announces it. */
const LISTS: readonly { list: keyof Inventory; capability: string; method: string }[] = [
  { list: "tools", capability: "tools", method: "tools/list" },
  { list: "resources", capability: "resources", method: "resources/list" },
  { list: "resourceTemplates", capability: "resources", method: "resources/templates/list" },
  { list: "prompts", capability: "prompts", method: "prompts/list" },
];

/**
 * Reads the lists that the server advertises, as raw JSON; where its capabilities are unknown, all of them. A method that
 * does not exist (`-32601`) is an absent list and no problem. Never rejects.
 */
export async function inventory(session: Session, limits: PagingLimits = DEFAULT_PAGING): Promise<Inventory> {
  const found: Inventory = {};
  for (const { list, capability, method } of LISTS) {
    if (!mayHave(session.negotiated, capability)) continue;
    const listed = await listAll(session, method, list, limits);
    if (listed.errorCode !== ERROR.methodNotFound) found[list] = listed;
  }
  return found;
}

/** True where a capability is advertised, or nothing is known of any. */
export function mayHave({ capabilities, discovered }: Negotiated, capability: string): boolean {
  const value = member(capabilities, capability);
  return !discovered || (value !== undefined && value !== null && value !== false);
}

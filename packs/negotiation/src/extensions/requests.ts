import type { Negotiated, RequestSpec } from "@mcptest/pack";
import { callOf } from "../call-target.js";
import type { Lists } from "../lists.js";
import type { ToolCall } from "../options.js";
import { givenList } from "../plain-request.js";

/**
 * Requests that change nothing, of different kinds: `server/discover`, a list and a call, as far as the server has them.
 */
export function safeRequests(
  negotiated: Pick<Negotiated, "discovered">,
  lists: Lists,
  target: ToolCall | undefined,
): RequestSpec[] {
  const discover: RequestSpec[] = negotiated.discovered ? [{ method: "server/discover" }] : [];
  const list = givenList(lists);
  return [
    ...discover,
    ...(list ? [{ method: list.method, params: list.params }] : []),
    ...(target ? [callOf(target)] : []),
  ];
}

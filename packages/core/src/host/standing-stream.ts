import type { ExchangeTags } from "@mcptest/pack";
import type { Session } from "../negotiation/types.js";
import { within } from "../wire/within.js";

/**
 * Milliseconds for the head of the stream: a server that has none says so at once, and one that sends its head together
 * with the first message need not be waited for.
 */
const HEAD_MS = 1_000;

/**
 * Legacy HTTP: opens the stream on which a server sends what belongs to no request of ours, until the connection is closed.
 * A server without one (405) is none the worse for it.
 */
export async function openStandingStream(session: Session, tags: Partial<ExchangeTags>): Promise<void> {
  const stream = session.standingStream(tags);
  if (stream) await within(HEAD_MS, stream.head);
}

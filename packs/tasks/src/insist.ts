import type { Exchange, PackContext } from "@mcptest/pack";
import { type Deadline, waitFor, withBackOff } from "./back-off.js";
import { isPassingError } from "./poll.js";

/** How often a request is sent that meets errors which may pass. */
const MOST_TRIES = 3;

/**
 * Sends a request and, where it is refused with an error that may pass, sends it again after `pauseMs`: a server may limit
 * how often a task is read.
 */
export async function insist(
  { host }: Pick<PackContext, "host">,
  { deadline, pauseMs }: { deadline: Deadline; pauseMs: number },
  send: () => Promise<Exchange>,
): Promise<Exchange> {
  let exchange = await withBackOff(host, deadline, send);
  for (let tries = 1; tries < MOST_TRIES && isPassingError(exchange) && pauseMs < deadline.remainingMs(); tries++) {
    await waitFor(host, pauseMs, deadline);
    exchange = await withBackOff(host, deadline, send);
  }
  return exchange;
}

import type { Exchange, PackHost } from "@mcptest/pack";

/** Times and milliseconds for which the stream of an HTTP answer is given to end. */
const LOOKS = 25;
const PAUSE_MS = 50;

/**
 * Waits until the stream of an answer has ended: over HTTP its TCP connection is free then, and the next request of the
 * same connection takes it. On stdio at once.
 */
export async function streamEnd(host: PackHost, { number, connection, transport }: Exchange): Promise<void> {
  for (let look = 0; transport === "http" && look < LOOKS; look++) {
    const [recorded] = await host.transcript({ after: number - 1, connection });
    if (recorded?.endedBy !== undefined) return;
    await host.sleep(PAUSE_MS);
  }
}

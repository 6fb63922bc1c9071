import { type Exchange, type Unavailable, unavailable } from "@mcptest/pack";
import type { WireConnection } from "../wire/types.js";

/** Milliseconds that a connection which ended may take until its process is seen to have ended. */
const EXIT_NOTICE_MS = 500;

/**
 * What went wrong with the server of a lane while it was tested. There is one cause for all that cannot run because of
 * it: the first one seen (one root cause, one finding).
 */
export interface LaneTrouble {
  /**
   * Looks at an exchange that has ended. True when it shows that the server is gone: its process ended under the shared
   * connection, or its endpoint could not be reached. True as well for an HTTP connection that broke: that may be how the
   * end began, and {@link cause} says later whether it was.
   */
  seenIn(exchange: Exchange): Promise<boolean>;
  /** Set once the process behind the shared connection has ended: nothing more can be asked there. */
  gone(): Unavailable | undefined;
  /** The one cause, or `undefined` while the server is well. */
  cause(): Unavailable | undefined;
}

/** Watches the shared connection of a lane. */
export function watchLane(shared: WireConnection): LaneTrouble {
  let cause: Unavailable | undefined;

  function blame(what: string, exchange?: Exchange): Unavailable {
    const where = exchange ? ` during ${exchange.method ?? "a message"} (exchange ${exchange.number})` : "";
    cause ??= unavailable(`blocked by ${what}${where}`, {
      origin: "environment",
      ...(exchange ? { evidence: [exchange.number] } : {}),
    });
    return cause;
  }

  return {
    async seenIn(exchange) {
      if (exchange.outcome === "unreachable") {
        blame(`a server that cannot be reached: ${exchange.problem ?? "no connection"}`, exchange);
        return true;
      }
      if (exchange.outcome !== "closed" || exchange.cause === "ABORTED") return false;
      if (shared.transport === "http") return true;
      if (exchange.connection !== shared.id) return false;
      if (!shared.exit) await Promise.race([shared.exited, shortly()]);
      blame(
        shared.exit ? `the end of the server process${howItEnded(shared)}` : "the end of the server's stdout",
        exchange,
      );
      return true;
    },
    gone: () => (shared.exit ? (cause ?? blame(`the end of the server process${howItEnded(shared)}`)) : undefined),
    cause: () => cause,
  };
}

/** ` with exit code 7`, ` by SIGKILL`. */
export function howItEnded(connection: WireConnection): string {
  const { exit } = connection;
  if (!exit) return "";
  return exit.signal === null ? ` with exit code ${exit.code}` : ` by ${exit.signal}`;
}

function shortly(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, EXIT_NOTICE_MS).unref();
  });
}

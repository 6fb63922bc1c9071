import {
  type Connection,
  came,
  defineFixture,
  type Exchange,
  header,
  type PackContext,
  troubleOf,
  unavailable,
} from "@mcptest/pack";
import type { NegotiationOptions } from "../options.js";
import { type Opening, withOpening } from "./opening.js";

/**
 * The answer to an `initialize` like that of the lane, on a new connection. Where it is refused, the server takes no second
 * client, and nothing that needs a session of its own applies.
 */
export const anotherSession = defineFixture<Opening, Record<never, never>, NegotiationOptions>({
  name: "another session",
  async prepare(_values, context) {
    const version = context.negotiated.protocolVersion;
    const opening = await withOpening(context, { version }, (opened) => opened);
    const { exchange } = opening;
    const trouble = troubleOf(exchange, "a second initialize");
    if (trouble) throw unavailable(trouble.reason, { origin: trouble.origin, evidence: [exchange.number] });
    if (opening.version !== undefined) return opening;
    throw unavailable(
      `the server takes no second client beside the first: it answers another initialize with ${came(exchange)}`,
      { notApplicable: true, evidence: [exchange.number] },
    );
  },
});

/** Runs `use` in a session of its own (stdio: a process of its own), which is ended afterwards. */
export async function inOwnSession<T>(
  { host }: Pick<PackContext, "host">,
  use: (connection: Connection) => Promise<T>,
): Promise<T> {
  const connection = await host.open({ fresh: true });
  try {
    return await use(connection);
  } finally {
    await host.close(connection);
  }
}

/** True where the request went out in a session that has an id. */
export function hasSessionId({ request }: Exchange): boolean {
  return header(request?.headers ?? [], "Mcp-Session-Id") !== undefined;
}

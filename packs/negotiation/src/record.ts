import type { Exchange, PackContext } from "@mcptest/pack";

/** A check that judges what was recorded, whichever pack caused it. */
export const passive = { reads: "transcript", phase: "end" } as const;

/** Lane id of the connection: what the transcript tags its own exchanges with. */
export function laneOf({ negotiated }: Pick<PackContext, "negotiated">): string {
  const { transport, era, protocolVersion } = negotiated;
  return `${transport}-${era}-${protocolVersion}`;
}

/**
 * Everything that was exchanged on this lane, by every pack and by detection, in order; exchanges of other eras and other
 * targets that stand in the same transcript, and deliberate violations of ours, are left out.
 */
export async function recorded(context: Pick<PackContext, "host" | "negotiated">): Promise<Exchange[]> {
  const lane = laneOf(context);
  const all = await context.host.transcript({ defects: false });
  const connections = new Set(all.filter(({ tags }) => tags.lane === lane).map(({ connection }) => connection));
  // What a process writes before anything was sent to it belongs to no lane yet.
  const isEarly = ({ tags, request, connection, transport }: Exchange) =>
    request === null && tags.lane === transport && connections.has(connection);
  return all.filter((exchange) => exchange.tags.lane === lane || isEarly(exchange));
}

/** The same with deliberate violations, and with whatever else the connections of this lane carried. */
export async function everythingOn(context: Pick<PackContext, "host" | "negotiated">): Promise<Exchange[]> {
  const lane = laneOf(context);
  const all = await context.host.transcript();
  const connections = new Set(all.filter(({ tags }) => tags.lane === lane).map(({ connection }) => connection));
  return all.filter(({ connection }) => connections.has(connection));
}

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
  return (await context.host.transcript({ defects: false })).filter(({ tags }) => tags.lane === lane);
}

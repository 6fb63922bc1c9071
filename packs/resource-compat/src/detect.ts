import { type DetectedUse, member, type PackContext, type PackHost } from "@mcptest/pack";
import { addressOf, isMapped, LISTS, type ListName, readListing } from "./listing.js";
import type { CompatOptions } from "./options.js";

/**
 * Looks for `mcp-extensions://` in the lists of an older revision, page by page to the first that has one. A server that
 * declares no resources is not asked for them: it need not survive a method that it does not know.
 */
export async function detect(host: PackHost, context: PackContext<CompatOptions>): Promise<DetectedUse | undefined> {
  const { connection, negotiated } = context;
  if (negotiated.era !== "legacy" || member(negotiated.capabilities, "resources") === undefined) return undefined;
  for (const name of Object.keys(LISTS) as ListName[]) {
    const mapped = (entry: Parameters<typeof addressOf>[1]) => isMapped(addressOf(name, entry));
    const { pages } = await readListing(host, connection, name, { enough: ({ entries }) => entries.some(mapped) });
    const page = pages.at(-1);
    const found = page?.entries.find(mapped);
    if (page && found) {
      return { trace: `${LISTS[name].method} names ${addressOf(name, found)}`, evidence: [page.exchange.number] };
    }
  }
  return undefined;
}

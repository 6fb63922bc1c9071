import { isObject, type JsonObject, member, type Pack, type Route, unavailable } from "@mcptest/pack";
import { callUri, type MappedExtension, type MappedOf } from "../negotiation/mapped.js";
import type { Session } from "../negotiation/types.js";

/** The routes on which a pack works, its default put in. */
export function routesOf({ routes, preExtensionWire }: Pick<Pack, "routes" | "preExtensionWire">): readonly Route[] {
  return routes ?? (preExtensionWire ? ["native"] : ["native", "unofficial"]);
}

/**
 * The interface through which a call of the pack's extension goes, or `undefined` where it goes natively: on a modern
 * revision, and on a legacy one whose `initialize` names the extension, unless the pack works through resources and not
 * there. Throws an `Unavailable` where the server offers neither.
 */
export async function mappedFor(
  { extension, routes = [] }: Pick<Pack, "extension" | "routes">,
  session: Session,
  mapped: MappedOf,
): Promise<MappedExtension | undefined> {
  const { era, capabilities, protocolVersion } = session.negotiated;
  if (era === "modern") return undefined;
  const isNamed = isObject(member(member(capabilities, "extensions"), extension));
  if (isNamed && !(routes.includes("resources") && !routes.includes("unofficial"))) return undefined;
  const offered = mapped(session);
  const found = await offered.find(extension);
  if (found || isNamed) return found;
  const unread = offered.problem();
  throw unavailable(
    `${extension} cannot be called on ${protocolVersion}: the server neither names it in capabilities.extensions nor offers it through resources (mcp-extensions://${extension}/manifest.json is not listed${unread === undefined ? "" : `; ${unread}`})`,
    { origin: "host" },
  );
}

/** The address whose reading is the call. Throws an `Unavailable` for arguments that no URI can carry. */
export function uriFor(mapped: MappedExtension, { method, params }: { method: string; params: JsonObject }): string {
  try {
    return callUri(mapped, method, params);
  } catch {
    const why = "a text of the arguments has a lone surrogate, which no URI can carry";
    throw unavailable(`nothing was sent: ${why}`, { origin: "host" });
  }
}

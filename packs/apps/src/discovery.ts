import { excerpt, type Json, member, type PackContext } from "@mcptest/pack";
import { type Apps, found } from "./apps.js";
import { madeCalls, type UiCalls } from "./calls.js";
import { type Reads, reads } from "./reads.js";
import { isAdvertised } from "./tools.js";

/** Names of one list. */
const MOST_NAMES = 50;

/** The `discovery` member of the result. */
export function discovery(
  { negotiated }: PackContext<unknown>,
  fixtureValue: (name: string) => unknown,
): Record<string, Json | undefined> {
  const apps = fixtureValue(found.name) as Apps | undefined;
  const read = fixtureValue(reads.name) as Reads | undefined;
  const made = fixtureValue(madeCalls.name) as UiCalls | undefined;
  const names = (all: readonly string[]) => all.slice(0, MOST_NAMES).map((name) => cut(name));
  const uiTools = apps?.uiTools ?? [];
  return {
    protocolVersion: negotiated.protocolVersion,
    isAdvertised: isAdvertised(negotiated.capabilities),
    uiToolCount: uiTools.length,
    uiTools: names(uiTools.map(({ name }) => name)),
    appOnlyTools: names((apps?.tools ?? []).filter(isAppOnly).map(({ name }) => name)),
    uiResources: names([
      ...new Set([...(apps?.uris ?? []), ...(apps?.listed ?? []).map(({ entry }) => String(member(entry, "uri")))]),
    ]),
    viewsRead: read?.views.filter(({ html }) => html !== undefined).length ?? 0,
    calledTools: names([...new Set((made?.calls ?? []).map(({ tool }) => tool.name))]),
  };
}

function isAppOnly({ visibility }: Apps["tools"][number]): boolean {
  return visibility.length === 1 && visibility[0] === "app";
}

/** A name of the server, bounded. */
function cut(name: string): string {
  return name.length <= 200 ? name : excerpt(name, 200);
}

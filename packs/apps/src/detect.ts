import { type DetectedUse, excerpt, member, type PackContext, type PackHost } from "@mcptest/pack";
import { offeredOn } from "./apps.js";
import { FLAT_URI_KEY } from "./ids.js";
import type { AppsOptions } from "./options.js";
import { openDeclared, type Surface, surfaceOf } from "./surface.js";

/**
 * Looks for a server that offers apps without saying so, as published ones do: a tool with `_meta.ui.resourceUri` or the
 * flat key, or a listed `ui://` resource. It lists, and nothing else: first as the client that the lane is, and, where
 * that shows none, as one that declares the extension.
 */
export async function detect(host: PackHost, context: PackContext<AppsOptions>): Promise<DetectedUse | undefined> {
  const { connection, negotiated } = context;
  const first = await surfaceOf(host, connection, negotiated.era === "modern");
  const use = useOn(first);
  if (use || negotiated.era === "modern") return use;
  const own = await openDeclared(context);
  try {
    return useOn(await surfaceOf(host, own, true));
  } finally {
    await host.close(own);
  }
}

function useOn(surface: Surface): DetectedUse | undefined {
  const { uiTools, listed } = offeredOn(surface);
  const [tool] = uiTools;
  if (tool) {
    const key = tool.nested === undefined ? `_meta[${JSON.stringify(FLAT_URI_KEY)}]` : "_meta.ui.resourceUri";
    return { trace: `the tool ${excerpt(tool.name, 80)} has ${key}`, evidence: [tool.exchange] };
  }
  const [view] = listed;
  if (!view) return undefined;
  return { trace: `resources/list names ${excerpt(member(view.entry, "uri"), 120)}`, evidence: [view.exchange] };
}

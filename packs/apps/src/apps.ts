import { defineFixture, member, unavailable } from "@mcptest/pack";
import type { AppsOptions } from "./options.js";
import { type Entry, type Surface, type Surfaces, surfaces } from "./surface.js";
import { type AppTool, appTools, hasView, viewUri } from "./tools.js";

/** Why every check but `apps-present` does not apply to a server without apps. */
export const NO_APP = "the server offers no app: no tool names a view, and no ui:// resource is listed";

/** What a server offers of the extension. Plain data but for the surfaces. */
export interface Apps extends Surfaces {
  /** The surface that shows them: that of a client with the extension, unless only the other shows any. */
  shown: Surface;
  /** Tools that have a key of the extension, those without a view included. */
  tools: AppTool[];
  /** Those that name a view. */
  uiTools: AppTool[];
  /** Listed resources whose URI begins with `ui://`. */
  listed: Entry[];
  /** Distinct URIs of views that tools name, in order. */
  uris: string[];
}

/** What was found, also where it is nothing. */
export const found = defineFixture<Apps, { both: typeof surfaces }, AppsOptions>({
  name: "what is offered",
  needs: { both: surfaces },
  prepare: ({ both }) => {
    const declared = offeredOn(both.declared);
    const plain = offeredOn(both.plain);
    const isOnlyPlain = isNone(declared) && !isNone(plain);
    return { ...both, ...(isOnlyPlain ? plain : declared), shown: isOnlyPlain ? both.plain : both.declared };
  },
});

/** The apps of the server. Without any, what needs them does not apply. */
export const apps = defineFixture<Apps, { found: typeof found }, AppsOptions>({
  name: "apps",
  needs: { found },
  prepare: (values) => {
    if (!isNone(values.found)) return values.found;
    const problem = listProblem(values.found);
    if (problem === undefined) throw unavailable(NO_APP, { notApplicable: true });
    throw unavailable(`whether the server offers an app is unknown: ${problem}`, { origin: "environment" });
  },
});

/** What a surface shows of the extension. */
export function offeredOn({
  tools,
  resources,
}: Pick<Surface, "tools" | "resources">): Omit<Apps, keyof Surfaces | "shown"> {
  const all = appTools(tools);
  const uiTools = all.filter(hasView);
  return {
    tools: all,
    uiTools,
    listed: resources.entries.filter(({ entry }) => viewUri(member(entry, "uri")) !== undefined),
    uris: [...new Set(uiTools.flatMap(({ uri }) => uri ?? []))],
  };
}

/** No tool names a view, and none is listed. */
export function isNone({ uiTools, listed }: Pick<Apps, "uiTools" | "listed">): boolean {
  return uiTools.length === 0 && listed.length === 0;
}

/** Why a list of the surface that is shown could not be read to its end. */
export function listProblem({ shown }: Pick<Apps, "shown">): string | undefined {
  return shown.tools.problem ?? shown.resources.problem;
}

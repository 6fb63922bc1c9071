import { join } from "node:path";
import { explain, type McptestError } from "../../errors/index.js";
import { loadPacks } from "../load.js";
import type { LoadOptions, PackLoading, PackRequest } from "../types.js";
import { nativeImport } from "./native-import.js";
import { without } from "./project.js";

/** A request as `mcptest.config.yaml` in `folder` would make it. */
export function request(folder: string, name: string, more: Partial<PackRequest> = {}): PackRequest {
  return {
    name,
    specifier: name,
    from: join(folder, "mcptest.config.yaml"),
    namedIn: "mcptest.config.yaml:3:5",
    ...more,
  };
}

/** Loads with Node's own import and no bundled packs at hand. */
export function load(
  folder: string,
  requests: PackRequest[],
  options: Partial<LoadOptions> = {},
): Promise<PackLoading> {
  return loadPacks(requests, { bundledFrom: folder, importModule: nativeImport, ...options });
}

/** The one error that loading gives, as it is shown, without the folder's path. */
export async function refusal(folder: string, one: PackRequest, options: Partial<LoadOptions> = {}): Promise<string> {
  const { packs, errors } = await load(folder, [one], options);
  if (packs.length !== 0 || errors.length !== 1) throw new Error(`${packs.length} packs, ${errors.length} errors`);
  return without(folder, explain(errors[0] as McptestError));
}

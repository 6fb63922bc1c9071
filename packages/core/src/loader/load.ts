import { McptestError } from "../errors/index.js";
import { loadOne } from "./load-one.js";
import { calledIn } from "./missing.js";
import type { LoadedPack, LoadOptions, PackLoading, PackRequest } from "./types.js";

/**
 * Finds, pins, imports and checks packs that a configuration or the command line named. Never throws for anything that
 * is wrong with a pack: every error stands in `errors`, and the packs that are well in `packs`.
 */
export async function loadPacks(requests: readonly PackRequest[], options: LoadOptions): Promise<PackLoading> {
  return await loadEach(requests, options, true);
}

/** Loads requests at the same time and keeps their order. `named` is what {@link LoadedPack.named} becomes. */
export async function loadEach(
  requests: readonly PackRequest[],
  options: LoadOptions,
  named: boolean,
): Promise<PackLoading> {
  const results = await Promise.all(
    requests.map((request) => loadOne(request, options, named).catch((thrown: unknown) => asError(thrown, request))),
  );
  const isError = (result: LoadedPack | McptestError): result is McptestError => result instanceof McptestError;
  return {
    packs: results.filter((result): result is LoadedPack => !isError(result)),
    errors: results.filter(isError),
  };
}

function asError(thrown: unknown, request: PackRequest): McptestError {
  if (thrown instanceof McptestError) return thrown;
  const what = thrown instanceof Error ? thrown.message : "it threw something that is no Error";
  return new McptestError("PACK_BROKEN", `${calledIn(request)} failed while it was checked: ${what}`, {
    cause: thrown,
  });
}

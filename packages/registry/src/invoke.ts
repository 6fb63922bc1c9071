import type { CatalogOptions, Outcome } from "./catalog-types.js";
import { failureOf, internalError, invalidParams } from "./failures.js";
import type { InstalledMethod } from "./installed.js";
import { isDeeper, isJsonObject, jsonCopy, MAX_DEPTH } from "./json.js";
import { checkBySchema, issuesText } from "./schemas.js";
import type { CallContext, JsonObject } from "./types.js";

/** What is done to a call on the way in and out: addresses of files are those of the route. */
export interface Translation {
  params(value: JsonObject): unknown;
  result(value: JsonObject): unknown;
}

/**
 * Calls a method: its schema sees the arguments first, the handler what the schema made of them. The value is sent as it is
 * returned, as a copy. Never throws.
 */
export async function invoke(
  method: InstalledMethod,
  params: unknown,
  context: CallContext,
  onError: CatalogOptions["onError"],
  translation?: Translation,
): Promise<Outcome<JsonObject>> {
  const what = `The handler of ${method.name} (${context.extension})`;
  if (!isJsonObject(params)) return invalidParams(`The arguments of ${method.name} are no JSON object.`);
  if (isDeeper(params, MAX_DEPTH)) {
    return invalidParams(`The arguments of ${method.name} are nested deeper than ${MAX_DEPTH} levels.`);
  }
  try {
    const checked = await checkBySchema(method.params, translation?.params(params) ?? params);
    if (!checked.ok) {
      return invalidParams(`Invalid arguments for ${method.name}: ${issuesText(checked.issues)}`, checked.issues);
    }
    const value = await method.run(checked.value, context);
    const sent = await sentValue(method, value, what, onError);
    if (!sent.ok || translation === undefined) return sent;
    return { ok: true, value: translation.result(sent.value) as JsonObject };
  } catch (thrown) {
    return failureOf(thrown, what, onError);
  }
}

/** The value as it is sent, where it is a JSON object and what the schema of the result takes. */
async function sentValue(
  method: InstalledMethod,
  value: unknown,
  what: string,
  onError: CatalogOptions["onError"],
): Promise<Outcome<JsonObject>> {
  const checked = await checkBySchema(method.result, value);
  if (!checked.ok) {
    return internalError(`${what} returned what its schema refuses: ${issuesText(checked.issues)}`, value, onError);
  }
  const sent = jsonCopy(value);
  if (!isJsonObject(sent)) return internalError(`${what} returned no JSON object.`, value, onError);
  return { ok: true, value: sent };
}

import { type Exchange, isObject, type Json, type JsonObject, META, member } from "@mcptest/pack";

/** The JSON that we sent, or `undefined` where it is none or was cut. */
export function sentJson(exchange: Exchange): Json | undefined {
  try {
    return JSON.parse(exchange.request?.cut ? "" : (exchange.request?.body ?? "")) as Json;
  } catch {
    return undefined;
  }
}

/** The client capabilities that the request itself declares (modern eras). */
export function declaredIn(exchange: Exchange): JsonObject {
  const meta = member(member(sentJson(exchange), "params"), "_meta");
  const declared = member(meta, META.clientCapabilities);
  return isObject(declared) ? declared : {};
}

/** True where the request declares the extension `id`. */
export function declaresExtension(exchange: Exchange, id: string): boolean {
  const extensions = member(declaredIn(exchange), "extensions");
  return isObject(extensions) && Object.hasOwn(extensions, id);
}

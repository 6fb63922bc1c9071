import { type Exchange, isObject, type JsonObject, META, member, sentJson } from "@mcptest/pack";

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

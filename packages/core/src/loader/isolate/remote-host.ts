import {
  type ArtifactRef,
  type Connection,
  type Exchange,
  isObject,
  type Json,
  type PackHost,
  type RequestSpec,
} from "@mcptest/pack";
import { asJson } from "./messages.js";

/** Asks the host on the other side. */
export type AskHost = (method: string, given: Json[]) => Promise<unknown>;

/** A {@link PackHost} whose every method is a message. */
export function remoteHost(ask: AskHost): PackHost {
  const request = (spec: RequestSpec) => sentSpec(spec);
  return {
    open: async (options) => (await ask("open", [asJson(options ?? {})])) as Connection,
    exchange: async (on, spec) => (await ask("exchange", [asJson(on), request(spec)])) as Exchange,
    listen: async (on, spec) => (await ask("listen", [asJson(on), request(spec)])) as never,
    next: async (stream, withinMs) => (await ask("next", [asJson(stream), withinMs])) as never,
    nextRequest: async (on, withinMs) => (await ask("nextRequest", [asJson(on), withinMs])) as never,
    respond: async (on, to, answer) => (await ask("respond", [asJson(on), asJson(to), asJson(answer)])) as Exchange,
    callExtension: async (on, method, params, options) =>
      (await ask("callExtension", [asJson(on), method, asJson(params), asJson(options ?? {})])) as Exchange,
    transcript: async (query) => (await ask("transcript", [asJson(query ?? {})])) as Exchange[],
    attach: async ({ name, mediaType, bytes }) =>
      (await ask("attach", [name, mediaType, Buffer.from(bytes).toString("base64")])) as ArtifactRef,
    endInput: async (on, withinMs) => (await ask("endInput", [asJson(on), withinMs])) as never,
    sleep: async (milliseconds) => {
      await ask("sleep", [milliseconds]);
    },
    close: async (handle) => {
      await ask("close", [asJson(handle)]);
    },
  };
}

/** `undefined` in `meta` takes a member away, and JSON has no `undefined`: the names travel beside it. */
function sentSpec(spec: RequestSpec): Json {
  const removed = Object.entries(spec?.meta ?? {}).flatMap(([name, value]) => (value === undefined ? [name] : []));
  return asJson({ ...spec, ...(removed.length > 0 ? { removedMeta: removed } : {}) });
}

/** The request as the pack gave it. */
export function receivedSpec(sent: unknown): RequestSpec {
  if (!isObject(sent)) return {} as RequestSpec;
  const { removedMeta, ...spec } = sent;
  if (!Array.isArray(removedMeta)) return spec as unknown as RequestSpec;
  const meta = Object.fromEntries([
    ...Object.entries(isObject(spec.meta) ? spec.meta : {}),
    ...removedMeta.filter((name) => typeof name === "string").map((name) => [name, undefined] as const),
  ]);
  return { ...spec, meta } as unknown as RequestSpec;
}

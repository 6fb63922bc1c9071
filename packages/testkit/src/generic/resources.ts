import { ERROR, type JsonObject, member } from "@mcptest/pack";
import { CACHE } from "../modern/cache.js";
import { invalidParams, type RpcError, rpcError } from "../protocol/json-rpc.js";
import type { Call, Handler } from "../server/call.js";
import type { ExtensionFactory } from "../server/extension.js";
import { pageOf } from "../server/page.js";
import { contentsOf } from "./contents.js";
import { RESOURCES, TEMPLATES } from "./resource-list.js";
import type { GenericState } from "./state.js";

/** Resources and templates, in both eras. A URI is what it is byte for byte; nothing is normalised. */
export function resourcesPart(state: GenericState): ExtensionFactory {
  return ({ policies }) => {
    const { core, generic } = policies;
    const listed = [...RESOURCES, ...generic.resources].map(({ contents: _contents, ...rest }): JsonObject => rest);
    const list = (params: JsonObject) => pageOf("resources", listed, params, core);
    const templates = (params: JsonObject) => pageOf("resourceTemplates", TEMPLATES, params, core);

    /** The contents that `params.uri` names; throws where there are none. */
    function find(params: JsonObject, call: Call): JsonObject & { uri: string } {
      const uri = member(params, "uri");
      if (typeof uri !== "string") throw invalidParams("uri must be a string");
      const contents = contentsOf(uri, generic.resources, state);
      if (!contents) throw notFound(call, uri);
      return { ...contents, uri };
    }

    const read: Handler = (params, call) => ({ contents: [find(params, call)] });
    const cached =
      (handler: Handler): Handler =>
      async (params, call) => ({ ...(await handler(params, call)), ...CACHE });

    return {
      capabilities: () => ({ resources: { subscribe: true } }),
      methods: {
        modern: new Map([
          ["resources/list", cached(list)],
          ["resources/templates/list", cached(templates)],
          ["resources/read", cached(read)],
        ]),
        legacy: new Map<string, Handler>([
          ["resources/list", list],
          ["resources/templates/list", templates],
          ["resources/read", read],
          [
            "resources/subscribe",
            (params, call) => {
              call.session?.watched.add(find(params, call).uri);
              return {};
            },
          ],
          [
            "resources/unsubscribe",
            (params, call) => {
              call.session?.watched.delete(find(params, call).uri);
              return {};
            },
          ],
        ]),
      },
    };
  };
}

/** -32602 from 2026-07-28 on, -32002 before (contract A15). */
function notFound(call: Call, uri: string): RpcError {
  const code = call.era === "modern" ? ERROR.invalidParams : ERROR.resourceNotFoundLegacy;
  return rpcError(code, "Resource not found", { data: { uri } });
}

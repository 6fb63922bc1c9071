import { ERROR, type JsonObject, MAPPING_SCHEME, member } from "@mcptest/pack";
import { CACHE } from "../modern/cache.js";
import { invalidParams, rpcError } from "../protocol/json-rpc.js";
import type { Call, Handler } from "../server/call.js";
import type { ExtensionFactory } from "../server/extension.js";
import { pageOf } from "../server/page.js";
import { broadcasts } from "./broadcasts.js";
import { clockExtension } from "./clock.js";
import { mappedResources, mappedTemplates, nativeResources, nativeTemplates } from "./entries.js";
import type { MappedExtension, MappedFile } from "./extension.js";
import { notesExtension } from "./notes.js";
import { OWN_FILES } from "./own.js";
import { callMethod, readFile, readMapped } from "./read.js";

/**
 * Two extensions that are registered once: native on 2026-07-28, and on the older revisions ordinary resources below
 * `mcp-extensions://`, beside which nothing tells of them.
 */
export const mappedPart: ExtensionFactory = ({ policies }) => {
  const policy = policies.mapped;
  const { broadcast, subscribe } = broadcasts(() => extensions);
  const extensions: MappedExtension[] = [notesExtension(broadcast), clockExtension, ...policy.extensions];
  const paged = (key: string, entries: (call: Call) => JsonObject[]) => (params: JsonObject, call: Call) =>
    pageOf(key, entries(call), params, { ...policies.core, pageSize: policy.pageSize });

  const ownEntries = (template: boolean) => OWN_FILES.filter((file) => (file.template ?? false) === template);
  const own = {
    resources: ownEntries(false).map(({ address, name, mimeType }) => ({ uri: address, name, mimeType })),
    templates: ownEntries(true).map(({ address, name, mimeType }) => ({ uriTemplate: address, name, mimeType })),
  };
  const legacyRead: Handler = (params) => {
    const uri = uriOf(params);
    const contents = uri.startsWith(MAPPING_SCHEME)
      ? readMapped(extensions, uri, policy)
      : readFile(OWN_FILES, uri, addressOf);
    if (!contents) throw rpcError(ERROR.resourceNotFoundLegacy, "Resource not found", { data: { uri } });
    return { contents: [{ uri, ...contents }] };
  };
  const modernRead: Handler = (params) => {
    const uri = uriOf(params);
    const files = [...extensions.flatMap((extension) => extension.files), ...OWN_FILES];
    const contents = readFile(files, uri, addressOf);
    if (!contents) throw rpcError(ERROR.invalidParams, "Resource not found", { data: { uri } });
    return { contents: [{ uri, ...contents }], ...CACHE };
  };
  const cached =
    (list: Handler): Handler =>
    async (params, call) => ({ ...(await list(params, call)), ...CACHE });

  return {
    capabilities: (era): JsonObject => ({
      resources: {},
      ...(era === "modern" ? { extensions: Object.fromEntries(extensions.map(advertised)) } : {}),
    }),
    subscribe,
    methods: {
      legacy: new Map<string, Handler>([
        [
          "resources/list",
          paged("resources", (call) =>
            policy.resources([...extensions.flatMap(mappedResources), ...own.resources], call),
          ),
        ],
        [
          "resources/templates/list",
          paged("resourceTemplates", (call) =>
            policy.templates([...extensions.flatMap(mappedTemplates), ...own.templates], call),
          ),
        ],
        ["resources/read", legacyRead],
      ]),
      modern: new Map<string, Handler>([
        [
          "resources/list",
          cached(paged("resources", () => [...extensions.flatMap(nativeResources), ...own.resources])),
        ],
        [
          "resources/templates/list",
          cached(paged("resourceTemplates", () => [...extensions.flatMap(nativeTemplates), ...own.templates])),
        ],
        ["resources/read", modernRead],
        ...extensions.flatMap(({ methods }) =>
          methods.map((method): [string, Handler] => [
            method.name,
            ({ _meta, ...args }) => callMethod(method, args, policy),
          ]),
        ),
      ]),
    },
  };
};

/** Settings, and the notifications where there are any. */
function advertised({ id, settings, notifications }: MappedExtension): [string, JsonObject] {
  return [id, { ...settings, ...(Object.keys(notifications).length > 0 ? { notifications } : {}) }];
}

function addressOf({ address }: MappedFile): string {
  return address;
}

function uriOf(params: JsonObject): string {
  const uri = member(params, "uri");
  if (typeof uri !== "string") throw invalidParams("uri must be a string");
  return uri;
}

import type { Extension } from "./extension.js";
import type { CallContext, CallRoute, Manifest, ResourceDefinition, ResourceTemplateDefinition } from "./types.js";

/** An entry of `resources/list` or, with `uriTemplate`, of `resources/templates/list`. */
export interface ListEntry {
  uri?: string;
  uriTemplate?: string;
  name: string;
  title?: string;
  description?: string;
  mimeType?: string;
}

/** One item of the `contents` of a read. `uri` is that of the request, byte for byte. */
export interface ReadContents {
  uri: string;
  mimeType?: string;
  text?: string;
  /** Base64. */
  blob?: string;
}

/** How a call fails on the wire, by either route. */
export interface CallError {
  code: number;
  message: string;
  data?: unknown;
}

/** What a call or a read gave. */
export type Outcome<Value> = { ok: true; value: Value } | { ok: false; error: CallError };

/** What the server side tells the catalog of a call; the catalog makes a {@link CallContext} of it. */
export type Caller = Pick<CallContext, "protocolVersion" | "authInfo" | "request" | "signal" | "mcp">;

/**
 * Everything that is registered, ready to be served, and nothing of how it travels. It knows two faces: `native`
 * (2026-07-28) and `resources` (older revisions).
 */
export interface Catalog {
  /** Names of the methods of all extensions. */
  methods(): readonly string[];
  /** `capabilities.extensions` on 2026-07-28: settings by id, with `notifications` where any are declared. */
  advertised(): Record<string, Record<string, unknown>>;
  /** All manifests by id. */
  manifests(): ReadonlyMap<string, Manifest>;
  /** True when there is anything to list or read on this face. */
  hasResources(face: CallRoute): boolean;
  /** Entries in the order in which they are listed; never calls a handler. */
  resources(face: CallRoute): readonly ListEntry[];
  templates(face: CallRoute): readonly ListEntry[];
  /** Calls a method by its name. `params` are as received, without `_meta`. */
  call(method: string, params: unknown, caller: Caller): Promise<Outcome<Record<string, unknown>>>;
  /** Reads an address as it stands in the request; `undefined` where there is nothing of that address on this face. */
  read(uri: string, face: CallRoute, caller: Caller): Promise<Outcome<ReadContents[]> | undefined>;
  /** The member of its params that names the topic of a declared notification, `null` without one; else `undefined`. */
  topicOf(notification: string): string | null | undefined;
}

/** How a catalog is made. */
export interface CatalogOptions {
  /** Those of the server. With `tasks`, the tasks utility of 2025-11-25, the names of its methods are not free. */
  capabilities?: { tasks?: unknown };
  /** Told what is accepted and doubtful. Default: nobody is told. */
  onWarning?(message: string): void;
  /** Told of what a caller only learns as `-32603`; `cause` is what was thrown or returned. Default: nobody is told. */
  onError?(error: Error): void;
}

/** A catalog that can still be added to. What is refused throws `RegistrationError` and leaves it as it was. */
export interface WritableCatalog extends Catalog {
  /** Takes an extension as it is at this moment. */
  extension(extension: Extension): void;
  /** Takes a resource of the server itself. */
  resource(resource: ResourceDefinition): void;
  resourceTemplate(template: ResourceTemplateDefinition): void;
}

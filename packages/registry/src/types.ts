import type { AuthInfo, ServerContext, StandardSchemaV1 } from "@modelcontextprotocol/server";

/** A JSON object. */
export type JsonObject = Record<string, unknown>;

/** By which route a call came: as the JSON-RPC method of 2026-07-28, or as the reading of a resource. */
export type CallRoute = "native" | "resources";

/** Who calls, and how. The same for both routes. */
export interface CallContext {
  route: CallRoute;
  /** Id of the extension. */
  extension: string;
  /**
   * The revision of the request; `undefined` over HTTP where an older client names none after its `initialize`, since each
   * request stands alone there.
   */
  protocolVersion: string | undefined;
  /** The address that was read: of a file, or, on the route `resources`, of a method. */
  uri?: string;
  /** What the `fetch` of the handler was given as `authInfo`. HTTP only. */
  authInfo?: AuthInfo;
  /** The HTTP request. */
  request?: Request;
  /** Aborted when the caller has gone or has cancelled. */
  signal: AbortSignal;
  /** The context that the SDK gives, for whatever is not here. */
  mcp: ServerContext;
}

/** What a handler gets: the arguments as the schema `params` leaves them, any object without one. */
export type ParamsOf<Schema> = Schema extends StandardSchemaV1 ? StandardSchemaV1.InferOutput<Schema> : JsonObject;

/** What a handler returns: a value that the schema `result` takes, any object without one. */
export type ResultOf<Schema> = Schema extends StandardSchemaV1 ? StandardSchemaV1.InferInput<Schema> : object;

/** What a method says of itself. */
export interface MethodDescription {
  /** What it does, for those who choose. Shown in the manifest and in the lists. */
  description?: string;
  /**
   * JSON Schema of the arguments. Default: what `params` says of its input (Standard JSON Schema, as zod 4 does), so that
   * members with a default are optional. Needed for a schema that cannot say it.
   */
  inputSchema?: JsonObject;
  /** JSON Schema of the value. Default: what `result` says of its input, which is what the handler returns. */
  outputSchema?: JsonObject;
}

/** A method of an extension. One function serves both routes. */
export interface MethodDefinition<
  Params extends StandardSchemaV1 | undefined = undefined,
  Result extends StandardSchemaV1 | undefined = undefined,
> extends MethodDescription {
  /** What the arguments must be: any Standard Schema, such as one of zod. Default: any object. */
  params?: Params;
  /** What the value must be; one that is not is an internal error (`-32603`). It is checked, and sent as returned. */
  result?: Result;
  /**
   * Does the work. The value is sent as it is returned: as the result of the method, or as JSON in the text of the
   * resource. Throw `Rejected` to refuse; anything else that is thrown becomes `-32603`, without its words.
   */
  handler(params: ParamsOf<Params>, context: CallContext): ResultOf<Result> | Promise<ResultOf<Result>>;
}

/** A method whose schemas do not matter. */
export interface AnyMethod extends MethodDescription {
  params?: StandardSchemaV1;
  result?: StandardSchemaV1;
  handler(params: never, context: CallContext): unknown;
}

/**
 * Methods by name, each with schemas of its own: `Params` and `Results` are inferred from an object literal, schema by
 * schema, so that the arguments of each handler have the type of its own `params`.
 */
export type Methods<Params, Results> = {
  readonly [Name in keyof Params]: MethodDescription & {
    params?: Params[Name];
    handler(params: ParamsOf<Params[Name]>, context: CallContext): unknown;
  };
} & {
  readonly [Name in keyof Results]: {
    result?: Results[Name];
    handler(...given: never[]): ResultOf<Results[Name]> | Promise<ResultOf<Results[Name]>>;
  };
} & { readonly [name: string]: Omit<AnyMethod, "handler"> & { handler: unknown } };

/** A notification of an extension, for subscribers on 2026-07-28. */
export interface NotificationDefinition {
  /** The member of its params that names its topic, by which subscribers choose. Default: none, a plain broadcast. */
  topic?: string;
}

/** What a file holds. */
export type FileContents = { text: string; mimeType?: string } | { bytes: Uint8Array; mimeType?: string };

/** A file with an address of its own. */
export interface FileDefinition {
  /** Its address on 2026-07-28, such as `skill://deploy/SKILL.md`. Opaque: compared byte by byte. */
  uri: string;
  name: string;
  title?: string;
  description?: string;
  mimeType?: string;
  /** Its path below the prefix of the extension on older revisions. Default: what stands after `://`. */
  path?: string;
  read(context: CallContext): FileContents | Promise<FileContents>;
}

/** Files with addresses of one form. */
export interface FileTemplateDefinition {
  /** With `{name}` for one or more characters other than `/`, such as `skill://{skill}/SKILL.md`. */
  uriTemplate: string;
  name: string;
  title?: string;
  description?: string;
  mimeType?: string;
  /** The same for the path on older revisions, with the same names. Default: what stands after `://`. */
  path?: string;
  /** `variables` are as they stand in the address, still percent-encoded. `undefined`: there is no such file. */
  read(
    variables: Readonly<Record<string, string>>,
    context: CallContext,
  ): FileContents | undefined | Promise<FileContents | undefined>;
}

/** What an extension is made of. */
export interface ExtensionOptions<MethodMap = Readonly<Record<string, AnyMethod>>> {
  /**
   * Advertised as `capabilities.extensions[id]` on 2026-07-28, and as `capabilities` in the manifest. Any JSON object
   * without a member `notifications`. Default `{}`.
   */
  settings?: JsonObject;
  /** Words for whoever reads the manifest, ahead of how the methods are called. */
  instructions?: string;
  methods?: MethodMap;
  notifications?: Readonly<Record<string, NotificationDefinition>>;
  files?: readonly FileDefinition[];
  /** Of all that match an address the first wins; files come before templates. */
  fileTemplates?: readonly FileTemplateDefinition[];
}

/** Who reads a resource of the server itself. */
export type ResourceContext = Omit<CallContext, "extension">;

/** A resource of the server itself: the same address on every revision. */
export interface ResourceDefinition extends Omit<FileDefinition, "path" | "read"> {
  read(context: ResourceContext): FileContents | Promise<FileContents>;
}

/** Resources of the server itself with addresses of one form. */
export interface ResourceTemplateDefinition extends Omit<FileTemplateDefinition, "path" | "read"> {
  read(
    variables: Readonly<Record<string, string>>,
    context: ResourceContext,
  ): FileContents | undefined | Promise<FileContents | undefined>;
}

/** The interface of an extension as older revisions read it: `mcp-extensions://ID/manifest.json`. */
export interface Manifest {
  name: string;
  instructions: string;
  capabilities: JsonObject;
  /** Sorted. */
  methods: string[];
  /** The member of the params that carries the topic, or `null` for a plain broadcast. */
  notifications: Record<string, string | null>;
  /** URIs, sorted: files and fixed method URIs. */
  resources: string[];
  /** URI templates, sorted: of files, and one for each method. */
  resourceTemplates: string[];
  methodResources: Record<string, MethodResource>;
}

/** How one method is called by reading. */
export interface MethodResource {
  uriTemplate: string;
  inputSchema: JsonObject;
  /** May be empty. */
  description: string;
  /** There is one exactly when the arguments may be `{}`: no non-empty `required` at the top of `inputSchema`. */
  uri?: string;
  outputSchema?: JsonObject;
}

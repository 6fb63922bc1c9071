import type { StandardSchemaV1 } from "@modelcontextprotocol/server";
import type { ListEntry } from "./catalog-types.js";
import type { Template } from "./template.js";
import type { CallContext, FileContents, Manifest, MethodResource } from "./types.js";

/** A method as it was declared when its extension was installed. */
export interface InstalledMethod {
  name: string;
  resource: MethodResource;
  params: StandardSchemaV1 | undefined;
  result: StandardSchemaV1 | undefined;
  run(params: unknown, context: CallContext): unknown;
}

/** A file; `Context` is what its reader is told. */
export interface InstalledFile<Context = CallContext> {
  entry: ListEntry & { uri: string };
  /** Its address on older revisions. */
  mapped: string;
  read(context: Context): FileContents | Promise<FileContents>;
}

/** Files with addresses of one form. */
export interface InstalledTemplate<Context = CallContext> {
  entry: ListEntry & { uriTemplate: string };
  own: Template;
  /** Its addresses on older revisions, with the same variables. */
  mapped: Template;
  read(
    variables: Readonly<Record<string, string>>,
    context: Context,
  ): FileContents | undefined | Promise<FileContents | undefined>;
}

/** An extension as it was when it was installed. */
export interface Installed {
  id: string;
  prefix: string;
  manifest: Manifest;
  methods: ReadonlyMap<string, InstalledMethod>;
  notifications: ReadonlyMap<string, string | null>;
  files: readonly InstalledFile[];
  templates: readonly InstalledTemplate[];
}

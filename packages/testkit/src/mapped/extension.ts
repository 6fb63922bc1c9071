import { type JsonObject, mappedPrefix } from "@mcptest/pack";

/** A request method of a mapped extension: the same function on both routes. */
export interface MappedMethod {
  name: string;
  /** May be empty. */
  description: string;
  inputSchema: JsonObject;
  outputSchema?: JsonObject;
  /** Gives the value for arguments that fit `inputSchema`; throws an RpcError to reject the call. */
  run(args: JsonObject): JsonObject;
}

/** A file of a mapped extension, or all files of one template. */
export interface MappedFile {
  /** Its own URI, or a template of RFC 6570, level 1. */
  address: string;
  /** What stands behind the prefix on the resource route. Default: the part of `address` behind `://`. */
  path?: string;
  /** Whether `address` is a template. Default: false. */
  template?: boolean;
  name: string;
  mimeType: string;
  /** `{ text }` or `{ blob }`; nothing where a template matches and no file is there. `uri`: in the form of `address`. */
  read(uri: string): JsonObject | undefined;
}

/** An extension that is registered once, and served natively on 2026-07-28 and as resources before. */
export interface MappedExtension {
  id: string;
  settings: JsonObject;
  methods: MappedMethod[];
  /** By name: the member of the params that has the topic, or `null`. */
  notifications: Record<string, string | null>;
  /** In the order in which they are registered. */
  files: MappedFile[];
}

/** Sends a notification to every listen that asked for it. */
export type Broadcast = (method: string, params: JsonObject) => void;

/** The address of a file on the resource route. */
export function mappedAddress(id: string, { address, path }: MappedFile): string {
  return mappedPrefix(id) + (path ?? address.slice(address.indexOf("://") + 3));
}

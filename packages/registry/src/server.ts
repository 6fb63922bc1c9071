import {
  type Implementation,
  type McpRequestContext,
  McpServer,
  type McpServerFactory,
  type McpServerOptions,
  type ServerCapabilities,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { Caller, Catalog } from "./catalog-types.js";
import { RegistrationError } from "./errors.js";
import { type Listing, pageOf } from "./pages.js";
import type { CallRoute } from "./types.js";
import { anyParams, CALL_METHOD, nativeCallOf, nativeResult, rpcError, tapMessages } from "./wire.js";

const RESOURCE_METHODS = ["resources/list", "resources/templates/list", "resources/read"] as const;
const METHOD_NOT_FOUND = { code: -32601, message: "Method not found" };

/** Lets the author of a server add what is no extension: tools, prompts, completions. Called for each server that is made. */
export type Configure = (server: McpServer, context: McpRequestContext) => void | Promise<void>;

/** How the servers of a registry are made. */
export interface ServerRecipe {
  serverInfo: Implementation;
  /** Options of the SDK's server. Its capabilities may name anything; `extensions` is kept on 2026-07-28 only. */
  sdkOptions: McpServerOptions;
  /** Entries a page of a listing. */
  pageSize: number;
  configure: Configure | undefined;
  /** Told what `configure` throws, which callers see as an internal error. */
  onError(error: Error): void;
}

/** One factory for both eras: the SDK asks it for a server per connection (stdio) or per request (HTTP). */
export function serverFactory(catalog: Catalog, recipe: ServerRecipe): McpServerFactory {
  return async (context) => {
    const face: CallRoute = context.era === "modern" ? "native" : "resources";
    const { resources, ...capabilities } = capabilitiesOf(catalog, recipe.sdkOptions.capabilities, face);
    // The SDK installs resource handlers of its own where it is given `resources`, and these parse every URI.
    const mcp = new McpServer(recipe.serverInfo, { ...recipe.sdkOptions, capabilities });
    if (resources !== undefined) {
      mcp.server.registerCapabilities({ resources });
      installResources(mcp, catalog, face, recipe.pageSize);
    }
    const methods = new Set(catalog.methods());
    installMethods(mcp, catalog, face);
    tapMessages(mcp, methods, face);
    reserve(mcp, new Set([...RESOURCE_METHODS, CALL_METHOD, ...methods]));
    try {
      await recipe.configure?.(mcp, context);
    } catch (error) {
      recipe.onError(error instanceof Error ? error : new Error(String(error)));
      throw error;
    }
    return mcp;
  };
}

function capabilitiesOf(catalog: Catalog, given: ServerCapabilities = {}, face: CallRoute): ServerCapabilities {
  const { extensions, ...rest } = given;
  const any = catalog.manifests().size > 0 || catalog.hasResources(face);
  const capabilities: ServerCapabilities = any ? { ...rest, resources: { ...rest.resources } } : rest;
  if (face === "resources") return capabilities;
  const advertised = { ...extensions, ...catalog.advertised() } as ServerCapabilities["extensions"];
  return Object.keys(advertised ?? {}).length === 0 ? capabilities : { ...capabilities, extensions: advertised };
}

function installResources(mcp: McpServer, catalog: Catalog, face: CallRoute, pageSize: number): void {
  const { server } = mcp;
  const cut = <Entry>(entries: readonly Entry[], listing: Listing, cursor: unknown) => {
    const page = pageOf(entries, listing, pageSize, cursor);
    if (page === undefined) throw rpcError({ code: -32602, message: "Invalid cursor" });
    const next = page.nextCursor === undefined ? {} : { nextCursor: page.nextCursor };
    return { entries: [...page.entries], next };
  };
  server.setRequestHandler("resources/list", { params: anyParams }, ({ cursor }) => {
    const { entries, next } = cut(catalog.resources(face), "resources", cursor);
    return { resources: entries, ...next };
  });
  server.setRequestHandler("resources/templates/list", { params: anyParams }, ({ cursor }) => {
    const { entries, next } = cut(catalog.templates(face), "templates", cursor);
    return { resourceTemplates: entries, ...next };
  });
  server.setRequestHandler("resources/read", { params: anyParams }, async ({ uri }, context) => {
    if (typeof uri !== "string") throw rpcError({ code: -32602, message: "Invalid params: uri is a string" });
    const outcome = await catalog.read(uri, face, callerOf(mcp, context));
    if (outcome === undefined) throw rpcError(notFound(uri, face), face === "resources");
    if (!outcome.ok) throw rpcError(outcome.error, face === "resources");
    return { contents: outcome.value };
  });
}

/** The code of older revisions is retired on 2026-07-28. */
function notFound(uri: string, face: CallRoute) {
  return { code: face === "native" ? -32602 : -32002, message: "Resource not found", data: { uri } };
}

/** One gate for every registered method: on older revisions none is there, whatever else is installed. */
function installMethods(mcp: McpServer, catalog: Catalog, face: CallRoute): void {
  mcp.server.setRequestHandler(CALL_METHOD, { params: anyParams }, async (params, context) => {
    const call = nativeCallOf(params);
    if (call === undefined || face !== "native") throw rpcError(METHOD_NOT_FOUND);
    const outcome = await catalog.call(call.method, call.params, callerOf(mcp, context));
    if (!outcome.ok) throw rpcError(outcome.error);
    return nativeResult(outcome.value);
  });
}

function callerOf(mcp: McpServer, context: ServerContext): Caller {
  const request = context.http?.req;
  const negotiated = mcp.server.getNegotiatedProtocolVersion();
  return {
    protocolVersion: negotiated ?? request?.headers.get("mcp-protocol-version") ?? undefined,
    authInfo: context.http?.authInfo,
    request,
    signal: context.mcpReq.signal,
    mcp: context,
  };
}

/** From here on nobody else takes the place of these handlers: neither the SDK's resources nor a handler of `configure`. */
function reserve(mcp: McpServer, methods: ReadonlySet<string>): void {
  const { server } = mcp;
  const guard = (method: string) => {
    if (!methods.has(method)) return;
    throw new RegistrationError("HANDLER_RESERVED", `configure() sets or removes the handler of ${method}.`);
  };
  const set = server.setRequestHandler.bind(server) as (...given: unknown[]) => void;
  const remove = server.removeRequestHandler.bind(server);
  const check = server.assertCanSetRequestHandler.bind(server);
  server.setRequestHandler = (method: string, ...rest: unknown[]) => {
    guard(method);
    set(method, ...rest);
  };
  server.removeRequestHandler = (method) => {
    guard(method);
    remove(method);
  };
  server.assertCanSetRequestHandler = (method) => {
    guard(method);
    check(method);
  };
}

import {
  type CreateMcpHandlerOptions,
  createMcpHandler,
  type Implementation,
  type McpHttpHandler,
  type McpServerFactory,
  type McpServerOptions,
} from "@modelcontextprotocol/server";
import {
  type ServeStdioOptions,
  type StdioServerHandle,
  StdioServerTransport,
  serveStdio,
} from "@modelcontextprotocol/server/stdio";
import { createCatalog } from "./catalog.js";
import type { WritableCatalog } from "./catalog-types.js";
import { RegistrationError } from "./errors.js";
import type { Extension } from "./extension.js";
import { isJsonObject, jsonCopy } from "./json.js";
import { withMethodFilters } from "./listen/http.js";
import { createHub } from "./listen/hub.js";
import { listeningTransport } from "./listen/stdio.js";
import { type Configure, serverFactory } from "./server.js";
import type { ResourceDefinition, ResourceTemplateDefinition } from "./types.js";

const DEFAULT_PAGE_SIZE = 100;

/** How a registry serves. Whatever the SDK's own server takes, and: */
export interface ExtensionRegistryOptions extends McpServerOptions {
  /** Entries a page of `resources/list` and `resources/templates/list`. Default 100. */
  pageSize?: number;
  /** Told what is accepted at registration and doubtful. Default: `console.warn`. */
  onWarning?(message: string): void;
  /**
   * Told what callers only learn as an internal error: what handlers and `configure` throw, and values that do not fit
   * `result`. Default: `console.error`.
   */
  onError?(error: Error): void;
  /**
   * Adds what is no extension to each server that is made: tools, prompts, completions. Over stdio one server serves a
   * connection, over HTTP one serves each request.
   */
  configure?: Configure;
}

/** Takes extensions and serves them on all five revisions, over HTTP and stdio. */
export class ExtensionRegistry {
  readonly #catalog: WritableCatalog;
  readonly #hub = createHub();
  readonly #factory: McpServerFactory;

  /**
   * @param serverInfo name and version of the server
   * @throws RegistrationError when `pageSize` is no positive integer
   */
  constructor(serverInfo: Implementation, options: ExtensionRegistryOptions = {}) {
    const { pageSize = DEFAULT_PAGE_SIZE, onWarning = warn, onError = report, configure, ...sdkOptions } = options;
    if (!Number.isSafeInteger(pageSize) || pageSize < 1)
      throw new RegistrationError("DECLARATION", `pageSize is ${pageSize}, and not a positive integer.`);
    const { capabilities } = sdkOptions;
    this.#catalog = createCatalog({ capabilities, onWarning, onError });
    this.#factory = serverFactory(this.#catalog, { serverInfo, sdkOptions, pageSize, configure, onError });
  }

  /**
   * Registers an extension as it is now; later changes of its options have no effect.
   * @throws RegistrationError when any part of it is refused; nothing of it is kept then
   */
  extension(extension: Extension): this {
    this.#catalog.extension(extension);
    return this;
  }

  /**
   * Registers a resource of the server itself, whose address is the same on every revision.
   * @throws RegistrationError
   */
  resource(resource: ResourceDefinition): this {
    this.#catalog.resource(resource);
    return this;
  }

  /**
   * Registers resources of the server itself with addresses of one form.
   * @throws RegistrationError
   */
  resourceTemplate(template: ResourceTemplateDefinition): this {
    this.#catalog.resourceTemplate(template);
    return this;
  }

  /**
   * Sends a notification that an extension declares to the subscribers (2026-07-28) of this process who asked for it.
   * @param params a JSON object
   * @throws RegistrationError when none declares it, or `params` is no JSON object; nobody has got it then
   */
  broadcast(method: string, params: Record<string, unknown> = {}): void {
    const member = this.#catalog.topicOf(method);
    if (member === undefined)
      throw new RegistrationError("NOTIFICATION_UNDECLARED", `No extension declares the notification ${method}.`);
    const sent = jsonOf(params);
    if (!isJsonObject(sent))
      throw new RegistrationError("DECLARATION", `The params of ${method} are no JSON object and were not sent.`);
    const topic = member !== null && Object.hasOwn(sent, member) ? sent[member] : undefined;
    this.#hub.publish(method, sent, typeof topic === "string" ? topic : undefined);
  }

  /** The SDK's HTTP handler: `fetch`, `close`, `notify` and `bus`. Takes the options of its `createMcpHandler`. */
  createHandler(options: CreateMcpHandlerOptions = {}): McpHttpHandler {
    return withMethodFilters(createMcpHandler(this.#factory, options), this.#hub, this.#catalog, options);
  }

  /** Serves this process's stdin and stdout, or `transport`. Takes the options of the SDK's `serveStdio`. */
  serveStdio(options: ServeStdioOptions = {}): StdioServerHandle {
    const wire = options.transport ?? new StdioServerTransport();
    const transport = listeningTransport(wire, this.#hub, this.#catalog, options.onerror);
    return serveStdio(this.#factory, { ...options, transport });
  }
}

/** The JSON form of a value; `undefined` where it has none. */
function jsonOf(value: unknown): unknown {
  try {
    return jsonCopy(value);
  } catch {
    return undefined;
  }
}

function warn(message: string): void {
  // biome-ignore lint/suspicious/noConsole: stderr is where the author of a server looks.
  console.warn(message);
}

function report(error: Error): void {
  // biome-ignore lint/suspicious/noConsole: as above.
  console.error(error);
}

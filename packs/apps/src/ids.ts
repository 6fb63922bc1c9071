/** Id of the extension. */
export const APPS_EXTENSION = "io.modelcontextprotocol/ui";

/** Name of this package. */
export const PACK_NAME = "@mcptest/pack-apps";

/** The media type of a view, as a server states it (2026-01-26). */
export const VIEW_MIME_TYPE = "text/html;profile=mcp-app";

/** The one protocol version of the dialect between view and host. */
export const VIEW_PROTOCOL_VERSION = "2026-01-26";

/** Tool metadata before the nested key: deprecated, and still written by the official SDK beside the nested one. */
export const FLAT_URI_KEY = "ui/resourceUri";

/** What a client with views declares. */
export const DECLARED = { [APPS_EXTENSION]: { mimeTypes: [VIEW_MIME_TYPE] } };

/** Media types that views had or have elsewhere, and what each is. */
export const OTHER_MIME_TYPES: ReadonlyMap<string, string> = new Map([
  ["text/html", "the type of any page"],
  ["text/html+mcp", "a name of before January 2026"],
  ["text/html;profile=mcp", "a name of before January 2026"],
  ["text/vnd.mcp.ui+html", "a name of before January 2026"],
  ["text/html+skybridge", "the type of the OpenAI Apps SDK"],
  ["text/uri-list", "a type that the specification has put off"],
]);

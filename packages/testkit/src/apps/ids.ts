/** Id of the extension. */
export const APPS_ID = "io.modelcontextprotocol/ui";

/** The media type of a view (ext-apps 2026-01-26). */
export const VIEW_MIME = "text/html;profile=mcp-app";

/** Tool metadata before the nested key: deprecated, and still written by the official SDK beside the nested one. */
export const FLAT_KEY = "ui/resourceUri";

/** Addresses of the two views. */
export const APPS_VIEWS = { forecast: "ui://testkit/forecast.html", board: "ui://testkit/board.html" } as const;

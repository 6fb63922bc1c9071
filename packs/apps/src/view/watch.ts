import type { ConsoleMessage, Page, Request } from "playwright-core";
import type { Told } from "./page/told.js";
import type { Escape } from "./record.js";
import type { Trail } from "./trail.js";

/** Where the pages of a visit are. */
export interface Addresses {
  token: string;
  hostUrl: string;
  sandboxUrl: string;
  elsewhereUrl: string;
  viewUrl: string;
  /** Origins that may be asked. */
  origins: readonly string[];
}

/** What the browser itself writes where a sandboxed frame tries what it may not. The group: the URL. */
const REFUSED: readonly [RegExp, Escape["kind"], string?][] = [
  [/^Blocked opening '(.*?)' in a new window because/, "popup"],
  [/^Unsafe attempt to initiate navigation for frame.* from frame with URL/, "navigation", "top"],
  [/^Ignored call to '(\w+)\(\)'/, "dialog"],
];

/** Writes what happens in a page to the trail, and lets nothing leave the two origins. Resolves once all is in place. */
export async function watch(page: Page, trail: Trail, { token, hostUrl, viewUrl, ...rest }: Addresses): Promise<void> {
  const isOurs = (url: string) => rest.origins.some((origin) => url.startsWith(`${origin}/`));
  page.on("console", (line) => {
    const text = line.text();
    if (text.startsWith(`${token} `)) trail.take(JSON.parse(text.slice(token.length + 1)) as Told);
    else if (!line.location().url.startsWith(hostUrl)) takeLine(line, text, trail);
  });
  page.on("pageerror", (error) => {
    if (!error.stack?.includes(hostUrl)) takeException(error, trail);
  });
  page.on("popup", (popup) => {
    trail.escape("popup", popup.url());
    void popup.close().catch(() => {});
  });
  page.on("dialog", (dialog) => {
    trail.escape("dialog", dialog.type());
    void dialog.dismiss().catch(() => {});
  });
  page.on("download", (download) => {
    trail.escape("download", download.url());
    void download.cancel().catch(() => {});
  });
  page.on("websocket", (socket) => trail.request(socket.url(), "websocket"));
  let loads = 0;
  page.on("request", (request) => {
    if (!isNavigationOfView(request, rest)) return;
    if (request.url() !== viewUrl || ++loads > 1) trail.escape("navigation", request.url());
  });
  await page.route("**/*", async (route) => {
    const request = route.request();
    if (isOurs(request.url())) return route.continue();
    trail.request(request.url(), request.resourceType());
    return route.abort(request.isNavigationRequest() ? "aborted" : "blockedbyclient");
  });
}

/** Whether the frame of the view is to go elsewhere. The frame of a request is unknown while a new page is being made. */
function isNavigationOfView(
  request: Request,
  { sandboxUrl, elsewhereUrl }: Pick<Addresses, "sandboxUrl" | "elsewhereUrl">,
) {
  if (!request.isNavigationRequest() || request.url() === elsewhereUrl) return false;
  try {
    return request.frame().parentFrame()?.url() === sandboxUrl;
  } catch {
    return false;
  }
}

/** Lines of the view: those that it writes itself have arguments, those of the browser have none. */
function takeLine(line: ConsoleMessage, text: string, trail: Trail): void {
  if (line.args().length > 0) {
    if (line.type() === "error" || line.type() === "assert") trail.error("console", text);
    return;
  }
  for (const [pattern, kind, what] of REFUSED) {
    const found = pattern.exec(text);
    if (found) trail.escape(kind, what ?? found[1] ?? "");
  }
}

function takeException(error: Error, trail: Trail): void {
  trail.error(
    "exception",
    error.name && !error.message.startsWith(error.name) ? `${error.name}: ${error.message}` : error.message,
  );
  const access = /Failed to (?:read|set) a named property '([^']*)' (?:from|on) 'Window'/.exec(error.message);
  if (access?.[1]) trail.escape("parent-access", access[1]);
}

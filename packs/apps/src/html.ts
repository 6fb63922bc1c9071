import { runInNewContext } from "node:vm";
import { unavailable } from "@mcptest/pack";
import type { DefaultTreeAdapterTypes, ParserError } from "parse5";

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

/** What a page refers to, as far as its text says. */
export interface Reference {
  /** As written. */
  url: string;
  /** List of `csp` that has to cover it. */
  list: "connectDomains" | "resourceDomains" | "frameDomains" | "baseUriDomains";
  /** Where it stands: `script src`. */
  where: string;
}

/** A page as an HTML5 parser reads it. */
export interface Page {
  /** Name of the doctype; absent without one. */
  doctype?: string;
  /** An element or a text in the body, or a script. */
  hasContent: boolean;
  /** Parse errors by code, with how often each came. */
  errors: Map<string, number>;
  references: Reference[];
  /** Texts and attributes outside scripts and styles. */
  texts: string[];
  /** Texts of inline scripts. */
  scripts: string[];
  /** `href` of the first `base`. */
  base?: string;
}

/** References, texts and scripts of one page that are kept. */
const MOST = 5_000;

/** Milliseconds for one page: HTML of a server can be made so that a parser takes for ever. */
const LIMIT_MS = 15_000;

const known = new WeakMap<object, Promise<Page>>();

/** The page of a view, parsed once. Rejects with an `Unavailable` where that takes too long. */
export function pageOf(view: { html: string }): Promise<Page> {
  const page = known.get(view) ?? readPage(view.html);
  known.set(view, page);
  return page;
}

/** Parses a page. The parser loads with the first use. */
export async function readPage(html: string): Promise<Page> {
  const { parse } = await import("parse5");
  return bounded(() => {
    const errors = new Map<string, number>();
    const onParseError = ({ code }: ParserError) => {
      errors.set(code, (errors.get(code) ?? 0) + 1);
    };
    const document = parse(html, { onParseError });
    const page: Page = { hasContent: false, errors, references: [], texts: [], scripts: [] };
    for (const node of document.childNodes) if ("name" in node) page.doctype = node.name;
    walk(document, page);
    return page;
  });
}

function bounded(read: () => Page): Page {
  try {
    return runInNewContext("read()", { read }, { timeout: LIMIT_MS }) as Page;
  } catch (error) {
    if ((error as { code?: unknown }).code !== "ERR_SCRIPT_EXECUTION_TIMEOUT") throw error;
    throw unavailable(`parsing the HTML took longer than ${LIMIT_MS} ms (a limit of ours)`, { origin: "host" });
  }
}

/** Without recursion: a page can nest deeper than the stack. */
function walk(document: Node, page: Page): void {
  const left: { node: Node; inBody: boolean }[] = [{ node: document, inBody: false }];
  for (let next = left.pop(); next; next = left.pop()) {
    const { node, inBody } = next;
    if ("tagName" in node) element(node, inBody, page);
    else if (node.nodeName === "#text" && "value" in node) text(node.value, inBody, page);
    const children = "content" in node ? node.content.childNodes : "childNodes" in node ? node.childNodes : [];
    const isBody = inBody || node.nodeName === "body";
    const isRaw = node.nodeName === "script" || node.nodeName === "style";
    if (!isRaw) for (const child of [...children].reverse()) left.push({ node: child, inBody: isBody });
  }
}

function text(value: string, inBody: boolean, page: Page): void {
  if (value.trim() === "") return;
  if (inBody) page.hasContent = true;
  keep(page.texts, value);
}

function element(node: Element, inBody: boolean, page: Page): void {
  const { tagName } = node;
  if (inBody || tagName === "script") page.hasContent = true;
  const attributes = new Map(node.attrs.map(({ name, value }) => [name, value]));
  for (const value of attributes.values()) keep(page.texts, value);
  const refer = (list: Reference["list"], name: string, url: string | undefined) => {
    if (url !== undefined && url.trim() !== "")
      keep(page.references, { url: url.trim(), list, where: `${tagName} ${name}` });
  };
  const inner = rawText(node);
  if (tagName === "script") {
    keep(page.scripts, inner);
    for (const url of literalCalls(inner))
      keep(page.references, { url, list: "connectDomains", where: "a call in a script" });
  }
  if (tagName === "style") for (const url of styleUrls(inner)) refer("resourceDomains", "url()", url);
  const style = attributes.get("style");
  if (style !== undefined) for (const url of styleUrls(style)) refer("resourceDomains", "style", url);
  if (tagName === "base") {
    page.base ??= attributes.get("href");
    refer("baseUriDomains", "href", attributes.get("href"));
  } else if (tagName === "link") {
    const kinds = (attributes.get("rel") ?? "").toLowerCase().split(/\s+/);
    if (kinds.some((kind) => LOADED.has(kind))) refer("resourceDomains", "href", attributes.get("href"));
  } else if (tagName === "iframe" || tagName === "frame") refer("frameDomains", "src", attributes.get("src"));
  else if (SOURCED.has(tagName)) {
    refer("resourceDomains", "src", attributes.get("src"));
    for (const url of srcsetUrls(attributes.get("srcset") ?? "")) refer("resourceDomains", "srcset", url);
    refer("resourceDomains", "poster", attributes.get("poster"));
  }
}

/** Kinds of `link` that load something. */
const LOADED: ReadonlySet<string> = new Set(["stylesheet", "preload", "modulepreload", "icon"]);
/** Elements whose `src` or `srcset` is loaded. */
const SOURCED: ReadonlySet<string> = new Set(["script", "img", "source", "audio", "video", "track", "input"]);

function rawText(node: Element): string {
  return node.childNodes.map((child) => ("value" in child ? child.value : "")).join("");
}

/** URLs in `url()` and `@import` of a style sheet. */
export function styleUrls(css: string): string[] {
  const found = css.matchAll(/url\(\s*(?:"([^"]*)"|'([^']*)'|([^"'()\s]+))\s*\)|@import\s+(?:"([^"]*)"|'([^']*)')/g);
  return [...found].slice(0, MOST).map((match) => match.slice(1).find((each) => each !== undefined) ?? "");
}

/** URLs of a `srcset`: each ends at whitespace, or at a comma before it; what follows up to a comma describes it. */
export function srcsetUrls(srcset: string): string[] {
  const urls: string[] = [];
  let rest = srcset.replace(/^[\s,]+/, "");
  while (rest !== "" && urls.length < MOST) {
    const [taken = ""] = /^\S+/.exec(rest) ?? [];
    urls.push(taken.replace(/,+$/, ""));
    rest = rest.slice(taken.length);
    if (!taken.endsWith(",")) rest = rest.replace(/^[^,]*/, "");
    rest = rest.replace(/^[\s,]+/, "");
  }
  return urls;
}

/** Literal absolute URLs that a script fetches or opens a socket to. */
export function literalCalls(script: string): string[] {
  const found = script.matchAll(
    /\b(?:fetch|new\s+(?:WebSocket|EventSource)|sendBeacon|importScripts)\s*\(\s*["'`]((?:https?|wss?):\/\/[^"'`\s$]+)/g,
  );
  return [...found].slice(0, MOST).map(([, url = ""]) => url);
}

function keep<T>(list: T[], value: T): void {
  if (list.length < MOST) list.push(value);
}

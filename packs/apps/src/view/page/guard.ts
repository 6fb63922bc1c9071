// Runs in every frame ahead of all code of its page. What it uses is taken before a view can change it, and what it tells
// goes by a function that no view can reach.
import type { Told } from "./told.js";

declare const mcptest: { token: string; view: string; own: readonly string[] };

if (!mcptest.own.includes(location.href)) {
  watchPolicy();
  watchDownloads();
  if (location.href === mcptest.view) {
    watchParent();
    watchDomain();
  }
}

function watchPolicy(): void {
  const tell = teller();
  const directive = getter(SecurityPolicyViolationEvent.prototype, "effectiveDirective");
  const blocked = getter(SecurityPolicyViolationEvent.prototype, "blockedURI");
  const sample = getter(SecurityPolicyViolationEvent.prototype, "sample");
  addEventListener(
    "securitypolicyviolation",
    (event) => {
      if (!event.isTrusted) return;
      tell({ kind: "violation", directive: directive(event), blocked: blocked(event), sample: sample(event) });
    },
    true,
  );
}

/** The browser says nothing of a download that the sandbox forbids. */
function watchDownloads(): void {
  const tell = teller();
  const { apply } = Reflect;
  const { setTimeout } = window;
  const click = HTMLElement.prototype.click;
  const isDownload = (target: unknown): target is HTMLAnchorElement =>
    target instanceof HTMLAnchorElement && target.hasAttribute("download");
  const told = (what: string) => tell({ kind: "download", what });
  addEventListener(
    "click",
    (event) => {
      const link = event.composedPath().find(isDownload);
      if (!link) return;
      const { href } = link;
      setTimeout(() => event.defaultPrevented || told(href));
    },
    true,
  );
  HTMLElement.prototype.click = function () {
    if (isDownload(this) && !this.isConnected) told(this.href);
    apply(click, this, []);
  };
}

/**
 * Gives the view a stand-in for `window.parent` that tells of everything but `postMessage`. `window.top` cannot be replaced.
 */
function watchParent(): void {
  const tell = teller();
  const real = window.parent;
  const { apply, get, set, has } = Reflect;
  const realPost = real.postMessage;
  const realSource = getter<unknown>(MessageEvent.prototype, "source");
  const post = function postMessage(...given: unknown[]): unknown {
    return apply(realPost, real, given);
  };
  const ignored = new Set<PropertyKey>(["then", "toJSON"]);
  const told = (name: PropertyKey): void => {
    if (typeof name === "string" && !ignored.has(name)) tell({ kind: "parent-access", what: name });
  };
  const standIn = new Proxy(Object.create(null) as object, {
    get(_, name) {
      if (name === "postMessage") return post;
      told(name);
      const value: unknown = typeof name === "symbol" ? undefined : get(real, name);
      return typeof value === "function" ? (...given: unknown[]) => apply(value, real, given) : value;
    },
    set(_, name, value) {
      told(name);
      return set(real, name, value);
    },
    has: (_, name) => has(real, name),
    getPrototypeOf: () => null,
  });
  Object.defineProperty(window, "parent", { configurable: true, enumerable: true, get: () => standIn });
  Object.defineProperty(MessageEvent.prototype, "source", {
    configurable: true,
    enumerable: true,
    get(this: unknown) {
      const source = realSource(this);
      return source === real ? standIn : source;
    },
  });
}

/** A view that sets `document.domain` would share its origin with others; where the browser forbids it, it says so to the view alone. */
function watchDomain(): void {
  const tell = teller();
  const { apply } = Reflect;
  const domain = Object.getOwnPropertyDescriptor(Document.prototype, "domain");
  const set = domain?.set;
  if (set === undefined) return;
  Object.defineProperty(Document.prototype, "domain", {
    ...domain,
    set(this: Document, value: string) {
      tell({ kind: "parent-access", what: "document.domain" });
      apply(set, this, [value]);
    },
  });
}

type Fields = Told extends infer Each ? (Each extends Told ? Omit<Each, "at"> : never) : never;

function teller(): (what: Fields) => void {
  const { debug } = console;
  const { stringify } = JSON;
  const { assign, create } = Object;
  const { apply } = Reflect;
  const { token } = mcptest;
  const { now } = performance;
  const { timeOrigin } = performance;
  return (what) => {
    const plain = assign(create(null), what, { at: timeOrigin + apply(now, performance, []) });
    apply(debug, console, [`${token} ${stringify(plain)}`]);
  };
}

function getter<T = string>(prototype: object, name: string): (of: unknown) => T {
  const { apply } = Reflect;
  const get = Object.getOwnPropertyDescriptor(prototype, name)?.get as () => T;
  return (of) => apply(get, of, []);
}

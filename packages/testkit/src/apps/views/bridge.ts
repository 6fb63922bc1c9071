/**
 * The half of the dialect between view and host that every view has, as a script without an SDK (ext-apps 2026-01-26). A
 * view defines `onInput`, `onResult`, `onCancelled` and `onReady`, and calls `start`.
 */
export const BRIDGE = `
const pending = new Map();
const page = document.querySelector("main");
let lastId = 0;
let lastHeight = 0;
let ready = false;
let host = {};
let context = {};

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function send(message) {
  window.parent.postMessage({ jsonrpc: "2.0", ...message }, "*");
}

function notify(method, params) {
  send({ method, params });
}

function request(method, params) {
  lastId += 1;
  const id = lastId;
  return new Promise((resolve, reject) => {
    pending.set(id, { resolve, reject });
    send({ id, method, params });
  });
}

window.addEventListener("message", (event) => {
  if (event.source !== window.parent) return;
  const message = event.data;
  if (!isObject(message) || message.jsonrpc !== "2.0") return;
  if (typeof message.method !== "string") settle(message);
  else if (message.id === undefined) hear(message.method, isObject(message.params) ? message.params : {});
  else answer(message);
});

function settle({ id, result, error }) {
  const waiting = pending.get(id);
  if (!waiting) return;
  pending.delete(id);
  if (error === undefined) waiting.resolve(isObject(result) ? result : {});
  else waiting.reject(new Error(isObject(error) ? String(error.message) : "an error without a message"));
}

function answer({ id, method }) {
  if (method === "ping") send({ id, result: {} });
  else if (method === "ui/resource-teardown") {
    ready = false;
    send({ id, result: {} });
  } else send({ id, error: { code: -32601, message: "Method not found: " + method } });
}

function hear(method, params) {
  if (method === "ui/notifications/tool-input") onInput(isObject(params.arguments) ? params.arguments : {});
  else if (method === "ui/notifications/tool-result") onResult(params);
  else if (method === "ui/notifications/tool-cancelled") onCancelled();
  else if (method === "ui/notifications/host-context-changed") change(params);
}

function change(changes) {
  context = { ...context, ...changes };
  const root = document.documentElement;
  if (context.theme === "light" || context.theme === "dark") {
    root.dataset.theme = context.theme;
    root.style.colorScheme = context.theme;
  }
  const variables = isObject(context.styles) && isObject(context.styles.variables) ? context.styles.variables : {};
  for (const [name, value] of Object.entries(variables)) {
    if (name.startsWith("--") && typeof value === "string") root.style.setProperty(name, value);
  }
  if (typeof context.locale === "string") root.lang = context.locale;
  root.dataset.height = isFixed() ? "fixed" : "free";
  tellSize();
}

function isFixed() {
  return isObject(context.containerDimensions) && typeof context.containerDimensions.height === "number";
}

function tellSize() {
  if (!ready || isFixed()) return;
  const height = Math.ceil(page.getBoundingClientRect().height);
  if (height <= 0 || height === lastHeight) return;
  lastHeight = height;
  notify("ui/notifications/size-changed", { height });
}

function textOf(result) {
  const blocks = Array.isArray(result.content) ? result.content : [];
  return blocks.filter((block) => isObject(block) && typeof block.text === "string").map(({ text }) => text).join(" ");
}

function dataOf(result) {
  return isObject(result.structuredContent) ? result.structuredContent : {};
}

function say(text) {
  document.getElementById("status").textContent = text;
}

document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (!link) return;
  event.preventDefault();
  if (!isObject(host.openLinks)) say("More: " + link.href);
  else request("ui/open-link", { url: link.href }).catch(() => say("More: " + link.href));
});

function start(name) {
  new ResizeObserver(tellSize).observe(page);
  const params = {
    protocolVersion: "2026-01-26",
    appInfo: { name, version: "1.0.0" },
    appCapabilities: { availableDisplayModes: ["inline", "fullscreen"] },
  };
  request("ui/initialize", params).then(
    (result) => {
      host = isObject(result.hostCapabilities) ? result.hostCapabilities : {};
      notify("ui/notifications/initialized", {});
      ready = true;
      change(isObject(result.hostContext) ? result.hostContext : {});
      onReady();
    },
    (error) => say("The host refused this view: " + error.message),
  );
}
`;

/** Colours, type and spacing: the variables of the host, and something to fall back on without them. */
export const STYLE = `
:root { color-scheme: light dark; --page: #ffffff; --ink: #1d1f24; --faint: #5b606b; --line: #d5d8df; --link: #0b57d0; }
:root[data-theme="dark"] { --page: #17191e; --ink: #eceef2; --faint: #a5abb7; --line: #3b404b; --link: #8ab4f8; }
* { box-sizing: border-box; }
body {
  margin: 0;
  background: var(--color-background-primary, var(--page));
  color: var(--color-text-primary, var(--ink));
  font-family: var(--font-sans, system-ui, sans-serif);
}
main { padding: 16px; overflow-wrap: anywhere; }
:root[data-height="fixed"] main { min-height: 100vh; }
h1 { margin: 0 0 8px; font-size: 20px; }
p { margin: 8px 0; }
ul { display: flex; flex-wrap: wrap; gap: 8px; margin: 8px 0; padding: 0; list-style: none; }
li { padding: 8px; border: 1px solid var(--color-border-primary, var(--line)); border-radius: var(--border-radius-md, 6px); }
button { font: inherit; color: inherit; background: none; border: 1px solid currentColor; border-radius: 6px; padding: 4px 8px; }
a { color: var(--color-text-info, var(--link)); }
.faint { color: var(--color-text-secondary, var(--faint)); }
`;

/** What a view of a test does otherwise than the good one. */
export interface ViewChanges {
  /** Pairs: a text of the script, and what stands in its place. */
  script?: readonly (readonly [string, string])[];
  /** HTML ahead of the script, inside of `head`. */
  head?: string;
  /** HTML of the body. */
  body?: string;
  /** Script that runs first, and once the view has its result. */
  first?: string;
  onResult?: string;
}

const SCRIPT = `
let lastId = -1, theme = "";
const pending = new Map(), output = document.querySelector("output");
const post = (message) => window.parent.postMessage({ jsonrpc: "2.0", ...message }, "*");
const request = (method, params) => new Promise((resolve) => { post({ id: ++lastId, method, params }); pending.set(lastId, resolve); });
const take = (context = {}) => { theme = context.theme ?? theme; document.documentElement.dataset.theme = theme; };
addEventListener("message", ({ source, data }) => {
  if (source !== window.parent || typeof data !== "object" || data?.jsonrpc !== "2.0") return;
  const { id, method, params } = data;
  if (method === undefined) pending.get(id)?.(data);
  else if (method === "ui/notifications/host-context-changed") take(params);
  else if (method === "ui/notifications/tool-result") { output.textContent = "Result: " + JSON.stringify(params.structuredContent ?? params); onResult(); }
  else if (method === "ui/notifications/tool-cancelled") output.textContent = "Cancelled";
  else if (id !== undefined) post(method === "ping" || method === "ui/resource-teardown" ? { id, result: {} } : { id, error: { code: -32601, message: "unknown" } });
});
const me = { protocolVersion: "2026-01-26", appInfo: { name: "good", version: "1.0.0" }, appCapabilities: {} };
request("ui/initialize", me).then(({ result }) => {
  take(result?.hostContext);
  post({ method: "ui/notifications/initialized", params: {} });
  post({ method: "ui/notifications/size-changed", params: { width: 640, height: 120 } });
});
`;

const STYLE = `:root { color: #111; background: #fff } [data-theme="dark"] { color: #eee; background: #111 }`;

/** A good view, written by hand and without an SDK, or one that differs from it. */
export function viewHtml(changes: ViewChanges = {}): string {
  let script = SCRIPT;
  for (const [from, to] of changes.script ?? []) {
    if (!script.includes(from)) throw new Error(`the view has no ${from}`);
    script = script.replace(from, () => to);
  }
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A view</title><style>${STYLE}</style>${changes.head ?? ""}</head>
<body>${changes.body ?? ""}<output>Loading</output><script>${changes.first ?? ""}
function onResult() { ${changes.onResult ?? ""} }
${script}</script></body></html>`;
}

import type { Served } from "./origins.js";
import type { PageScripts } from "./page-scripts.js";

const HEAD = '<!doctype html><html lang="en"><meta charset="utf-8"><title>mcptest</title>';
const BARE = "<style>html, body { margin: 0; height: 100%; overflow: hidden }</style>";

/** The page of the host. */
export function hostPage(scripts: PageScripts, token: string): Served {
  const script = inline(`const mcptest = ${JSON.stringify({ token })};\n${scripts.host}`);
  return { type: "text/html", body: `${HEAD}<style>body { margin: 0 }</style><body><script>${script}</script>` };
}

/** The page between host and view: it passes messages on, unchanged. `sandbox`, `allow`: attributes of the frame of the view. */
export function sandboxPage(sandbox: string, allow: string): Served {
  const frame = `<iframe src="view" sandbox="${sandbox}" allow="${allow}" style="border: 0; width: 100%; height: 100%"></iframe>`;
  const script = inline(`(${passOn})()`);
  const other = '<iframe src="elsewhere" hidden></iframe>';
  return { type: "text/html", body: `${HEAD}${BARE}<body><script>${script}</script>${other}${frame}` };
}

/** A page whose window is no parent of the view. It posts to it what it is told to, and passes on an answer to that. */
export function elsewherePage(): Served {
  return { type: "text/html", body: `${HEAD}<script>${inline(`(${postOn})()`)}</script>` };
}

/** The view with its policy. */
export function viewPage(html: string, policy: string): Served {
  return { type: "text/html", body: html, headers: { "content-security-policy": policy } };
}

/** The initialisation script of every frame. */
export function guardScript(scripts: PageScripts, known: { token: string; view: string; own: string[] }): string {
  return `{ const mcptest = ${JSON.stringify(known)};\n${scripts.guard} }`;
}

const passOn = `function () {
  const elsewhere = () => window.frames[0], view = () => window.frames[1];
  addEventListener("message", ({ data, source }) => {
    if (source === view() || source === elsewhere()) window.parent.postMessage(data, "*");
    else if (source === window.parent) {
      if (typeof data === "object" && data !== null && "mcptest-from-elsewhere" in data) elsewhere().postMessage(data, "*");
      else view().postMessage(data, "*");
    }
  });
}`;

const postOn = `function () {
  let id;
  addEventListener("message", ({ data, source }) => {
    if (source === window.parent) {
      const message = data["mcptest-from-elsewhere"];
      id = message.id;
      source.frames[1].postMessage(message, "*");
    } else if (source === window.parent.frames[1] && id !== undefined && data?.id === id) {
      window.parent.postMessage(data, "*");
    }
  });
}`;

function inline(script: string): string {
  return script.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
}

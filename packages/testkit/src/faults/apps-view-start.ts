import { declaring, onShown, replaced, replacedAll, scriptAfter, scriptBefore } from "./apps-view-hooks.js";
import { appsFaults } from "./groups.js";

import type { Fault } from "./types.js";

const START = 'start("testkit-board");';
const INITIALIZED = 'notify("ui/notifications/initialized", {});';
const VERSION = 'protocolVersion: "2026-01-26",';
const INFO = 'appInfo: { name, version: "1.0.0" },';
const CAPABILITIES = 'appCapabilities: { availableDisplayModes: ["inline", "fullscreen"] },';

const initialize = appsFaults("apps-view-initialize", "failed", [
  {
    name: "apps-view-core-initialize",
    description: "A view begins with initialize, the method of the core protocol",
    hooks: replaced('request("ui/initialize", params)', 'request("initialize", params)'),
  },
  {
    name: "apps-view-ready-message",
    description: "A view says ui/ready, as in older dialects, and asks for no handshake",
    hooks: replaced('request("ui/initialize", params)', 'request("ui/ready", params)'),
  },
  {
    name: "apps-view-never-starts",
    description: "A view asks its host for nothing at all",
    hooks: replaced(START, ""),
  },
  {
    name: "apps-view-broken-script",
    description: "The script of a view ends with an exception before the handshake",
    hooks: replaced(START, `missingLibrary.create();\n${START}`),
  },
  {
    name: "apps-view-of-another-host",
    description: "A view begins only where there is window.openai",
    hooks: replaced(START, `if (window.openai) { ${START} }`),
  },
  {
    name: "apps-view-starts-on-click",
    description: "A view begins only when somebody clicks on it",
    hooks: replaced(START, `document.querySelector("h1").addEventListener("click", () => { ${START} });`),
  },
]);

const params = [
  ...appsFaults("apps-view-initialize-params", "failed", [
    {
      name: "apps-view-client-info",
      description: "A view calls itself by clientInfo, as in the handshake between client and server",
      hooks: replaced("appInfo:", "clientInfo:"),
    },
    {
      name: "apps-view-core-capabilities",
      description: "A view has capabilities in place of appCapabilities",
      hooks: replaced("appCapabilities:", "capabilities:"),
    },
    {
      name: "apps-view-no-version",
      description: "ui/initialize has no protocolVersion",
      hooks: replaced(VERSION, ""),
    },
    {
      name: "apps-view-version-number",
      description: "protocolVersion of ui/initialize is a number",
      hooks: replaced(VERSION, "protocolVersion: 2026,"),
    },
    {
      name: "apps-view-info-without-version",
      description: "appInfo of ui/initialize has no version",
      hooks: replaced(INFO, "appInfo: { name },"),
    },
    {
      name: "apps-view-info-text",
      description: "appInfo of ui/initialize is a text",
      hooks: replaced(INFO, "appInfo: name,"),
    },
    {
      name: "apps-view-capabilities-list",
      description: "appCapabilities of ui/initialize is a list",
      hooks: replaced(CAPABILITIES, "appCapabilities: [],"),
    },
    {
      name: "apps-view-mode-unknown",
      description: "appCapabilities.availableDisplayModes has a mode that does not exist",
      hooks: replaced(CAPABILITIES, 'appCapabilities: { availableDisplayModes: ["inline", "sidebar"] },'),
    },
    {
      name: "apps-view-no-params",
      description: "ui/initialize has no params",
      hooks: replaced('request("ui/initialize", params)', 'request("ui/initialize")'),
    },
  ]),
  ...appsFaults("apps-view-initialize-params", "warning", [
    {
      name: "apps-view-other-version",
      description: "protocolVersion of ui/initialize is one that no host knows",
      hooks: replaced(VERSION, 'protocolVersion: "2025-11-21",'),
    },
  ]),
];

const jsonrpc = appsFaults("apps-view-jsonrpc", "failed", [
  {
    name: "apps-view-texts",
    description: "A view posts the JSON of its messages as text",
    hooks: replaced(
      'window.parent.postMessage({ jsonrpc: "2.0", ...message }, "*");',
      'window.parent.postMessage(JSON.stringify({ jsonrpc: "2.0", ...message }), "*");',
    ),
  },
  {
    name: "apps-view-no-jsonrpc",
    description: "A log message of a view has no jsonrpc",
    hooks: onShown('window.parent.postMessage({ method: "notifications/message", params: { level: "info" } }, "*");'),
  },
  {
    name: "apps-view-jsonrpc-number",
    description: "jsonrpc is the number 2 in a log message of a view",
    hooks: onShown(
      'window.parent.postMessage({ jsonrpc: 2, method: "notifications/message", params: { level: "info" } }, "*");',
    ),
  },
  {
    name: "apps-view-id-again",
    description: "A view gives a second request the id of its first",
    hooks: onShown('send({ id: 1, method: "ping" });'),
  },
  {
    name: "apps-view-id-true",
    description: "The id of a request of a view is true",
    hooks: onShown('send({ id: true, method: "ping" });'),
  },
  {
    name: "apps-view-notification-id",
    description: "A view gives a notification an id",
    hooks: onShown('send({ id: "n", method: "ui/notifications/size-changed", params: { height: 200 } });'),
  },
  {
    name: "apps-view-request-without-id",
    description: "A view sends a request without an id",
    hooks: onShown('send({ method: "ui/update-model-context", params: { content: [] } });'),
  },
  {
    name: "apps-view-result-and-error",
    description: "A view sends an answer that has a result and an error",
    hooks: onShown('send({ id: "x", result: {}, error: { code: -32603, message: "both" } });'),
  },
  {
    name: "apps-view-batch",
    description: "A view posts several messages as a list",
    hooks: onShown(
      'window.parent.postMessage([{ jsonrpc: "2.0", method: "notifications/message", params: { level: "info" } }], "*");',
    ),
  },
]);

const initialized = [
  ...appsFaults("apps-view-initialized", "failed", [
    {
      name: "apps-view-no-initialized",
      description: "A view never ends the handshake",
      hooks: replaced(INITIALIZED, ""),
    },
    {
      name: "apps-view-initialized-twice",
      description: "A view ends the handshake twice",
      hooks: replaced(INITIALIZED, `${INITIALIZED}\n      ${INITIALIZED}`),
    },
    {
      name: "apps-view-initialized-early",
      description: "A view ends the handshake before the host has answered",
      hooks: replacedAll([
        [INITIALIZED, ""],
        [START, `${START}\n${INITIALIZED}`],
      ]),
    },
  ]),
  ...appsFaults("apps-view-initialized", "warning", [
    {
      name: "apps-view-ping-early",
      description: "A view sends a request before it has ended the handshake",
      hooks: replaced(START, `request("ping", {});\n${START}`),
    },
  ]),
];

/** An address outside that a scan of the HTML does not find. */
const outside = (scheme: string, host = "assets.example.org") => `["${scheme}:", "", "${host}", "x"].join("/")`;

const ATTEMPTS: readonly [name: string, what: string, script: string][] = [
  ["fetch", "fetches data from", `fetch(${outside("https")}).catch(() => {});`],
  ["socket", "opens a WebSocket to", `try { new WebSocket(${outside("wss")}).onerror = () => {}; } catch {}`],
  [
    "script",
    "loads a script from",
    `document.head.append(Object.assign(document.createElement("script"), { src: ${outside("https")} }));`,
  ],
  [
    "style",
    "loads a style sheet from",
    `document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: ${outside("https")} }));`,
  ],
  ["image", "loads a picture from", `new Image().src = ${outside("https")};`],
  ["font", "loads a font from", `new FontFace("Other", "url(" + ${outside("https")} + ")").load().catch(() => {});`],
  [
    "frame",
    "shows a frame from",
    `document.body.append(Object.assign(document.createElement("iframe"), { src: ${outside("https")}, width: 1, height: 1, title: "Other" }));`,
  ],
];

const undeclared = [
  ...appsFaults("apps-view-undeclared-origin", "warning", [
    ...ATTEMPTS.map(([name, what, script]) => ({
      name: `apps-view-undeclared-${name}`,
      description: `A view ${what} an origin that it has not declared`,
      hooks: onShown(script),
    })),
    {
      name: "apps-view-declared-for-other-use",
      description: "A view loads a picture from an origin that it has declared for connections alone",
      hooks: declaring(
        { connectDomains: ["https://assets.example.org"] },
        onShown(`new Image().src = ${outside("https")};`),
      ),
    },
  ]),
];

const onlyHttps = appsFaults("apps-view-declared-only-https", "warning", [
  {
    name: "apps-view-plain-http",
    description: "A view fetches data over http from a host that it has declared with https",
    hooks: declaring(
      { connectDomains: ["https://assets.example.org"] },
      onShown(`fetch(${outside("http")}).catch(() => {});`),
    ),
  },
  {
    name: "apps-view-plain-socket",
    description: "A view opens a WebSocket without TLS to a host that it has declared with it",
    hooks: declaring(
      { connectDomains: ["wss://assets.example.org"] },
      onShown(`try { new WebSocket(${outside("ws")}).onerror = () => {}; } catch {}`),
    ),
  },
]);

const LIBRARY = { resourceDomains: ["https://assets.example.org"] };
const LOAD_LIBRARY = `const library = Object.assign(document.createElement("script"), { src: ${outside("https")} });
document.head.append(library);`;

const noNetwork = appsFaults("apps-view-no-network", "warning", [
  {
    name: "apps-view-library-first",
    description: "A view begins the handshake when a library from its declared origin has loaded",
    hooks: declaring(LIBRARY, replaced(START, `${LOAD_LIBRARY}\nlibrary.onload = () => { ${START} };`)),
  },
  {
    name: "apps-view-blank-without-library",
    description: "A view shows nothing until a library from its declared origin has loaded",
    hooks: declaring(
      LIBRARY,
      replaced(
        START,
        `${LOAD_LIBRARY}\ndocument.querySelector("main").style.visibility = "hidden";
library.onload = () => { document.querySelector("main").style.visibility = ""; };\n${START}`,
      ),
    ),
  },
]);

const clean = appsFaults("apps-view-csp-clean", "warning", [
  {
    name: "apps-view-eval",
    description: "A view runs code that is made of text when it shows its result",
    hooks: onShown("try { eval('1 + 1'); } catch {}"),
  },
  {
    name: "apps-view-two-probes",
    description: "A view tries new Function twice as it starts",
    hooks: scriptBefore("for (let tries = 0; tries < 2; tries++) try { new Function(''); } catch {}"),
  },
  {
    name: "apps-view-blob-image",
    description: "A view shows a picture from a blob: address",
    hooks: onShown(
      'const picture = new Blob(["<svg xmlns=\'http://www.w3.org/2000/svg\'/>"], { type: "image/svg+xml" }); new Image().src = URL.createObjectURL(picture);',
    ),
  },
  {
    name: "apps-view-blob-worker",
    description: "A view starts a worker from a blob: address",
    hooks: onShown('try { new Worker(URL.createObjectURL(new Blob([""]))).onerror = () => {}; } catch {}'),
  },
  {
    name: "apps-view-data-font",
    description: "A view loads a font from a data: address",
    hooks: onShown('new FontFace("Own", "url(data:font/woff2;base64,AAAA)").load().catch(() => {});'),
  },
]);

const pageErrors = appsFaults("apps-view-no-page-errors", "warning", [
  {
    name: "apps-view-throws-on-input",
    description: "A view throws an exception when it has its input",
    hooks: scriptAfter(
      '{ const heard = onInput; onInput = function (args) { heard(args); throw new Error("input"); }; }',
    ),
  },
  {
    name: "apps-view-throws-on-result",
    description: "A view throws an exception when it has shown its result",
    hooks: onShown('throw new Error("result");'),
  },
  {
    name: "apps-view-rejects-on-ready",
    description: "A promise of a view is rejected when the handshake has ended, and nobody looks",
    hooks: scriptAfter('onReady = function () { void Promise.reject(new Error("ready")); };'),
  },
  {
    name: "apps-view-throws-on-theme",
    description: "A view throws an exception when the context changes",
    hooks: scriptAfter(
      '{ const before = change; change = function (changes) { before(changes); if (changes.theme === "dark") throw new Error("theme"); }; }',
    ),
  },
  {
    name: "apps-view-throws-at-teardown",
    description: "A view throws an exception when it has answered that it is removed",
    hooks: scriptAfter(
      '{ const before = answer; answer = function (message) { before(message); if (message.method === "ui/resource-teardown") throw new Error("end"); }; }',
    ),
  },
]);

const topAccess = appsFaults("apps-view-no-top-access", "failed", [
  {
    name: "apps-view-reads-parent",
    description: "A view reads the document of the window of its host",
    hooks: scriptBefore("try { void window.parent.document; } catch {}"),
  },
  {
    name: "apps-view-reads-top",
    description: "A view reads the address of the top window",
    hooks: scriptBefore("setTimeout(() => window.top.location.href);"),
  },
  {
    name: "apps-view-sets-parent",
    description: "A view sets a property of the window of its host",
    hooks: scriptBefore("try { window.parent.mark = 1; } catch {}"),
  },
]);

const hostGlobals = appsFaults("apps-view-no-host-globals", "warning", [
  {
    name: "apps-view-needs-openai",
    description: "A view takes its data from window.openai, without a look whether it is there",
    hooks: onShown("setTimeout(() => window.openai.toolOutput.cities);"),
  },
]);

/** Faults in how a view begins, and in what it loads and touches. */
export const appsViewStartFaults: Fault[] = [
  ...initialize,
  ...params,
  ...jsonrpc,
  ...initialized,
  ...undeclared,
  ...onlyHttps,
  ...noNetwork,
  ...clean,
  ...pageErrors,
  ...topAccess,
  ...hostGlobals,
];

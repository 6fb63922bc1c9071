import { BOARD, onView } from "./apps-hooks.js";
import { onShown, replaced, replacedAll } from "./apps-view-hooks.js";
import { appsFaults, appsVariants, notedBy } from "./groups.js";
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
    name: "apps-view-blank",
    description: "The HTML of a view is a document with nothing in it that shows or runs",
    hooks: onView(BOARD, () => "<!doctype html><html lang='en'><title>Board</title><script></script></html>"),
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
    {
      name: "apps-view-call-early",
      description: "A view calls a tool before it has begun the handshake",
      hooks: replaced(START, `request("tools/call", { name: "show_board", arguments: {} }).catch(() => {});\n${START}`),
    },
  ]),
];

const variants = appsVariants([
  {
    name: "apps-view-id-texts",
    description: "The ids of a view are texts, and it sends notifications that no host knows",
    hooks: replacedAll([
      ["const id = lastId;", 'const id = "board-" + lastId;'],
      [INITIALIZED, `${INITIALIZED}\n      send({ method: "example.org/opened" });`],
    ]),
  },
  {
    name: "apps-view-own-params",
    description: "params of ui/initialize have members that the dialect does not know",
    owner: notedBy("apps-view-initialize-params"),
    hooks: replaced(VERSION, `${VERSION} theme: "any",`),
  },
  {
    name: "apps-view-starts-late",
    description: "A view begins the handshake a second after its load",
    hooks: replaced(START, `setTimeout(() => { ${START} }, 1000);`),
  },
]);

/** Faults and variants of how a view begins. */
export const appsViewStartFaults: Fault[] = [...initialize, ...params, ...jsonrpc, ...initialized, ...variants];

import { onShown, replaced, replacedAll } from "./apps-view-hooks.js";
import { appsFaults } from "./groups.js";
import type { Fault } from "./types.js";

const START = 'start("testkit-board");';
const REFUSED = '(error) => say("The host refused this view: " + error.message),';
const ANSWERED = "host = isObject(result.hostCapabilities) ? result.hostCapabilities : {};";
const INPUT = 'say(typeof args.city === "string" ? "Pinning " + args.city : "Looking for pinned cities");';
const FAILED = 'if (result.isError === true) return say("There is no board: " + textOf(result));';
const CITIES = 'if (!Array.isArray(cities)) return say(textOf(result) || "There is no board.");';
const CANCELLED = 'say("There is no board: it was cancelled.");';

const refused = appsFaults("apps-view-initialize-error", "warning", [
  {
    name: "apps-view-throws-refused",
    description: "A view throws where its host refuses the handshake",
    hooks: replaced(REFUSED, "(error) => { throw error; },"),
  },
  {
    name: "apps-view-blank-refused",
    description: "A view is blank where its host refuses the handshake",
    hooks: replaced(REFUSED, "() => document.body.replaceChildren(),"),
  },
  {
    name: "apps-view-needs-its-version",
    description: "A view throws where its host answers with another version",
    hooks: replaced(
      ANSWERED,
      `if (result.protocolVersion !== "2026-01-26") throw new Error("another version");\n      ${ANSWERED}`,
    ),
  },
  {
    name: "apps-view-needs-context",
    description: "A view throws where its host gives no context",
    hooks: replaced(ANSWERED, `void result.hostContext.theme;\n      ${ANSWERED}`),
  },
  {
    name: "apps-view-needs-capabilities",
    description: "A view throws where its host offers nothing",
    hooks: replaced(ANSWERED, `void result.hostCapabilities.serverTools.listChanged;\n      ${ANSWERED}`),
  },
]);

const late = appsFaults("apps-view-late-init", "warning", [
  {
    name: "apps-view-impatient",
    description: "A view gives up where the answer to the handshake takes a second",
    hooks: replacedAll([
      [
        "function settle({ id, result, error }) {",
        "const since = performance.now();\nfunction settle({ id, result, error }) {\n  if (id === 1 && performance.now() - since > 1500) return;",
      ],
    ]),
  },
]);

const input = appsFaults("apps-view-tool-input", "warning", [
  {
    name: "apps-view-odd-input-throws",
    description: "A view throws where its input has a member that it does not know",
    hooks: replaced(
      INPUT,
      `if (Object.keys(args).some((key) => key !== "city")) throw new Error("unknown argument");\n  ${INPUT}`,
    ),
  },
]);

const partial = appsFaults("apps-view-tool-input-partial", "warning", [
  {
    name: "apps-view-partial-throws",
    description: "A view throws on a partial input without its argument",
    hooks: hearing("void params.arguments.city.length;"),
  },
  {
    name: "apps-view-partial-calls",
    description: "A view calls a tool on a partial input",
    hooks: hearing('request("tools/call", { name: "show_board", arguments: {} }).catch(() => {});'),
  },
  {
    name: "apps-view-partial-tells",
    description: "A view sends a message of the user on a partial input",
    hooks: hearing(
      'request("ui/message", { role: "user", content: [{ type: "text", text: "Pin it" }] }).catch(() => {});',
    ),
  },
]);

/** Hooks with which the second view does something on each partial input. */
function hearing(body: string) {
  return replaced(
    "function hear(method, params) {",
    `function hear(method, params) {\n  if (method === "ui/notifications/tool-input-partial") { ${body} return; }`,
  );
}

const results = appsFaults("apps-view-result-variants", "warning", [
  {
    name: "apps-view-error-throws",
    description: "A view throws where its tool has failed",
    hooks: replacedAll([[FAILED, "if (result.isError === true) throw new Error(textOf(result));"]]),
  },
  {
    name: "apps-view-error-waits",
    description: "A view says that it loads where its tool has failed",
    hooks: replaced(FAILED, 'if (result.isError === true) return say("Loading the board...");'),
  },
  {
    name: "apps-view-cancelled-waits",
    description: "A view goes on to load where the call was cancelled",
    hooks: replaced(CANCELLED, 'say("Loading the board...");'),
  },
  {
    name: "apps-view-cancelled-blank",
    description: "A view is blank where the call was cancelled",
    hooks: replaced(CANCELLED, "document.body.replaceChildren();"),
  },
  {
    name: "apps-view-content-only-throws",
    description: "A view throws where a result has no data",
    hooks: replaced(CITIES, 'if (!Array.isArray(cities)) { say(textOf(result)); throw new TypeError("no cities"); }'),
  },
]);

const handlers = appsFaults("apps-view-late-handlers", "warning", [
  {
    name: "apps-view-handlers-late",
    description: "A view sets its handlers only when its host has answered a first ping",
    versions: ["2025-06-18", "2025-11-25"],
    hooks: replacedAll([
      ["let ready = false;", "let ready = false;\nlet listens = false;"],
      [
        "function hear(method, params) {",
        'function hear(method, params) {\n  if (!listens && method.includes("tool-")) return;',
      ],
      ["function onReady() {}", 'function onReady() { request("ping", {}).then(() => { listens = true; }); }'],
    ]),
  },
]);

const storage = appsFaults("apps-view-storage-guard", "warning", [
  {
    name: "apps-view-storage-first",
    description: "A view begins with a look into localStorage",
    hooks: replaced(START, `const seen = localStorage.getItem("board");\n${START}`),
  },
  {
    name: "apps-view-storage-on-result",
    description: "A view puts its result into localStorage without a guard",
    hooks: onShown('setTimeout(() => localStorage.setItem("board", "shown"));'),
  },
  {
    name: "apps-view-cookie",
    description: "A view sets a cookie without a guard",
    hooks: onShown('setTimeout(() => { document.cookie = "board=shown"; });'),
  },
]);

/** Faults with unusual hosts. */
export const appsViewHostFaults: Fault[] = [
  ...refused,
  ...late,
  ...input,
  ...partial,
  ...results,
  ...handlers,
  ...storage,
];

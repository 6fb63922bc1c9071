import { FORECAST, onResources, onTools, withUi } from "./apps-hooks.js";
import { onShown, replaced, replacedAll } from "./apps-view-hooks.js";
import { appsFaults, appsVariants, notedBy } from "./groups.js";
import { both } from "./reshape.js";
import type { Fault } from "./types.js";

/** A request of the second view once it shows its result, whatever comes of it. */
const asking = (method: string, params: string) => onShown(`request("${method}", ${params}).catch(() => {});`);
/** The same, only where the host has the capability. */
const askingWith = (capability: string, method: string, params: string) =>
  onShown(`if (isObject(host.${capability})) request("${method}", ${params}).catch(() => {});`);

const calls = [
  ...appsFaults("apps-view-calls-visible-tools", "failed", [
    {
      name: "apps-view-calls-unlisted",
      description: "A view calls a tool that the server does not have",
      hooks: askingWith("serverTools", "tools/call", '{ name: "unpin_city", arguments: {} }'),
    },
    {
      name: "apps-view-calls-model-tool",
      description: "A view calls a tool that is for the model alone",
      hooks: {
        policies: {
          apps: {
            ...askingWith("serverTools", "tools/call", '{ name: "show_board", arguments: {} }').policies?.apps,
            ...withUi("show_board", { visibility: ["model"] }).policies?.apps,
          },
        },
      },
    },
    {
      name: "apps-view-calls-without-name",
      description: "A view calls a tool without a name",
      hooks: askingWith("serverTools", "tools/call", "{ arguments: {} }"),
    },
  ]),
  ...appsFaults("apps-view-calls-valid-args", "warning", [
    {
      name: "apps-view-argument-missing",
      description: "A view calls a tool without an argument that it needs",
      hooks: askingWith("serverTools", "tools/call", '{ name: "pin_city", arguments: {} }'),
    },
    {
      name: "apps-view-argument-type",
      description: "A view calls a tool with an argument of another type",
      hooks: askingWith("serverTools", "tools/call", '{ name: "pin_city", arguments: { city: 7 } }'),
    },
    {
      name: "apps-view-argument-unknown",
      description: "A view calls a tool with an argument that it does not take",
      hooks: askingWith("serverTools", "tools/call", '{ name: "show_board", arguments: { sort: "name" } }'),
    },
  ]),
];

const capabilities = appsFaults("apps-view-respects-hostcaps", "warning", [
  {
    name: "apps-view-samples-anyway",
    description: "A view asks a host for a message of a model that does not offer it",
    hooks: asking(
      "sampling/createMessage",
      '{ messages: [{ role: "user", content: { type: "text", text: "Hello" } }], maxTokens: 10 }',
    ),
  },
  {
    name: "apps-view-calls-anyway",
    description: "A view calls a tool though the host serves none",
    hooks: asking("tools/call", '{ name: "show_board", arguments: {} }'),
  },
  {
    name: "apps-view-reads-anyway",
    description: "A view reads a resource though the host serves none",
    hooks: asking("resources/read", '{ uri: "testkit:///about" }'),
  },
  {
    name: "apps-view-opens-link-anyway",
    description: "A view opens a link though the host opens none",
    hooks: asking("ui/open-link", '{ url: "https://example.com/" }'),
  },
]);

const modes = appsFaults("apps-view-display-mode", "failed", [
  {
    name: "apps-view-mode-not-there",
    description: "A view asks for full screen, which its host does not have",
    hooks: asking("ui/request-display-mode", '{ mode: "fullscreen" }'),
  },
  {
    name: "apps-view-mode-not-declared",
    description: "A view asks for a mode that it has not declared",
    hooks: replacedAll([
      ['availableDisplayModes: ["inline", "fullscreen"]', 'availableDisplayModes: ["fullscreen"]'],
      [
        "function onReady() {}",
        'function onReady() { request("ui/request-display-mode", { mode: "inline" }).catch(() => {}); }',
      ],
    ]),
  },
]);

const links = appsFaults("apps-view-open-link", "warning", [
  {
    name: "apps-view-opens-window",
    description: "A view opens a window by itself",
    hooks: onShown('window.open("https://example.com/");'),
  },
  {
    name: "apps-view-link-in-new-tab",
    description: "A link of a view has the target _blank, and nobody takes the click",
    hooks: onShown(
      `const link = Object.assign(document.createElement("a"), { href: "https://example.com/", target: "_blank", textContent: "More" });
    link.addEventListener("click", (event) => event.stopPropagation());
    page.append(link);`,
    ),
  },
  {
    name: "apps-view-link-leads-away",
    description: "A link of a view leads its frame away",
    hooks: onShown(
      `const link = Object.assign(document.createElement("a"), { href: "https://example.com/", textContent: "More" });
    link.addEventListener("click", (event) => event.stopPropagation());
    page.append(link);`,
    ),
  },
  {
    name: "apps-view-opens-script",
    description: "A view asks its host to open a javascript: address",
    hooks: askingWith("openLinks", "ui/open-link", '{ url: "javascript:void 0" }'),
  },
  {
    name: "apps-view-opens-relative",
    description: "A view asks its host to open a relative address",
    hooks: askingWith("openLinks", "ui/open-link", '{ url: "/more" }'),
  },
]);

const messages = appsFaults("apps-view-message-shape", "warning", [
  {
    name: "apps-view-message-of-assistant",
    description: "ui/message of a view has the role assistant",
    hooks: asking("ui/message", '{ role: "assistant", content: [{ type: "text", text: "Hello" }] }'),
  },
  {
    name: "apps-view-message-text",
    description: "content of ui/message of a view is a text",
    hooks: asking("ui/message", '{ role: "user", content: "Hello" }'),
  },
  {
    name: "apps-view-message-without-content",
    description: "ui/message of a view has no content",
    hooks: asking("ui/message", '{ role: "user" }'),
  },
]);

/** What a view may ask for. */
const variants = appsVariants([
  {
    name: "apps-view-message-one-block",
    description: "content of ui/message of a view is one block, as the text of the specification has it",
    owner: notedBy("apps-view-message-shape"),
    hooks: asking("ui/message", '{ role: "user", content: { type: "text", text: "Hello" } }'),
  },
  {
    name: "apps-view-mode-again",
    description: "A view asks for the mode that it is in",
    hooks: asking("ui/request-display-mode", '{ mode: "inline" }'),
  },
  {
    name: "apps-view-link-through-host",
    description: "A link of a view is opened by its host",
    hooks: onShown(
      'page.append(Object.assign(document.createElement("a"), { href: "https://example.com/", textContent: "More" }));',
    ),
  },
  {
    name: "apps-view-alone",
    description: "The server has the second view alone, and its tools",
    hooks: both(
      onTools((tools) => tools.filter(({ name }) => !String(name).includes("forecast"))),
      onResources((resources) => resources.filter(({ uri }) => uri !== FORECAST)),
    ),
  },
  {
    name: "apps-view-id-zero",
    description: "The first request of a view has the id 0",
    hooks: replaced("let lastId = 0;", "let lastId = -1;"),
  },
]);

/** Faults in what a view asks of its host. */
export const appsViewAskFaults: Fault[] = [...calls, ...capabilities, ...modes, ...links, ...messages, ...variants];

import { declaring, onShown, replaced, scriptAfter, scriptBefore } from "./apps-view-hooks.js";
import { appsFaults, appsVariants } from "./groups.js";
import type { Fault } from "./types.js";

const START = 'start("testkit-board");';

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
    name: "apps-view-rejects-on-load",
    description: "A promise of a view is rejected as it loads, and nobody looks",
    hooks: scriptBefore('void Promise.reject(new Error("load"));'),
  },
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
  {
    name: "apps-view-sets-domain",
    description: "A view sets document.domain, and catches what comes of it",
    hooks: scriptBefore("try { document.domain = location.hostname; } catch {}"),
  },
]);

const hostGlobals = appsFaults("apps-view-no-host-globals", "warning", [
  {
    name: "apps-view-needs-openai",
    description: "A view takes its data from window.openai, without a look whether it is there",
    hooks: onShown("setTimeout(() => window.openai.toolOutput.cities);"),
  },
]);

const variants = appsVariants([
  {
    name: "apps-view-probe",
    description: "A view tries new Function once as it starts, and does without",
    hooks: scriptBefore('try { new Function(""); } catch {}'),
  },
  {
    name: "apps-view-inside-alone",
    description: "A view has a picture of its own, compares its windows, and knows window.openai where it is",
    hooks: onShown(
      `new Image().src = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==";
      if (window.parent === window || window.top === window) throw new Error("no host");
      if (window.openai) say(window.openai.toolOutput.cities);
      void document.domain;
      Promise.reject(new Error("caught")).catch(() => {});`,
    ),
  },
  {
    name: "apps-view-library-after",
    description: "A view loads from its declared origins what it can do without, once it has begun the handshake",
    hooks: declaring(
      { ...LIBRARY, connectDomains: ["https://assets.example.org"] },
      replaced(START, `${START}\n${LOAD_LIBRARY}\nfetch(${outside("https")}).catch(() => {});`),
    ),
  },
]);

/** Faults and variants of what a view loads, throws and touches. */
export const appsViewLoadFaults: Fault[] = [
  ...undeclared,
  ...onlyHttps,
  ...noNetwork,
  ...clean,
  ...pageErrors,
  ...topAccess,
  ...hostGlobals,
  ...variants,
];

import { appended, BOARD, FORECAST, onView } from "./apps-hooks.js";
import { appsFaults } from "./groups.js";
import type { Fault } from "./types.js";

const DOCTYPE = "<!doctype html>\n";

const html5 = appsFaults("apps-read-html5", "failed", [
  {
    name: "apps-html-no-doctype",
    description: "The HTML of a view has no doctype",
    hooks: onView(BOARD, (html) => html.replace(DOCTYPE, "")),
  },
  {
    name: "apps-html-other-doctype",
    description: "The HTML of a view has the doctype svg",
    hooks: onView(BOARD, (html) => html.replace(DOCTYPE, "<!doctype svg>\n")),
  },
  {
    name: "apps-html-fragment",
    description: "The HTML of a view is what belongs into the body, and nothing around it",
    hooks: onView(BOARD, (html) => html.slice(html.indexOf("<main>"), html.indexOf("</body>"))),
  },
  {
    name: "apps-html-empty-body",
    description: "The document of a view has a head and an empty body",
    hooks: onView(BOARD, () => `${DOCTYPE}<html lang="en"><head><title>Board</title></head><body></body></html>\n`),
  },
  {
    name: "apps-html-blank",
    description: "The HTML of a view is an empty text",
    hooks: onView(BOARD, () => ""),
  },
]);

const placeholders = appsFaults("apps-read-no-secrets-placeholders", "warning", [
  {
    name: "apps-html-vite-placeholder",
    description: "The HTML of a view has a placeholder of a build: %VITE_APP_NAME%",
    hooks: appended("<footer>%VITE_APP_NAME%</footer>"),
  },
  {
    name: "apps-html-braces",
    description: "The HTML of a view has a placeholder of a template: {{ title }}",
    hooks: onView(BOARD, (html) => html.replace("<h1>Board</h1>", "<h1>{{ title }}</h1>")),
  },
  {
    name: "apps-html-process-env",
    description: "A script of a view reads process.env, which the build should have replaced",
    hooks: appended("<script>function debug() { return process.env.NODE_ENV; }</script>"),
  },
  {
    name: "apps-html-dev-client",
    description: "A view loads the client of a development server",
    hooks: appended('<script type="module" src="/@vite/client"></script>'),
  },
  {
    name: "apps-html-source-script",
    description: "A view loads its script from a source file: /src/main.ts",
    hooks: appended('<script type="module" src="/src/main.ts"></script>'),
  },
  {
    name: "apps-html-relative-image",
    description: "A view has an image with a relative address",
    hooks: appended('<img src="img/board.png" alt="" hidden loading="lazy">'),
  },
]);

/** A comment of so many KiB. */
const padding = (kib: number) => appended(`<!--${"x".repeat(kib * 1024)}-->`);

const size = appsFaults("apps-read-size", "warning", [
  { name: "apps-html-large", description: "The HTML of a view has 1.2 MiB", hooks: padding(1229) },
  { name: "apps-html-huge", description: "The HTML of a view has 4.5 MiB", hooks: padding(4608) },
]);

/** A script that nothing calls. */
const uncalled = (statement: string) => `<script>function unused() { ${statement} }</script>`;

const staticRefs = appsFaults("apps-csp-covers-static-refs", "warning", [
  {
    name: "apps-image-undeclared",
    description: "A view without csp has an image of another origin",
    hooks: appended('<img src="https://img.example.org/board.png" alt="" hidden loading="lazy">'),
  },
  {
    name: "apps-srcset-undeclared",
    description: "A view has srcset with an origin that its csp does not name",
    hooks: appended(
      '<img srcset="https://img.example.org/a.png 1x, https://img.example.org/b.png 2x" alt="" hidden loading="lazy">',
      FORECAST,
    ),
  },
  {
    name: "apps-stylesheet-undeclared",
    description: "A view has a style sheet of an origin that its csp does not name",
    hooks: appended('<link rel="stylesheet" href="https://cdn.example.org/board.css">', FORECAST),
  },
  {
    name: "apps-style-url-undeclared",
    description: "A style of a view has url() with an origin that its csp does not name",
    hooks: appended('<style>.unused { background: url("https://img.example.org/wall.png"); }</style>', FORECAST),
  },
  {
    name: "apps-style-import-undeclared",
    description: "A style of a view imports another of an origin that is not declared",
    hooks: appended('<style>@import "https://cdn.example.org/fonts.css";</style>'),
  },
  {
    name: "apps-fetch-undeclared",
    description: "A script of a view fetches from an origin that only resourceDomains names",
    hooks: appended(uncalled('fetch("https://tiles.example.com/index.json");'), FORECAST),
  },
  {
    name: "apps-socket-undeclared",
    description: "A script of a view opens a socket to an origin that is not declared",
    hooks: appended(uncalled('new WebSocket("wss://live.example.org/board");')),
  },
  {
    name: "apps-frame-undeclared",
    description: "A view has a frame of another origin, and no frameDomains",
    hooks: appended('<iframe src="https://video.example.org/1" title="Video" hidden loading="lazy"></iframe>'),
  },
  {
    name: "apps-base-undeclared",
    description: "A view has a base of another origin, and no baseUriDomains",
    hooks: onView(BOARD, (html) => html.replace("<title>", '<base href="https://board.example.org/">\n<title>')),
  },
]);

/** Faults of the Apps server: the HTML of its views, as text. */
export const appsDocumentFaults: Fault[] = [...html5, ...placeholders, ...size, ...staticRefs];

import type { Json } from "@mcptest/pack";
import { appended, BOARD, onBoardMeta, onView, withCsp } from "./apps-hooks.js";
import { appsVariants, notedBy } from "./groups.js";
import type { Fault } from "./types.js";

const HEAD = /<\/?(html|head|body)\b[^>]*>\n?/g;

const documents = appsVariants([
  {
    name: "apps-html-without-tags",
    description: "The HTML of a view leaves out the tags of html, head and body",
    hooks: onView(BOARD, (html) => html.replace(HEAD, "")),
  },
  {
    name: "apps-html-legacy-doctype",
    description: "The doctype of a view is the form for old tools",
    hooks: onView(BOARD, (html) => html.replace("<!doctype html>", '<!DOCTYPE html SYSTEM "about:legacy-compat">')),
  },
  {
    name: "apps-html-comment-first",
    description: "The HTML of a view begins with white space and a comment",
    hooks: onView(BOARD, (html) => `\n<!-- Board -->\n${html}`),
  },
  {
    name: "apps-html-parse-errors",
    description: "The HTML of a view has parse errors that every browser mends",
    owner: notedBy("apps-read-html5"),
    hooks: appended('<p id="x" id="x">Two ids</div></p>'),
  },
  {
    name: "apps-html-nonce",
    description: "Each reading of a view has another nonce",
    owner: notedBy("apps-read-stable"),
    hooks: () => {
      let readings = 0;
      return onView(BOARD, (html) => {
        readings += 1;
        return html.replace("<script>", `<script nonce="n${readings}">`);
      });
    },
  },
  {
    name: "apps-html-data-image",
    description: "A view has an image in a data URL, and a link within itself",
    hooks: appended(
      '<p><img alt="" src="data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=="> <a href="#status">Top</a></p>',
    ),
  },
]);

/** What the HTML needs of the origins that are declared: in code that nothing runs. */
const USES = `<style>.unused { background: url("https://img.example.com/a.png"), url("https://192.0.2.1:8080/b.png"); }</style>
<script>function unused() {
  new WebSocket("wss://live.example.com/board");
  fetch("https://api.example.com:8443/v1");
  fetch("https://[2001:db8::1]/v1");
}</script>`;

const noted = (check: string, name: string, description: string, csp: Json) =>
  appsVariants([{ name, description, owner: notedBy(check), hooks: withCsp(csp) }]);

const metadata = [
  ...appsVariants([
    {
      name: "apps-csp-declared",
      description: "csp of a view has wildcards, ports, addresses, sockets and an empty list, and its HTML uses them",
      hooks: {
        policies: {
          apps: {
            ...withCsp({
              connectDomains: ["wss://live.example.com", "https://api.example.com:8443", "https://[2001:db8::1]"],
              resourceDomains: ["https://*.example.com", "https://192.0.2.1:*"],
              frameDomains: [],
              baseUriDomains: [],
            }).policies?.apps,
            ...onView(BOARD, (html) => html.replace("</main>", `</main>\n${USES}`)).policies?.apps,
          },
        },
      },
    },
    {
      name: "apps-all-permissions",
      description: "The metadata of a view has a domain and every permission",
      hooks: onBoardMeta((meta) => ({
        ...meta,
        domain: "board.example.com",
        permissions: { camera: {}, microphone: {}, geolocation: {}, clipboardWrite: {} },
      })),
    },
    {
      name: "apps-unknown-meta-members",
      description: "The metadata of a view has members that the specification does not know",
      owner: notedBy("apps-meta-shape"),
      hooks: onBoardMeta((meta) => ({ ...meta, theme: "light" })),
    },
    {
      name: "apps-border-unsaid",
      description: "The metadata of a view does not say whether it prefers a border",
      owner: notedBy("apps-border-explicit"),
      hooks: onBoardMeta(() => ({})),
    },
    {
      name: "apps-no-meta",
      description: "A view has no metadata",
      owner: notedBy("apps-border-explicit"),
      hooks: onBoardMeta(() => undefined),
    },
  ]),
  ...noted("apps-csp-unused", "apps-csp-unused-origin", "csp of a view names an origin that its HTML does not", {
    resourceDomains: ["https://cdn.example.com"],
  }),
  ...noted("apps-csp-origin-syntax", "apps-origin-slash", "An origin in the csp of a view ends with a slash", {
    resourceDomains: ["https://cdn.example.com/"],
  }),
];

/** What the views of the Apps server may have: unusual, and legal. */
export const appsViewVariants: Fault[] = [...documents, ...metadata];

import { ERROR, type Json, type JsonObject } from "@mcptest/pack";
import { VIEW_MIME } from "../apps/ids.js";
import { CACHE } from "../modern/cache.js";
import type { Call, Outcome } from "../server/call.js";
import type { Hooks } from "../server/hooks.js";
import { BOARD, naming, onEntry, onItem, onReading, onResources, onUnlisted, refused } from "./apps-hooks.js";
import { appsFaults } from "./groups.js";
import { answering, perConnection, without } from "./reshape.js";
import type { Fault } from "./types.js";

/** Hooks that answer readings of the second view in place of the server. */
function refusingBoard(answer: (call: Call) => Outcome, who: (call: Call) => boolean = () => true): Hooks {
  return answering("resources/read", (call, next) => (call.params.uri === BOARD && who(call) ? answer(call) : next()));
}

function notFound(call: Call): Outcome {
  const code = call.era === "modern" ? ERROR.invalidParams : ERROR.resourceNotFoundLegacy;
  return refused(call, code, "Resource not found");
}

const exists = appsFaults("apps-resource-exists", "failed", [
  {
    name: "apps-tool-uri-dangling",
    description: "A tool names a view that is not there",
    hooks: naming("show_board", "ui://testkit/bord.html"),
  },
  {
    name: "apps-board-not-found",
    description: "A view is listed, and not found when it is read",
    hooks: refusingBoard(notFound),
  },
  {
    name: "apps-board-method-not-found",
    description: "Reading a view gives -32601",
    hooks: refusingBoard((call) => refused(call, ERROR.methodNotFound, "Method not found")),
  },
  {
    name: "apps-board-internal-error",
    description: "Reading a view gives -32603",
    hooks: refusingBoard((call) => refused(call, ERROR.internal, "ENOENT: dist/board.html")),
  },
  {
    name: "apps-board-no-contents",
    description: "Reading a view gives an empty list of contents",
    hooks: onReading(BOARD, (result) => ({ ...result, contents: [] })),
  },
  {
    name: "apps-board-missing-over-http",
    description: "A view is not found over HTTP, where it is over stdio",
    transports: ["http"],
    hooks: refusingBoard(notFound, ({ transport }) => transport === "http"),
  },
]);

/** Hooks with which a connection can read views once it has listed its tools. */
function readAfterList(): Hooks {
  const kept = perConnection(() => ({ listed: false }));
  return {
    async around(call, next) {
      if (call.method === "tools/list") kept(call).listed = true;
      const isView = call.method === "resources/read" && String(call.params.uri).startsWith("ui://");
      return isView && !kept(call).listed ? notFound(call) : next();
    },
  };
}

const perTransport = [
  ...appsFaults("apps-resource-exists-per-transport", "failed", [
    {
      name: "apps-read-after-list",
      description: "A connection can read views only after it has listed tools",
      eras: ["modern"],
      hooks: readAfterList,
    },
  ]),
  ...appsFaults("apps-resource-exists-per-transport", "warning", [
    {
      name: "apps-session-read-after-list",
      description: "A session can read views only after it has listed tools",
      eras: ["legacy"],
      hooks: readAfterList,
    },
  ]),
];

const capability = appsFaults("apps-resources-capability", "failed", [
  {
    name: "apps-no-resources-capability",
    description: "Tools name views, and capabilities have no resources",
    hooks: { capabilities: (given) => without(given, "resources") },
  },
  {
    name: "apps-resource-capability",
    description: "Capabilities have resource in place of resources",
    hooks: { capabilities: (given) => ({ ...without(given, "resources"), resource: {} }) },
  },
]);

function listedToo(uri: string): Hooks {
  return onResources((all) => [...all, { uri, name: "Card", mimeType: VIEW_MIME }]);
}

const scheme = [
  ...appsFaults("apps-listed-uri-scheme", "failed", [
    {
      name: "apps-listed-https",
      description: "A resource with the media type of views is listed under https://",
      hooks: listedToo("https://testkit.example/card.html"),
    },
    {
      name: "apps-listed-own-scheme",
      description: "A resource with the media type of views is listed under a scheme of the server's own",
      hooks: listedToo("testkit:///card.html"),
    },
  ]),
  ...appsFaults("apps-listed-uri-scheme", "warning", [
    {
      name: "apps-listed-untyped",
      description: "A view is listed without a media type",
      hooks: onEntry(BOARD, (entry) => without(entry, "mimeType")),
    },
  ]),
];

const listedMime = appsFaults("apps-listed-mime", "warning", [
  {
    name: "apps-listed-html",
    description: "A view is listed as text/html, and read with the media type of views",
    hooks: onEntry(BOARD, (entry) => ({ ...entry, mimeType: "text/html" })),
  },
  {
    name: "apps-listed-skybridge",
    description: "A view is listed as text/html+skybridge, and read with the media type of views",
    hooks: onEntry(BOARD, (entry) => ({ ...entry, mimeType: "text/html+skybridge" })),
  },
]);

const withUri = (uri: string) => onItem(BOARD, (item) => ({ ...item, uri }));
const NOTICE: JsonObject = { uri: "testkit:///notice", mimeType: "text/plain", text: "A notice." };

const single = appsFaults("apps-read-single", "warning", [
  {
    name: "apps-read-two-items",
    description: "Reading a view gives a second item",
    hooks: onItem(BOARD, (item) => [item, NOTICE]),
  },
  {
    name: "apps-read-twice",
    description: "Reading a view gives it twice",
    hooks: onItem(BOARD, (item) => [item, item]),
  },
  {
    name: "apps-read-uri-slash",
    description: "The item of a view has a slash at the end of its URI",
    hooks: withUri(`${BOARD}/`),
  },
  {
    name: "apps-read-uri-normalised",
    description: "The URI of the item differs from the one that was asked for by upper case in its host",
    hooks: withUri(BOARD.replace("testkit", "TestKit")),
  },
  {
    name: "apps-read-uri-missing",
    description: "The item of a view has no URI",
    hooks: onItem(BOARD, (item) => without(item, "uri")),
  },
]);

/** A view that is not listed, so that nothing is said of its type but by reading it. */
const typed = (mimeType: string) => onUnlisted(BOARD, (item) => ({ ...item, mimeType }));

const mime = [
  ...appsFaults("apps-read-mime", "failed", [
    { name: "apps-read-html", description: "A view is read as text/html", hooks: typed("text/html") },
    {
      name: "apps-read-skybridge",
      description: "A view is read as text/html+skybridge",
      hooks: typed("text/html+skybridge"),
    },
    {
      name: "apps-read-old-profile",
      description: "A view is read as text/html;profile=mcp",
      hooks: typed("text/html;profile=mcp"),
    },
    {
      name: "apps-read-untyped",
      description: "A view is read without a media type",
      hooks: onUnlisted(BOARD, (item) => without(item, "mimeType")),
    },
  ]),
  ...appsFaults("apps-read-mime", "warning", [
    {
      name: "apps-read-spaced-type",
      description: "The media type of a view has a space",
      hooks: typed("text/html; profile=mcp-app"),
    },
    {
      name: "apps-read-quoted-type",
      description: "The profile in the media type of a view stands in quotes",
      hooks: typed('text/html;profile="mcp-app"'),
    },
    {
      name: "apps-read-upper-type",
      description: "The media type of a view is written in upper case",
      hooks: typed("TEXT/HTML;profile=mcp-app"),
    },
  ]),
];

const body = (members: (html: string) => Record<string, Json>) =>
  onItem(BOARD, (item) => ({ ...without(item, "text"), ...members(String(item.text)) }));
const base64 = (text: string) => Buffer.from(text).toString("base64");

const textXorBlob = appsFaults("apps-read-text-xor-blob", "failed", [
  {
    name: "apps-read-text-and-blob",
    description: "A view comes as text and as a blob",
    hooks: body((text) => ({ text, blob: base64(text) })),
  },
  {
    name: "apps-read-no-body",
    description: "A view comes with neither text nor a blob",
    hooks: body(() => ({})),
  },
  {
    name: "apps-read-blob-plain",
    description: "The blob of a view is its HTML as it stands",
    hooks: body((text) => ({ blob: text })),
  },
  {
    name: "apps-read-blob-latin",
    description: "The blob of a view is base64 of bytes that are no UTF-8",
    hooks: body((text) => ({ blob: Buffer.from(text.replace("Board", "Bord\u00e9"), "latin1").toString("base64") })),
  },
]);

const unknown = [
  ...appsFaults("apps-unknown-ui-uri", "failed", [
    {
      name: "apps-unknown-empty",
      description: "Reading a view that does not exist gives an empty list of contents",
      hooks: onUnknown((call) => answer(call, [])),
    },
    {
      name: "apps-unknown-page",
      description: "Reading a view that does not exist gives an HTML page that says so",
      hooks: onUnknown((call) =>
        answer(call, [{ uri: call.params.uri ?? "", mimeType: VIEW_MIME, text: "<!doctype html><h1>Not found</h1>" }]),
      ),
    },
    {
      name: "apps-unknown-internal-error",
      description: "Reading a view that does not exist gives -32603",
      hooks: onUnknown((call) => refused(call, ERROR.internal, "Internal error")),
    },
    {
      name: "apps-unknown-old-code",
      description: "Reading a view that does not exist gives -32002, the code of the older revisions",
      eras: ["modern"],
      hooks: onUnknown((call) => refused(call, ERROR.resourceNotFoundLegacy, "Resource not found")),
    },
  ]),
];

function answer({ id, era }: Call, contents: JsonObject[]): Outcome {
  const modern = era === "modern" ? { resultType: "complete", ...CACHE } : {};
  return { status: 200, message: { jsonrpc: "2.0", id, result: { ...modern, contents } } };
}

/** Hooks that answer the reading of a `ui://` resource that does not exist. */
function onUnknown(reply: (call: Call) => Outcome): Hooks {
  return answering("resources/read", async (call, next) => {
    const outcome = await next();
    const isView = String(call.params.uri).startsWith("ui://");
    return isView && Object.hasOwn(outcome.message as JsonObject, "error") ? reply(call) : outcome;
  });
}

/** Faults of the Apps server: its lists of views, and what reading them gives. */
export const appsReadFaults: Fault[] = [
  ...exists,
  ...perTransport,
  ...capability,
  ...scheme,
  ...listedMime,
  ...single,
  ...mime,
  ...textXorBlob,
  ...unknown,
];

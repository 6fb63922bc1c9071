import { ERROR, type JsonObject, member } from "@mcptest/pack";
import {
  anyRoute,
  contentsAnswer,
  errorAnswer,
  type Match,
  manifests,
  NOTES,
  onContents,
  onRead,
  onReading,
  routeOf,
  uriOf,
} from "./compat-hooks.js";
import { compatFaults } from "./groups.js";
import { without } from "./reshape.js";
import type { Fault } from "./types.js";

const get = routeOf("get");
const list = routeOf("list");

const envelopes = [
  ...compatFaults("compat-envelope-only-contents", "failed", [
    {
      name: "mapped-value-outside",
      description: "The members of a method's value stand in the outer result as well",
      hooks: onRead(list, (result) => ({ ...valueIn(result), ...result })),
    },
    {
      name: "mapped-outer-result-type",
      description: "The outer result of a method has a resultType",
      hooks: onRead(get, (result) => ({ resultType: "complete", ...result })),
    },
    {
      name: "mapped-manifest-cached",
      description: "The outer result of the manifest has ttlMs and cacheScope",
      hooks: onRead(manifests, (result) => ({ ...result, ttlMs: 60_000, cacheScope: "public" })),
    },
    {
      name: "mapped-file-result-type",
      description: "The outer result of a file has a resultType",
      hooks: onRead(
        (uri) => uri === `${NOTES}a/one.md`,
        (result) => ({ resultType: "complete", ...result }),
      ),
    },
    {
      name: "mapped-two-contents",
      description: "A method gives its value twice, in two items of contents",
      hooks: onContents(list, (item) => [item, item]),
    },
    {
      name: "mapped-no-contents",
      description: "A method gives contents without an item",
      hooks: onContents(get, () => []),
    },
    {
      name: "mapped-plain-text",
      description: "The value of a method has the media type text/plain",
      hooks: onContents(list, (item) => ({ ...item, mimeType: "text/plain" })),
    },
    {
      name: "mapped-manifest-no-type",
      description: "The manifest has no media type",
      hooks: onContents(manifests, (item) => without(item, "mimeType")),
    },
    {
      name: "mapped-value-array",
      description: "The value of a method is wrapped in an array",
      hooks: onContents(get, (item) => ({ ...item, text: `[${String(item.text)}]` })),
    },
    {
      name: "mapped-value-prose",
      description: "The text of a method's value has words around the JSON",
      hooks: onContents(get, (item) => ({ ...item, text: `Result: ${String(item.text)}` })),
    },
    {
      name: "mapped-value-blob",
      description: "The value of a method is a blob",
      hooks: onContents(get, ({ text, ...item }) => ({ ...item, blob: Buffer.from(String(text)).toString("base64") })),
    },
    {
      name: "mapped-contents-uri-short",
      description: "The contents of a method have its URI without the arguments",
      hooks: onContents(get, (item) => ({ ...item, uri: `${NOTES}notes/get` })),
    },
    {
      name: "mapped-contents-uri-decoded",
      description: "The contents of a method have its URI decoded",
      hooks: onContents(get, (item) => ({ ...item, uri: decodeURIComponent(String(item.uri)) })),
    },
    {
      name: "mapped-contents-uri-native",
      description: "The contents of a file have the URI that it has on 2026-07-28",
      hooks: onContents(
        (uri) => uri === `${NOTES}a/one.md`,
        (item) => ({ ...item, uri: "note://a/one.md" }),
      ),
    },
  ]),
  ...compatFaults("compat-envelope-only-contents", "warning", [
    {
      name: "mapped-contents-uri-scheme-case",
      description: "The contents of the manifest have the scheme of their URI in upper case",
      hooks: onContents(manifests, (item) => ({ ...item, uri: String(item.uri).replace("mcp-", "MCP-") })),
    },
    {
      name: "mapped-contents-uri-hex-case",
      description: "The contents of a method have the escapes of their URI in lower case",
      hooks: onContents(get, (item) => ({
        ...item,
        uri: String(item.uri).replace(/%[0-9A-F]{2}/g, (octet) => octet.toLowerCase()),
      })),
    },
  ]),
];

/** Nothing that the server has, below the prefix of an extension. */
const unknown: Match = (uri) => uri.startsWith(NOTES) && !anyRoute(uri) && !/\.(json|md|png|txt)$/.test(uri);

/** The routes, without arguments, of methods that require some. */
const bare: Match = (uri) => ["get", "echo", "add", "drop"].some((name) => uri === `${NOTES}notes/${name}`);

const routes = [
  ...compatFaults("compat-unknown-route", "failed", [
    {
      name: "mapped-unknown-empty",
      description: "Reading what is not there gives contents without an item",
      hooks: onReading(unknown, async (call) => contentsAnswer(call, [])),
    },
    {
      name: "mapped-unknown-text",
      description: "Reading what is not there gives a text that says so",
      hooks: onReading(unknown, async (call) =>
        contentsAnswer(call, [{ uri: uriOf(call), mimeType: "text/plain", text: "Not found." }]),
      ),
    },
    {
      name: "mapped-required-called",
      description: "A method with a required argument is called when its address is read without arguments",
      hooks: onReading(bare, async (call) =>
        contentsAnswer(call, [{ uri: uriOf(call), mimeType: "application/json", text: "{}" }]),
      ),
    },
  ]),
  ...compatFaults("compat-unknown-route", "warning", [
    {
      name: "mapped-unknown-internal-error",
      description: "Reading what is not there gives -32603",
      hooks: onReading(unknown, async (call) => errorAnswer(call, ERROR.internal, "Internal error")),
    },
    {
      name: "mapped-unknown-method-not-found",
      description: "Reading what is not there gives -32601, as if resources/read did not exist",
      hooks: onReading(unknown, async (call) => errorAnswer(call, ERROR.methodNotFound, "Method not found")),
    },
  ]),
];

function valueIn(result: JsonObject): JsonObject {
  const [item] = Array.isArray(result.contents) ? result.contents : [];
  return JSON.parse(String(member(item, "text")));
}

/** Faults of the mapped server: what a read gives, and where nothing is there to be read. */
export const readFaults: Fault[] = [...envelopes, ...routes];

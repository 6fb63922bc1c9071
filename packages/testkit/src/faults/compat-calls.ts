import { ERROR, isObject, type Json, type JsonObject, member } from "@mcptest/pack";
import { complaintOf } from "../mapped/schema.js";
import type { Hooks } from "../server/hooks.js";
import {
  anyRoute,
  contentsAnswer,
  errorAnswer,
  type Match,
  NOTES,
  onMethodResource,
  onReading,
  onValue,
  reading,
  resultAnswer,
  routeOf,
  uriOf,
} from "./compat-hooks.js";
import { compatFaults, mapped } from "./groups.js";
import type { Fault } from "./types.js";

/** Hooks that read the arguments as JSON, and take what `wrong` names for no arguments. */
function takes(wrong: (value: Json) => boolean): Hooks {
  return mapped({
    parse(text) {
      const value: Json = JSON.parse(text);
      return wrong(value) ? {} : value;
    },
  });
}

/** Hooks that refuse arguments with another code, and what has arguments is served as it is. */
function refusesWith(code: number): Hooks {
  return onReading(anyRoute, async (call, next) => {
    const outcome = await next();
    const refused = member(member(outcome.message, "error"), "code") === ERROR.invalidParams;
    return refused ? errorAnswer(call, code, "The arguments are wrong") : outcome;
  });
}

const invalid = compatFaults("compat-invalid-arguments", "failed", [
  {
    name: "mapped-array-taken",
    description: "An array in the place of the arguments is taken for {}",
    hooks: takes(Array.isArray),
  },
  {
    name: "mapped-null-taken",
    description: "null in the place of the arguments is taken for {}",
    hooks: takes((value) => value === null),
  },
  {
    name: "mapped-broken-json-taken",
    description: "Arguments that are no JSON are taken for {}",
    hooks: mapped({
      parse(text) {
        try {
          return JSON.parse(text);
        } catch {
          return {};
        }
      },
    }),
  },
  {
    name: "mapped-schema-ignored",
    description: "Arguments are not held against the schema of the method",
    hooks: mapped({ complaint: (_method, args) => complaintOf({ type: "object" }, args) }),
  },
  {
    name: "mapped-invalid-internal-error",
    description: "Wrong arguments are refused with -32603",
    hooks: refusesWith(ERROR.internal),
  },
  {
    name: "mapped-invalid-request",
    description: "Wrong arguments are refused with -32600",
    hooks: refusesWith(ERROR.invalidRequest),
  },
  {
    name: "mapped-empty-params-taken",
    description: "?params= with nothing behind it calls a method with {}",
    hooks: reading(
      (uri) => anyRoute(uri) && uri.endsWith("?params="),
      (uri) => `${uri}%7B%7D`,
    ),
  },
]);

/** Hooks that decode what stands behind `?params=` in another way. */
function decodes(decode: (text: string) => string): Hooks {
  return mapped({ decode });
}

const decoding = compatFaults("compat-decoded-once", "failed", [
  {
    name: "mapped-decoded-twice",
    description: "Arguments are decoded twice, so %20 arrives as a space",
    hooks: decodes((text) => {
      const once = decodeURIComponent(text);
      try {
        return decodeURIComponent(once);
      } catch {
        return once;
      }
    }),
  },
  {
    name: "mapped-plus-is-space",
    description: "Arguments are decoded as a form, so + arrives as a space",
    hooks: decodes((text) => decodeURIComponent(text).replaceAll("+", " ")),
  },
  {
    name: "mapped-spaces-kept-encoded",
    description: "A space arrives as %20",
    hooks: decodes((text) => decodeURIComponent(text.replaceAll("%20", "%2520"))),
  },
  {
    name: "mapped-decoded-as-latin-1",
    description: "Escapes are decoded byte by byte, so é arrives as two characters",
    hooks: decodes((text) =>
      text.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    ),
  },
  {
    name: "mapped-accents-apart",
    description: "é arrives as an e and an accent of its own",
    hooks: decodes((text) => decodeURIComponent(text).normalize("NFD")),
  },
  {
    name: "mapped-fragment-cut",
    description: "Arguments end at the first #, also where it is encoded",
    hooks: reading(routeOf("echo"), (uri) => uri.replace(/%23.*$/, "%22%7D")),
  },
  {
    name: "mapped-slash-refused",
    description: "An encoded slash in the arguments is taken for a part of the path, and nothing is found",
    hooks: onReading(routeOf("echo"), async (call, next) =>
      uriOf(call).includes("%2F") ? errorAnswer(call, ERROR.resourceNotFoundLegacy, "Resource not found") : next(),
    ),
  },
  {
    name: "mapped-quotes-curled",
    description: "Quotation marks in a text arrive as others",
    hooks: onValue(routeOf("echo"), (value) => ({ ...value, text: String(value.text).replaceAll('"', "”") })),
  },
]);

/** Hooks that answer with a text in place of the error with which a method rejects a call. */
function rejectsAs(text: (error: JsonObject) => JsonObject): Hooks {
  return onReading(anyRoute, async (call, next) => {
    const outcome = await next();
    const error = member(outcome.message, "error");
    if (!isObject(error) || Number(error.code) < 0) return outcome;
    return contentsAnswer(call, [
      { uri: uriOf(call), mimeType: "application/json", text: JSON.stringify(text(error)) },
    ]);
  });
}

const errors = compatFaults("compat-error-mapped", "failed", [
  {
    name: "mapped-error-in-text",
    description: "A rejected call is a result, with the error in its text",
    hooks: rejectsAs((error) => ({ error })),
  },
  {
    name: "mapped-error-response-in-text",
    description: "A rejected call is a result, with a whole JSON-RPC response in its text",
    hooks: rejectsAs((error) => ({ jsonrpc: "2.0", id: null, error })),
  },
]);

const outputs = compatFaults("compat-output-schema", "failed", [
  {
    name: "mapped-output-type",
    description: "A member of a method's value has not the type of its outputSchema",
    hooks: onValue(routeOf("add"), (value) => ({ ...value, size: String(value.size) })),
  },
  {
    name: "mapped-output-missing",
    description: "A method's value lacks a member that its outputSchema requires",
    hooks: onValue(routeOf("add"), ({ size: _size, ...value }) => value),
  },
  {
    name: "mapped-output-nested",
    description: "An item in a method's value lacks a member that the outputSchema requires",
    hooks: onValue(routeOf("list"), (value) => ({ ...value, notes: [{ uri: `${NOTES}a/one.md` }] })),
  },
  {
    name: "mapped-output-schema-of-another",
    description: "The manifest has an outputSchema for a method that its value never fits",
    hooks: onMethodResource("notes/touch", (entry) => ({
      ...entry,
      outputSchema: { type: "object", properties: { uri: { type: "string" } }, required: ["uri"] },
    })),
  },
]);

const uris = [
  ...compatFaults("compat-uri-translated", "failed", [
    {
      name: "mapped-uri-untranslated",
      description: "A method gives the address under which a file was registered",
      hooks: onValue(routeOf("get"), (value) => ({ ...value, uri: native(value.uri) })),
    },
    {
      name: "mapped-uri-untranslated-in-list",
      description: "The items of a list have the addresses under which the files were registered",
      hooks: onValue(routeOf("list"), (value) => ({
        ...value,
        notes: (value.notes as JsonObject[]).map((note) => ({ ...note, uri: native(note.uri) })),
      })),
    },
    {
      name: "mapped-uri-untranslated-deep",
      description: "Only an address at the top is translated, not one in an object of an object",
      hooks: onValue(routeOf("get"), (value) => {
        const next = member(member(value, "links"), "next") as JsonObject;
        return { ...value, links: { next: { uri: native(next.uri) } } };
      }),
    },
    {
      name: "mapped-template-uri-untranslated",
      description: "An address that only matches the template of a file is not translated",
      hooks: onValue(routeOf("add"), (value) => ({ ...value, uri: native(value.uri) })),
    },
  ]),
  ...compatFaults("compat-uri-translated", "warning", [
    {
      name: "mapped-uri-gone",
      description: "A method gives an address by the template of a file, at which nothing is to be read",
      hooks: onValue(routeOf("get"), (value) => ({ ...value, uri: `${NOTES}a/gone.txt` })),
    },
    {
      name: "mapped-uri-unpublished",
      description: "A method gives an address below the prefix that no list has, and at which nothing is to be read",
      hooks: onValue(routeOf("get"), (value) => ({ ...value, uri: `${NOTES}a/gone.md` })),
    },
  ]),
];

/** An address as it was registered. */
function native(uri: Json | undefined): string {
  return String(uri).replace(NOTES, "note://");
}

/** Hooks that keep the first value of each of these URIs, and answer with it for ever. */
function cached(match: Match): () => Hooks {
  return () => {
    const kept = new Map<string, JsonObject>();
    return onReading(match, async (call, next) => {
      const uri = uriOf(call);
      const first = kept.get(uri);
      if (first) return resultAnswer(call, first);
      const outcome = await next();
      const result = member(outcome.message, "result");
      if (isObject(result)) kept.set(uri, result);
      return outcome;
    });
  };
}

const repeats = compatFaults("compat-repeatable", "warning", [
  {
    name: "mapped-cached",
    description: "The value of every method is kept by its URI, and given again",
    hooks: cached(anyRoute),
  },
  {
    name: "mapped-fixed-cached",
    description: "Only the fixed URI of a method is answered from a cache",
    hooks: cached((uri) => uri === `${NOTES}notes/touch`),
  },
  {
    name: "mapped-write-cached",
    description: "A method that changes something is answered from a cache, and changes nothing the second time",
    hooks: cached(routeOf("add")),
  },
]);

/** Faults of the mapped server: its methods, called through their resources. */
export const callFaults: Fault[] = [...invalid, ...decoding, ...errors, ...outputs, ...uris, ...repeats];

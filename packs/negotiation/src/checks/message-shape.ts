import { type Check, excerpt, isObject, type Json, type JsonObject } from "@mcptest/pack";
import { type Came, cameIn, ofKind, sentWords } from "../came.js";
import { anyCheck } from "../define.js";
import { lists } from "../lists.js";
import { passive, recorded } from "../record.js";
import { report, type Sighting } from "../sightings.js";
import { shownMethod, utf8Problem } from "../wording.js";

/** Passive, with the lists read first so that there is something to judge. */
const overMessages = { ...passive, prepares: { lists }, category: "messages" } as const;

/** A01. */
const utf8 = anyCheck({
  ...overMessages,
  id: "rpc-utf8",
  title: "Messages are UTF-8 JSON",
  description: "Every message of the server is JSON in valid UTF-8.",
  level: "must",
  contract: "A01",
  source: "basic/transports",
  async run(_values, verdict, context) {
    const exchanges = await recorded(context);
    const { protocolVersion, httpSse } = context.negotiated;
    const isImplied = protocolVersion === "2024-11-05";
    report(
      verdict,
      exchanges.flatMap((exchange) =>
        exchange.messages.flatMap((message): Sighting[] => {
          const problem = utf8Problem(exchange, message, httpSse === true);
          if (!problem) return [];
          return [
            {
              outcome: isImplied || problem.kind === "byte-order-mark" ? "warn" : "fail",
              kind: problem.kind,
              subject: shownMethod(exchange, message.json),
              exchange: exchange.number,
              finding: {
                sent: sentWords(exchange),
                came: `${problem.came}, ${excerpt(message.raw, 120)}`,
                rule: "A01: every message is JSON, encoded in UTF-8",
                fix: problem.fix,
              },
            },
          ];
        }),
      ),
    );
  },
});

/** A02. */
const versionField = anyCheck({
  ...overMessages,
  id: "rpc-version-field",
  title: 'Messages have jsonrpc: "2.0"',
  description: 'Every message of the server has the member "jsonrpc" with the value "2.0".',
  level: "must",
  contract: "A02",
  source: "basic/index",
  section: "Messages",
  async run(_values, verdict, context) {
    const came = cameIn(await recorded(context), context.negotiated);
    report(verdict, came.flatMap(versionSighting));
  },
});

function versionSighting({ exchange, json, kind, subject }: Came): Sighting[] {
  const version = isObject(json) && Object.hasOwn(json, "jsonrpc") ? json.jsonrpc : undefined;
  if (version === "2.0" && kind !== "other") return [];
  const came =
    version === "2.0"
      ? `JSON that is neither a request, a notification nor a response, ${excerpt(json, 160)}`
      : isObject(json)
        ? `a message whose jsonrpc is ${excerpt(version, 40)}, ${excerpt(json, 160)}`
        : `JSON that is no object, ${excerpt(json, 160)}`;
  return [
    {
      kind: version === "2.0" ? "no-message" : "version",
      subject,
      exchange: exchange.number,
      finding: {
        sent: sentWords(exchange),
        came,
        rule: 'A02: every message is a JSON-RPC 2.0 request, notification or response, with "jsonrpc": "2.0"',
        fix: 'send "jsonrpc": "2.0", as text, in each message',
      },
    },
  ];
}

/** A06. */
const resultXorError = anyCheck({
  ...overMessages,
  id: "rpc-result-xor-error",
  title: "A response has a result or an error",
  description: "A response has exactly one of result and error, and the result is an object.",
  level: "must",
  contract: "A06",
  source: "basic/index",
  section: "Responses",
  async run(_values, verdict, context) {
    const came = ofKind(cameIn(await recorded(context), context.negotiated), "response");
    report(
      verdict,
      came.flatMap(({ exchange, json, subject }): Sighting[] => {
        const wrong = wrongMembers(json);
        if (!wrong) return [];
        const rule = "A06: a response has either result, an object, or error, and never both";
        const finding = {
          sent: sentWords(exchange),
          came: `${wrong.came}, ${excerpt(json, 160)}`,
          rule,
          fix: wrong.fix,
        };
        return [{ kind: wrong.kind, subject, exchange: exchange.number, finding }];
      }),
    );
  },
});

/** What is wrong with the members of a response, seen as a pair. */
export function wrongMembers(json: JsonObject): { kind: string; came: string; fix: string } | undefined {
  const hasResult = Object.hasOwn(json, "result");
  const hasError = Object.hasOwn(json, "error");
  if (hasResult && hasError) {
    return json.error === null
      ? {
          kind: "error-null",
          came: "a result with error: null beside it",
          fix: "leave the member error out where the request succeeded; null is not the same as absent",
        }
      : {
          kind: "both",
          came: "both a result and an error",
          fix: "send error alone where the request failed, and result alone where it succeeded",
        };
  }
  if (!hasResult && !hasError) {
    return {
      kind: "neither",
      came: "a response with neither result nor error",
      fix: 'answer with a result, {} where there is nothing to say, or with an error: {"code": …, "message": …}',
    };
  }
  if (hasError && json.error === null) {
    return {
      kind: "only-null",
      came: "a response whose only word is error: null",
      fix: "send a result, or an error object",
    };
  }
  if (hasResult && !isObject(json.result)) {
    return {
      kind: "result-type",
      came: `a result that is no object but ${excerpt(json.result, 60)}`,
      fix: "send an object as result; where there is nothing to say, {}",
    };
  }
  return undefined;
}

/** A07. */
const errorShape = anyCheck({
  ...overMessages,
  id: "rpc-error-shape",
  title: "Errors have a code and a message",
  description: "The error of a response is an object with an integer code and a text message.",
  level: "must",
  contract: "A07",
  source: "basic/index",
  section: "Error Responses",
  async run(_values, verdict, context) {
    const came = ofKind(cameIn(await recorded(context), context.negotiated), "response");
    report(
      verdict,
      came.flatMap(({ exchange, json, subject }): Sighting[] =>
        wrongErrorParts(json).map(({ kind, came }) => ({
          kind,
          subject,
          exchange: exchange.number,
          finding: {
            sent: sentWords(exchange),
            came: `${came}, ${excerpt(json.error, 160)}`,
            rule: "A07: error.code is an integer and error.message is a string",
            fix: 'send {"code": -32603, "message": "what went wrong"}, the code as a number without a fraction',
          },
        })),
      ),
    );
  },
});

/** What is wrong inside the error of a response. One beside a result, and `null`, are what A06 is about. */
export function wrongErrorParts(json: JsonObject): { kind: string; came: string }[] {
  if (!Object.hasOwn(json, "error") || json.error === null || Object.hasOwn(json, "result")) return [];
  const error = json.error as Json;
  if (!isObject(error)) return [{ kind: "type", came: `an error that is no object but ${excerpt(error, 60)}` }];
  const code = Object.hasOwn(error, "code") ? error.code : undefined;
  const message = Object.hasOwn(error, "message") ? error.message : undefined;
  return [
    ...(Number.isInteger(code) ? [] : [{ kind: "code", came: `an error whose code is ${excerpt(code, 60)}` }]),
    ...(typeof message === "string"
      ? []
      : [{ kind: "message", came: `an error whose message is ${excerpt(message, 60)}` }]),
  ];
}

/** How messages are formed, whoever sent them. */
export const messageShapeChecks: Check[] = [utf8, versionField, resultXorError, errorShape];

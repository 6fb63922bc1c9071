import type { Hooks } from "../server/hooks.js";
import { replaced, replacedAll } from "./apps-view-hooks.js";
import { appsFaults, appsVariants } from "./groups.js";
import type { Fault } from "./types.js";

const ENDS = "ready = false;\n    send({ id, result: {} });";
const PONG = 'if (method === "ping") send({ id, result: {} });';
const REFUSES = 'else send({ id, error: { code: -32601, message: "Method not found: " + method } });';
const ITS_PARENT = "if (event.source !== window.parent) return;\n";
const IS_MESSAGE = 'if (!isObject(message) || message.jsonrpc !== "2.0") return;';
const HEARS_CHANGES = 'else if (method === "ui/notifications/host-context-changed") change(params);';

const ends = [
  ...appsFaults("apps-view-teardown", "failed", [
    {
      name: "apps-view-teardown-silent",
      description: "A view never answers that its end comes",
      hooks: replaced(ENDS, "ready = false;"),
    },
    {
      name: "apps-view-teardown-null",
      description: "A view answers that its end comes with the result null",
      hooks: replaced(ENDS, "ready = false;\n    send({ id, result: null });"),
    },
  ]),
  ...appsFaults("apps-view-teardown", "warning", [
    {
      name: "apps-view-teardown-unknown",
      description: "A view does not know that its end comes, and answers with an error",
      hooks: replaced('else if (method === "ui/resource-teardown") {', 'else if (method === "ui/teardown") {'),
    },
    {
      name: "apps-view-teardown-reason",
      description: "A view refuses to be told why its end comes",
      hooks: replacedAll([
        ["function answer({ id, method }) {", "function answer({ id, method, params }) {"],
        [
          'else if (method === "ui/resource-teardown") {',
          'else if (method === "ui/resource-teardown" && params?.reason !== undefined) send({ id, error: { code: -32602, message: "Invalid params" } });\n  else if (method === "ui/resource-teardown") {',
        ],
      ]),
    },
  ]),
];

const pings = [
  ...appsFaults("apps-view-ping", "failed", [
    {
      name: "apps-view-ping-silent",
      description: "A view never answers ping",
      hooks: replaced(PONG, 'if (method === "ping") return;'),
    },
    {
      name: "apps-view-ping-throws",
      description: "A view throws at ping",
      hooks: replaced(PONG, 'if (method === "ping") throw new Error("what is a ping?");'),
    },
    {
      name: "apps-view-ping-unknown",
      description: "A view does not know ping, and answers with an error",
      hooks: replaced(PONG, 'if (method === "ui/ping") send({ id, result: {} });'),
    },
    {
      name: "apps-view-ping-wrong-id",
      description: "A view answers ping with another id",
      hooks: replaced(PONG, 'if (method === "ping") send({ id: "answer to " + id, result: {} });'),
    },
    {
      name: "apps-view-ping-text",
      description: "A view answers ping with a text",
      hooks: replaced(PONG, 'if (method === "ping") send({ id, result: "pong" });'),
    },
  ]),
  ...appsFaults("apps-view-ping", "warning", [
    {
      name: "apps-view-ping-members",
      description: "A view answers ping with a result that is not empty",
      hooks: replaced(PONG, 'if (method === "ping") send({ id, result: { ok: true } });'),
    },
  ]),
  ...appsVariants([
    {
      name: "apps-view-ping-meta",
      description: "A view answers ping with a result that has nothing but _meta",
      hooks: replaced(PONG, 'if (method === "ping") send({ id, result: { _meta: {} } });'),
    },
  ]),
];

/** Answers with `null` for an id to what the view does not hear. */
const ANSWERS_ALL = `${HEARS_CHANGES}
  else send({ id: null, error: { code: -32601, message: "Method not found: " + method } });`;

/** Reads texts as messages. */
const READS_TEXTS = `const message = read(event.data);
  function read(data) {
    try {
      return JSON.parse(data);
    } catch {
      return data;
    }
  }`;

const unknown = [
  ...appsFaults("apps-view-unknown-method", "failed", [
    {
      name: "apps-view-unknown-succeeds",
      description: "A view answers a request that it does not know with a result",
      hooks: replaced(REFUSES, "else send({ id, result: {} });"),
    },
    {
      name: "apps-view-unknown-silent",
      description: "A view does not answer a request that it does not know",
      hooks: replaced(REFUSES, ""),
    },
    {
      name: "apps-view-unknown-code",
      description: "A view answers a request that it does not know with the code of an internal error",
      hooks: replaced(REFUSES, 'else send({ id, error: { code: -32603, message: "Internal error" } });'),
    },
    {
      name: "apps-view-notification-answered",
      description: "A view answers a notification that it does not know",
      hooks: replaced(HEARS_CHANGES, ANSWERS_ALL),
    },
  ]),
  ...appsFaults("apps-view-unknown-method", "warning", [
    {
      name: "apps-view-takes-texts",
      description: "A view takes a text for the message that it is the JSON of",
      hooks: replaced("const message = event.data;", READS_TEXTS),
    },
    {
      name: "apps-view-throws-at-texts",
      description: "A view throws at a text that is no JSON",
      hooks: replaced(
        "const message = event.data;",
        'const message = typeof event.data === "string" ? JSON.parse(event.data.replace(/^{.*/, "null")) : event.data;',
      ),
    },
    {
      name: "apps-view-throws-at-null",
      description: "A view takes whatever comes for an object",
      hooks: replaced(IS_MESSAGE, 'if (message.jsonrpc !== "2.0") return;'),
    },
    {
      name: "apps-view-refuses-texts",
      description: "A view answers what is no message with an error",
      hooks: replaced(
        IS_MESSAGE,
        `if (!isObject(message)) return send({ id: null, error: { code: -32700, message: "Parse error" } });\n  ${IS_MESSAGE}`,
      ),
    },
    {
      name: "apps-view-takes-any-object",
      description: "A view answers a request that has no jsonrpc",
      hooks: replaced(IS_MESSAGE, "if (!isObject(message)) return;"),
    },
    {
      name: "apps-view-takes-any-source",
      description: "A view answers whichever window a request comes from",
      hooks: replaced(ITS_PARENT, ""),
    },
    {
      name: "apps-view-answers-any-source",
      description: "A view sends its answer to whichever window a request comes from",
      hooks: replacedAll([
        [ITS_PARENT, "const { source } = event;\n"],
        [
          "else answer(message);",
          'else if (message.method === "ping") source.postMessage({ jsonrpc: "2.0", id: message.id, result: {} }, "*");\n  else answer(message);',
        ],
      ]),
    },
  ]),
];

/** Hooks with which the second view declares tools, and answers these methods so. */
function withTools(answers: string): Hooks {
  return replacedAll([
    ["appCapabilities: {", "appCapabilities: { tools: {},"],
    [PONG, `${answers}\n  ${PONG}`],
  ]);
}

/** A branch that sends this for a method. */
const on = (method: string, answer: string) => `if (method === ${JSON.stringify(method)}) ${answer} else`;
const sends = (result: string) => `send({ id, result: ${result} });`;

const TOOLS = '{ tools: [{ name: "unpin", description: "Unpins a city", inputSchema: { type: "object" } }] }';
const LISTS = on("tools/list", sends(TOOLS));
const KNOWS_NONE = on("tools/call", 'send({ id, error: { code: -32602, message: "Unknown tool" } });');

const tools = [
  ...appsFaults("apps-view-app-tools", "warning", [
    {
      name: "apps-view-tools-refused",
      description: "A view declares tools and refuses to list them",
      hooks: withTools(KNOWS_NONE),
    },
    {
      name: "apps-view-tools-silent",
      description: "A view declares tools and never lists them",
      hooks: withTools(`${on("tools/list", "return;")} ${KNOWS_NONE}`),
    },
    {
      name: "apps-view-tools-no-list",
      description: "A view declares tools and answers tools/list without a list",
      hooks: withTools(`${on("tools/list", sends("{}"))} ${KNOWS_NONE}`),
    },
    {
      name: "apps-view-tools-nameless",
      description: "A tool of a view has no name",
      hooks: withTools(`${on("tools/list", sends('{ tools: [{ inputSchema: { type: "object" } }] }'))} ${KNOWS_NONE}`),
    },
    {
      name: "apps-view-tools-schemaless",
      description: "A tool of a view has no inputSchema",
      hooks: withTools(`${on("tools/list", sends('{ tools: [{ name: "unpin" }] }'))} ${KNOWS_NONE}`),
    },
    {
      name: "apps-view-tools-any-call",
      description: "A view answers the call of a tool that it has not with a success",
      hooks: withTools(`${LISTS} ${on("tools/call", sends("{ content: [] }"))}`),
    },
    {
      name: "apps-view-tools-call-silent",
      description: "A view never answers the call of a tool that it has not",
      hooks: withTools(`${LISTS} ${on("tools/call", "return;")}`),
    },
  ]),
  ...appsVariants([
    {
      name: "apps-view-tools",
      description: "A view declares tools, lists them, and refuses the call of another one",
      hooks: withTools(`${LISTS} ${KNOWS_NONE}`),
    },
    {
      name: "apps-view-tools-none",
      description: "A view declares tools and has none as yet; a call ends with isError",
      hooks: withTools(
        `${on("tools/list", sends("{ tools: [] }"))} ${on("tools/call", sends('{ isError: true, content: [{ type: "text", text: "Unknown tool" }] }'))}`,
      ),
    },
  ]),
];

/** Faults and variants of what a view answers. */
export const appsViewAnswerFaults: Fault[] = [...ends, ...pings, ...unknown, ...tools];

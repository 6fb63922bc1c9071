// What a server says in place of what it should say, by name. Both servers of these tests read it: the one over HTTP,
// which runs in the process of the test, and the one over stdio, which has one of its own.
import {
  always,
  at,
  END,
  eachTask,
  flood,
  inText,
  inTextOf,
  interval,
  one,
  result,
  SILENCE,
  several,
  table,
  taskId,
  ttl,
  walk,
} from "./lying.mjs";

const MIB = 1024 * 1024;
const WORKING = { status: "working" };

/** What no report, log or terminal may obey. */
export const EVIL_TEXT =
  "\u001b[31mred\u001b[0m \u0000 \u000b \ufffe \ud800 ]]> \u0085 </failure> \"&'\n::error::faked\r\n##[error]x ##vso[task.complete]y\u2028\u202e";

/** Methods at which a server may end or fall silent. */
const PHASES = [
  "server/discover",
  "initialize",
  "notifications/initialized",
  "tools/list",
  "tools/call",
  "tasks/get",
  "tasks/result",
  "tasks/update",
  "subscriptions/listen",
  "tasks/cancel",
];

/** Capabilities that are no object. */
const NO_CAPABILITIES = [null, [], true, false, 0, "x", ["tools"]];

/** What may stand where the map of extensions belongs; nobody is to find Tasks in it (N12). */
const NO_TASKS = [
  null,
  [],
  true,
  ["io.modelcontextprotocol/tasks"],
  { "io.modelcontextprotocol/tasks": true },
  { "io.modelcontextprotocol/tasks": null },
  { "io.modelcontextprotocol/Tasks": {} },
  { tasks: {} },
  { "io.myext": {}, "com.example/": {}, "com.mcp.tools/x": {}, "-a.b/x": {} },
  Object.fromEntries([["__proto__", { "io.modelcontextprotocol/tasks": {} }]]),
];

/** Ids that a task may have, and that no client may choke on. */
const TASK_IDS = [
  "a\nb",
  "a\r\nMcp-Method: tools/call",
  "nul\u0000 \u001b[31m",
  "读取 ✅",
  "__proto__",
  "=?base64?dDE=?=",
  " outer space ",
  "../../etc/passwd",
  "a\ud800b",
  "t".repeat(4_000),
];

/** Dates that no clock shows. */
const DATES = ["yesterday", "", 0, null, {}, "2026-13-45T99:99:99Z", "+275761-01-01T00:00:00Z"];

const tool = (name) => ({ name, description: String(name), inputSchema: { type: "object" } });
const EVIL_NAMES = ["\u001b[2J", "a\n::error::faked", "##vso[task.complete]", "__proto__", "", EVIL_TEXT];
const evil = { polluted: true, extensions: { "io.modelcontextprotocol/tasks": {} }, status: "working" };

/** Own members that a careless reader takes for those of the prototype. */
const PROTO_MEMBERS = [
  ["__proto__", evil],
  ["constructor", { prototype: evil }],
  ["hasOwnProperty", "x"],
  ["toString", null],
];

function moreTools(...tools) {
  return result("tools/list", (list) => ({ ...list, tools: [...list.tools, ...tools] }));
}

/** Every page is the whole list; the honest server inside never sees a cursor. */
function cursors(next) {
  return () => {
    let page = 0;
    return {
      ...result("tools/list", (list) => ({ ...list, nextCursor: next(page++) }))(),
      request({ params: { cursor: _, ...params } = {}, ...message }) {
        return { ...message, params };
      },
    };
  };
}

/** Answers the first call so, and later ones honestly. */
function atFirstCall(say) {
  return () => {
    let calls = 0;
    return at("tools/call", (honest) => (calls++ === 0 ? say(honest) : undefined))();
  };
}

/** A task that works on and on; its cancellation is answered so. */
function atCancellation(reply) {
  return () => ({
    answer({ method }, honest) {
      if (method === "tasks/get") return one({ ...honest, result: { ...honest.result, status: "working" } });
      return method === "tasks/cancel" ? reply : undefined;
    },
  });
}

export const LIES = {
  honest: () => ({}),

  "a repeated cursor": cursors(() => "again"),
  "cursors of every type": cursors((page) => [7, { a: 1 }, [], false, 0, "", "x"][page] ?? null),
  "cursors without end": cursors((page) => `page ${page}`),
  "ten thousand tools": moreTools(...Array.from({ length: 10_000 }, (_, index) => tool(`tool ${index}`))),
  "a million tools": at("tools/list", (honest) =>
    one(JSON.stringify(honest).replace('"tools":[', `"tools":[${'{"name":"a"},'.repeat(1_000_000)}`)),
  ),
  "tool names that are commands": moreTools(...EVIL_NAMES.map(tool)),
  "two tools of one name": moreTools(tool("job"), tool("job")),
  "tools that are none": moreTools(null, 7, "job", [], {}, { name: 7 }, { name: null }),
  "tools that are no list": result("tools/list", (list) => ({ ...list, tools: { 0: tool("job"), length: 1 } })),

  "members of the prototype in every object": always((honest) =>
    one(walk(honest, (value) => Object.fromEntries([...PROTO_MEMBERS, ...Object.entries(value)]))),
  ),
  ...table("capabilities", NO_CAPABILITIES, (capabilities) => () => ({
    answer: ({ method }, honest) =>
      method === "server/discover" || method === "initialize"
        ? one({ ...honest, result: { ...honest.result, capabilities } })
        : undefined,
  })),
  ...table("extensions", NO_TASKS, (extensions) =>
    result("server/discover", (found) => ({ ...found, capabilities: { ...found.capabilities, extensions } })),
  ),
  "a hundred thousand extensions": result("server/discover", (found) => {
    const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`com.example/x${index}`, {}]));
    return {
      ...found,
      capabilities: { ...found.capabilities, extensions: { ...many, ...found.capabilities.extensions } },
    };
  }),
  "a name of 12 MB": result("server/discover", (found) => ({
    ...found,
    instructions: "i".repeat(2 * MIB),
    _meta: { "io.modelcontextprotocol/serverInfo": { name: "n".repeat(12 * MIB), version: "1.0.0" } },
  })),
  "another discovery from the second on": () => {
    let asked = 0;
    const other = { capabilities: {}, supportedVersions: ["1999-01-01"] };
    return result("server/discover", (found) => (asked++ === 0 ? found : { ...found, ...other }))();
  },

  ...table("the task id", TASK_IDS, taskId),
  "an id of 1 MB": taskId("t".repeat(MIB)),
  "an interval of 2^31": interval(2 ** 31, WORKING),
  "an interval of 1e308": interval(1e308, WORKING),
  "an interval of 1e400": inText(/"status":"completed"|("pollInterval(?:Ms)?":)\d+/g, (_all, key) =>
    key === undefined ? '"status":"working"' : `${key}1e400`,
  ),
  "an interval of -1": interval(-1),
  "an interval of -1e308": interval(-1e308),
  'a ttl of "NaN"': ttl("NaN"),
  'a ttl of "Infinity"': ttl("Infinity"),
  "an empty ttl": ttl(""),
  "a ttl of 1e400": inText(/("ttl(?:Ms)?":)\d+/g, "$11e400"),
  "a ttl of 1e308": ttl(1e308),
  ...table("the date", DATES, (date) => eachTask((task) => ({ ...task, createdAt: date, lastUpdatedAt: date }))),

  "bytes that are no UTF-8": always((honest) =>
    one(
      Buffer.concat([
        Buffer.from('{"odd":"'),
        Buffer.from([0xff, 0xc3, 0x28, 0xf0, 0x9f]),
        Buffer.from(`",${JSON.stringify(honest).slice(1)}`),
      ]),
    ),
  ),
  "every answer twice": always((honest) => several(honest, honest)),
  "an answer and then another": always((honest, { id }) =>
    several(honest, { jsonrpc: "2.0", id, error: { code: -32603, message: "rather not" } }),
  ),
  "an answer to nobody first": always((honest) => several({ ...honest, id: 999_999 }, honest)),
  "an id of null": at("tools/list", (honest) => one({ ...honest, id: null })),
  "an id that is a text": at("tools/list", (honest) => one({ ...honest, id: String(honest.id) })),
  "an id that is an object": at("tools/list", (honest) => one({ ...honest, id: { id: honest.id } })),
  "an id with a fraction of zero": inText(/"id":(\d+)/, '"id":$1.0'),
  "no id": at("tools/list", ({ id: _, ...honest }) => one(honest)),

  "5000 notifications": atFirstCall((honest) => flood(5_000, honest)),
  "100000 notifications": atFirstCall((honest) => flood(100_000, honest)),
  "20000 log messages": atFirstCall((honest) => {
    const log = { jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data: "x" } };
    return several(...Array(20_000).fill(log), honest);
  }),
  "a nesting bomb": inTextOf("tools/list", '"tools":', `"deep":${"[".repeat(100_000)}${"]".repeat(100_000)}`),
  "a nesting bomb that never closes": inTextOf("tools/list", '"tools":', `"deep":${"[".repeat(100_000)}`),
  "a line of 18 MB": inTextOf("tools/list", '"tools":', `"huge":"${"读".repeat(6 * MIB)}"`),
  "a task of 12 MB that never ends": at("tasks/get", (honest) => {
    const working = { ...honest, result: { ...honest.result, status: "working" } };
    return one(JSON.stringify(working).replace('"status":', `"pad":"${"p".repeat(12 * MIB)}","status":`));
  }),
  "an error full of commands": at("tools/call", ({ id }) =>
    one({ jsonrpc: "2.0", id, error: { code: -32603, message: EVIL_TEXT, data: { [EVIL_TEXT]: EVIL_TEXT } } }),
  ),
  "a result full of commands": result("tools/call", (made) =>
    walk(made, (value) =>
      Object.hasOwn(value, "taskId") ? { ...value, ttlMs: EVIL_TEXT, ttl: EVIL_TEXT, [EVIL_TEXT]: EVIL_TEXT } : value,
    ),
  ),

  "a task that never ends, and the end at its cancellation": atCancellation(END),
  "a task that never ends, and silence at its cancellation": atCancellation(SILENCE),
  ...table("the end at", PHASES, (method) => at(method, () => END)),
  ...table("silence at", PHASES, (method) => at(method, () => SILENCE)),
};

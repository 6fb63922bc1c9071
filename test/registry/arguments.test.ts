import { type JsonObject, methodUri } from "@mcptest/pack";
import { expect, test } from "vitest";
import { valueIn } from "./testing/envelopes.js";
import { JOBS, SKILLS } from "./testing/example.js";
import { type Answer, LANES, MODERN, OLDER, type Talk, TRANSPORTS, talk } from "./testing/session.js";

const OLDER_LANES = OLDER.flatMap((version) => TRANSPORTS.map((transport) => [version, transport] as const));

/** Calls a method by the route of the revision, and gives its value, or its error. */
async function call({ session, ask, read }: Talk, id: string, method: string, params: JsonObject): Promise<Answer> {
  if (session.negotiated.protocolVersion === MODERN) {
    const { result, error } = await ask(method, params);
    if (error !== undefined) return { error };
    const { resultType: _type, _meta, ...value } = result;
    return value;
  }
  const answer = await read(methodUri(id, method, params));
  return answer.error === undefined ? valueIn(answer) : { error: answer.error };
}

const TEXTS = [
  "a b",
  "a+b",
  "%20",
  "%2520",
  "%",
  "%zz",
  "é",
  "e\u0301",
  "a/b/../c",
  "a#b?c&d=e",
  `"quoted" 'and' \\`,
  "👩‍🚀🏳️‍🌈",
  "{params}",
  "\0\t\r\n\u2028\u007f",
  "",
  "<>[]{}|^`~!*();:@$,",
];

test.each(LANES)("arguments on %s over %s", async (...lane) => {
  const talking = await talk(...lane);
  await arriveUnchanged(talking);
  await mayBeLeftOut(talking);
  await keepWhatMcpKnows(talking);
});

async function arriveUnchanged(talking: Talk): Promise<void> {
  const long = 'ü %+/#"👍'.repeat(500);
  expect(Buffer.byteLength(long)).toBeGreaterThanOrEqual(6_000);
  for (const text of [...TEXTS, long]) {
    expect(await call(talking, "example.org/jobs", "jobs/echo", { text })).toEqual({ text });
  }
  expect(talking.calls().map(({ params }) => params)).toEqual([...TEXTS, long].map((text) => ({ text })));
}

/** `got` is what the handler sees, or the code of the refusal. */
const OPTIONAL: [method: string, given: JsonObject, got: JsonObject | number][] = [
  ["jobs/start", { name: "a" }, { name: "a", priority: 1 }],
  ["jobs/start", { name: "b", priority: 7 }, { name: "b", priority: 7 }],
  ["jobs/start", { name: "c", unknown: true }, { name: "c", priority: 1 }],
  ["jobs/list", {}, {}],
  ["jobs/list", { cursor: "job-2" }, { cursor: "job-2" }],
  ["jobs/start", { name: "a", priority: null }, -32602],
  ["jobs/start", { name: "a", priority: "7" }, -32602],
  ["jobs/start", { priority: 7 }, -32602],
  ["jobs/start", {}, -32602],
  ["jobs/list", { cursor: null }, -32602],
];

async function mayBeLeftOut(talking: Talk): Promise<void> {
  for (const [method, given, got] of OPTIONAL) {
    const before = talking.calls().length;
    const { error } = await call(talking, "example.org/jobs", method, given);
    const seen = talking.calls().slice(before);
    if (typeof got === "number") expect([method, given, error?.code, seen]).toEqual([method, given, got, []]);
    else expect([error, seen]).toEqual([undefined, [expect.objectContaining({ name: method, params: got })]]);
  }
}

/** What MCP has members of its own for stays among the arguments; what stands beside the address of a method is none. */
async function keepWhatMcpKnows(talking: Talk): Promise<void> {
  const params = {
    inputResponses: { "roots/list": { roots: [] }, bad: 5 },
    requestState: { not: "a string" },
    task: { ttl: 5 },
    cursor: "c",
    uri: "skill://review/SKILL.md",
  };
  await call(talking, "example.org/skills", "skills/list", params);
  expect(talking.calls().at(-1)).toMatchObject({ name: "skills/list", params });
  if (talking.session.negotiated.protocolVersion === MODERN) return;
  const beside = { inputResponses: { bad: 5 }, requestState: "s", params: { a: 1 } };
  const answer = await talking.ask("resources/read", { uri: `${SKILLS}skills/list`, ...beside });
  expect(Object.keys(answer.result)).toEqual(["contents"]);
  expect(talking.calls().at(-1)).toMatchObject({ name: "skills/list", params: {} });
}

test.each(OLDER_LANES)("addresses on %s over %s", async (...lane) => {
  const talking = await talk(...lane);
  await isDecodedOnce(talking);
  await isRefused(talking);
  await isUnknown(talking);
});

async function isDecodedOnce({ read }: Talk): Promise<void> {
  const told: [params: string, text: string][] = [
    ['{"text":"a b+c/#?&=é👍"}', "a b+c/#?&=é👍"],
    ["%7b%22text%22%3a%22%c3%a9%22%7d", "é"],
    ["%7B%22text%22%3A%22%2520%252B%22%7D", "%20%2B"],
    ["%7B%22te%78t%22%3A%22%5Cu00e9%5C%22%22%7D", 'é"'],
    ["%20%7B%22text%22%3A%221%22%7D%0A", "1"],
  ];
  for (const [params, text] of told) {
    const uri = `${JOBS}jobs/echo?params=${params}`;
    const answer = await read(uri);
    expect([answer.result?.contents?.[0].uri, valueIn(answer)]).toEqual([uri, { text }]);
  }
}

const MALFORMED = ["%zz", "%", "%7", "%C3", "%E2%82", "%C3%28", "%FF", "%C0%AF", "%ED%A0%80", "\ud800", "a\udc00"];
const NO_OBJECT = ["[]", "null", "5", '"a"', "{bad", "%22%22", "%7B%7D%7B%7D", "{}%00", "%EF%BB%BF{}"];

async function isRefused({ read, calls }: Talk): Promise<void> {
  const before = calls().length;
  for (const params of MALFORMED.flatMap((text) => [text, `{"text":"${text}"}`]).concat(NO_OBJECT)) {
    const { error } = await read(`${JOBS}jobs/echo?params=${params}`);
    expect([params, error?.code]).toEqual([params, -32602]);
  }
  expect(calls()).toHaveLength(before);
}

const TAILS = ["?params=", "?", "?params", "?Params={}", "?a=1&params={}", "#", "/", "%20", "?params%3D{}"];
const NOTHING = [
  ...TAILS.map((tail) => `${JOBS}jobs/list${tail}`),
  `${JOBS}jobs%2Flist`,
  `${JOBS}jobs/../jobs/list`,
  `${JOBS}jobs//list`,
  `${JOBS}Jobs/list`,
  `${JOBS}skills/list`,
  `${SKILLS}jobs/list`,
  "mcp-extensions://example.org/jobs",
  "mcp-extensions://EXAMPLE.org/jobs/jobs/list",
  "MCP-extensions://example.org/jobs/jobs/list",
  "mcp-extensions:///example.org/jobs/jobs/list",
  `${JOBS}manifest.json?params={}`,
  `${JOBS}manifest.json#`,
];

async function isUnknown({ read, calls }: Talk): Promise<void> {
  const before = calls().length;
  for (const uri of NOTHING) {
    const { error } = await read(uri);
    expect([uri, error?.code]).toEqual([uri, -32002]);
  }
  expect(calls()).toHaveLength(before);
}

test("a lone surrogate is not sent", () => {
  expect(() => methodUri("example.org/jobs", "jobs/echo", { text: "\ud800" })).toThrow(URIError);
});

import { type JsonObject, methodUri } from "@mcptest/pack";
import { expect, test } from "vitest";
import { valueIn } from "./testing/envelopes.js";
import { SKILLS } from "./testing/example.js";
import { type Answer, MODERN, OLDER, type Talk, TRANSPORTS, talk } from "./testing/session.js";

/** `mapped`: the arguments on older revisions, where they are others. */
const CALLS: [id: string, method: string, params: JsonObject, mapped?: JsonObject][] = [
  ["example.org/jobs", "jobs/list", {}],
  ["example.org/jobs", "jobs/start", { name: "a" }],
  ["example.org/jobs", "jobs/start", { name: "b", priority: 5 }],
  ["example.org/jobs", "jobs/start", { name: "c" }],
  ["example.org/jobs", "jobs/list", {}],
  ["example.org/jobs", "jobs/list", { cursor: "job-2" }],
  ["example.org/jobs", "jobs/list", { cursor: "job-9" }],
  ["example.org/jobs", "jobs/cancel", { jobId: "job-2" }],
  ["example.org/jobs", "jobs/get", { jobId: "job-2" }],
  ["example.org/jobs", "jobs/get", { jobId: "job-9" }],
  ["example.org/jobs", "jobs/get", { jobId: 5 }],
  ["example.org/jobs", "jobs/start", { name: "" }],
  ["example.org/jobs", "jobs/echo", { text: "skill://deploy/SKILL.md" }],
  ["example.org/skills", "skills/list", {}],
  ["example.org/skills", "skills/get", { uri: "skill://deploy/SKILL.md" }],
  ["example.org/skills", "skills/get", { uri: "skill://review/SKILL.md" }, { uri: `${SKILLS}review/SKILL.md` }],
  ["example.org/skills", "skills/get", { uri: "skill://none/SKILL.md" }],
  ["example.org/skills", "skills/get", {}],
];

const FILES = [
  ...["deploy/SKILL.md", "review/SKILL.md", "deploy/picture.png"],
  ...["deploy/notes/rollback.md", "review/notes/naming.md"],
];

/** Values and errors of every call, and what the files hold. */
async function everything({ session, ask, read, calls }: Talk): Promise<unknown[]> {
  const isModern = session.negotiated.protocolVersion === MODERN;
  const given: unknown[] = [];
  for (const [id, method, params, mapped = params] of CALLS) {
    const answer = isModern ? await ask(method, params) : await read(methodUri(id, method, mapped));
    const value = answer.error === undefined ? (isModern ? plain(answer.result) : valueIn(answer)) : answer.error;
    given.push([method, params, value]);
  }
  for (const path of FILES) {
    const uri = isModern ? `skill://${path}` : SKILLS + path;
    const [{ uri: read_, ...contents }] = (await read(uri)).result.contents;
    expect(read_).toBe(uri);
    given.push([path, contents]);
  }
  return [...given, ...calls().map(({ name, params }) => [name, params])];
}

/** The value of a method without what 2026-07-28 adds. */
function plain({ resultType, _meta, ...value }: Answer): Answer {
  expect(resultType).toBe("complete");
  return value;
}

/** The addresses of files as they were registered. */
function untranslated(given: unknown[]): unknown[] {
  return JSON.parse(JSON.stringify(given).replaceAll(SKILLS, "skill://"));
}

test.each(TRANSPORTS)("both routes give the same over %s", async (transport) => {
  const native = await everything(await talk(MODERN, transport));
  expect(native).toHaveLength(CALLS.length + FILES.length + 15 + FILES.length);
  for (const version of OLDER) {
    const mapped = await everything(await talk(version, transport));
    expect([version, untranslated(mapped)]).toEqual([version, native]);
    expect(JSON.stringify(mapped)).toContain(`${SKILLS}deploy/SKILL.md`);
  }
});

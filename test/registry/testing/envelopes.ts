import { JOBS, SKILLS } from "./example.js";
import { keyPaths } from "./key-paths.js";
import { type Answer, MODERN, type Talk } from "./session.js";

/** The value of a method, or whatever else stands as JSON in the text of what was read. */
export function valueIn(answer: Answer): Answer {
  const [item, ...others] = answer.result.contents;
  if (others.length > 0) throw new Error("more than one item of contents");
  return JSON.parse(item.text);
}

/** Asks for everything that there is, and gives the key paths of each answer, with the code of each error. */
export async function envelopesOf({ session, first, ask, read }: Talk): Promise<Record<string, string>> {
  const isModern = session.negotiated.protocolVersion === MODERN;
  const rows = new Map<string, string>([["first answer", shape(first)]]);
  const note = (label: string, answer: Answer) => rows.set(label, shape(answer));
  const encoded = (params: object) => encodeURIComponent(JSON.stringify(params));
  const call = (method: string, params: object) => read(`${JOBS}${method}?params=${encoded(params)}`);
  const files = isModern ? "skill://" : SKILLS;

  note("resources/list", await ask("resources/list"));
  note("resources/list, no such cursor", await ask("resources/list", { cursor: "x" }));
  note("resources/templates/list", await ask("resources/templates/list"));
  const manifest = await read(`${JOBS}manifest.json`);
  note("read manifest", manifest);
  if (!isModern) rows.set("the text of the manifest", keyPaths(withoutSchemas(valueIn(manifest))).join(" "));
  note("read fixed method", await read(`${JOBS}jobs/list`));
  const started = await call("jobs/start", { name: "a" });
  note("read method with arguments", started);
  if (!isModern) rows.set("the text of the method", keyPaths(valueIn(started)).join(" "));
  note("read method, refused by its handler", await call("jobs/get", { jobId: "none" }));
  note("read method, refused by its schema", await call("jobs/get", { jobId: 5 }));
  note("read method, malformed escape", await read(`${JOBS}jobs/get?params=%zz`));
  note("read method, empty params", await read(`${JOBS}jobs/get?params=`));
  note("read method that needs arguments, without", await read(`${JOBS}jobs/get`));
  note("read text", await read(`${files}deploy/SKILL.md`));
  note("read bytes", await read(`${files}deploy/picture.png`));
  note("read text by template", await read(`${files}deploy/notes/rollback.md`));
  note("read template, no such file", await read(`${files}deploy/notes/none.md`));
  note("read text of the server itself", await read("app://about"));
  note("read the other face's address of a file", await read(`${isModern ? SKILLS : "skill://"}deploy/SKILL.md`));
  note("read unknown", await read(`${JOBS}no/such`));
  note("read without uri", await ask("resources/read", {}));
  note("server/discover", await ask("server/discover"));
  note("call", await ask("jobs/start", { name: "a" }));
  note("call, refused by its handler", await ask("jobs/get", { jobId: "none" }));
  note("call, refused by its schema", await ask("jobs/get", { jobId: 5 }));
  return Object.fromEntries(rows);
}

/** What the schemas of a manifest hold is the author's. */
function withoutSchemas(manifest: Answer): Answer {
  const named = Object.values<Answer>(manifest.methodResources);
  const methodResources = named.map((each) => keyPaths(each).map((path) => path.replace(/Schema\..*/, "Schema")));
  return {
    ...manifest,
    methodResources: methodResources.map((paths) => Object.fromEntries(paths.map((path) => [path, ""]))),
  };
}

function shape(answer: Answer): string {
  const code = answer.error === undefined ? "" : `${answer.error.code} `;
  return code + keyPaths(answer).join(" ");
}

import { type Json, type JsonObject, member } from "@mcptest/pack";
import { rpcError } from "../protocol/json-rpc.js";
import { type Tool, type ToolRun, textResult } from "../server/tool.js";
import { elicitation } from "./elicitation.js";

/** Code of the error that `protocol_error` ends with: an application's own, outside the range of JSON-RPC (A17). */
const PROTOCOL_ERROR_CODE = 4001;

const READ_ONLY = { readOnlyHint: true, idempotentHint: true, openWorldHint: false };
const ACTING = { readOnlyHint: false, destructiveHint: false, openWorldHint: false };

function schema(properties: JsonObject = {}): JsonObject {
  return { type: "object", properties };
}

const duration = schema({
  durationMs: { type: "number", minimum: 0, description: "Milliseconds that the job takes" },
  label: { type: "string", description: "Returned in the result" },
});

/** Sleeps for `durationMs` of the arguments, or for `defaultMs`, and tells what it did. */
async function work(run: ToolRun, defaultMs: number): Promise<JsonObject> {
  const given = member(run.arguments, "durationMs");
  if (given !== undefined && !(typeof given === "number" && given >= 0)) {
    return textResult("durationMs must be a number of milliseconds", { isError: true });
  }
  const milliseconds = given ?? defaultMs;
  await run.sleep(milliseconds);
  return textResult(`${label(run)}Worked for ${milliseconds} ms.`);
}

function label(run: ToolRun): string {
  const given = member(run.arguments, "label");
  return typeof given === "string" ? `${given}: ` : "";
}

/** The value of a form's field, or why there is none. */
function answerOf(answer: JsonObject | undefined, field: string): string {
  const action = member(answer, "action");
  if (action !== "accept") return `(${typeof action === "string" ? action : "no answer"})`;
  const value: Json | undefined = member(member(answer, "content"), field);
  return typeof value === "string" ? value : JSON.stringify(value ?? null);
}

/** A question for one text field. */
function textQuestion(message: string, field: string) {
  return elicitation(message, { [field]: { type: "string", title: field, minLength: 1 } });
}

/** One step of a tool that asks: a fifth of a job. */
function step(run: ToolRun): Promise<void> {
  return run.sleep(run.jobMs / 5);
}

/** Tools that can run as tasks: one for each role of the Tasks pack. */
export const jobTools: Tool[] = [
  {
    name: "job",
    title: "Background job",
    description: "Works for a while and then tells for how long. Runs as a task where the client supports tasks.",
    inputSchema: duration,
    annotations: READ_ONLY,
    task: "optional",
    run: (run) => work(run, run.jobMs),
  },
  {
    name: "must_task",
    title: "Task-only job",
    description: "The same job, for clients with tasks only: a plain call is refused.",
    inputSchema: duration,
    annotations: READ_ONLY,
    task: "required",
    run: (run) => work(run, run.jobMs),
  },
  {
    name: "ask",
    title: "Job with a question",
    description: "Asks for a name while it runs and greets whoever it is.",
    inputSchema: schema({ label: { type: "string", description: "Returned in the result" } }),
    annotations: ACTING,
    task: "optional",
    requires: { elicitation: {} },
    async run(run) {
      await step(run);
      const { name } = await run.ask({ name: textQuestion("What is your name?", "name") });
      await step(run);
      return textResult(`${label(run)}Hello ${answerOf(name, "name")}.`);
    },
  },
  {
    name: "ask_twice",
    title: "Job with two questions in a row",
    description: "Asks for a name, works, and then asks for a city.",
    inputSchema: schema(),
    annotations: ACTING,
    task: "optional",
    requires: { elicitation: {} },
    async run(run) {
      await step(run);
      const { name } = await run.ask({ name: textQuestion("What is your name?", "name") });
      await step(run);
      const { city } = await run.ask({ city: textQuestion("Where do you live?", "city") });
      await step(run);
      return textResult(`Hello ${answerOf(name, "name")} of ${answerOf(city, "city")}.`);
    },
  },
  {
    name: "ask_many",
    title: "Job with several questions at once",
    description: "Asks for a name, a city and a colour at the same time.",
    inputSchema: schema(),
    annotations: ACTING,
    task: "optional",
    requires: { elicitation: {} },
    async run(run) {
      await step(run);
      const { name, city, colour } = await run.ask({
        name: textQuestion("What is your name?", "name"),
        city: textQuestion("Where do you live?", "city"),
        colour: elicitation("Which colour do you like?", {
          colour: { type: "string", enum: ["red", "green", "blue"] },
        }),
      });
      await step(run);
      const [who, where, what] = [answerOf(name, "name"), answerOf(city, "city"), answerOf(colour, "colour")];
      return textResult(`Hello ${who} of ${where}, who likes ${what}.`);
    },
  },
  {
    name: "tool_error",
    title: "Job with a tool error",
    description: "Works for a while and then reports an error as its result (isError).",
    inputSchema: schema(),
    annotations: ACTING,
    task: "optional",
    async run(run) {
      await step(run);
      return textResult("The job could not be done.", { isError: true });
    },
  },
  {
    name: "protocol_error",
    title: "Job with a protocol error",
    description: "Works for a while and then fails with a JSON-RPC error.",
    inputSchema: schema(),
    annotations: ACTING,
    task: "optional",
    async run(run) {
      await step(run);
      throw rpcError(PROTOCOL_ERROR_CODE, "The job broke off", { data: { reason: "it always does" } });
    },
  },
  {
    name: "slow",
    title: "Long job",
    description: "Works for twenty times as long as the other jobs: long enough to be cancelled.",
    inputSchema: duration,
    annotations: ACTING,
    task: "optional",
    run: (run) => work(run, run.jobMs * 20),
  },
];

import type { Json, JsonObject } from "@mcptest/pack";
import type { ServerOptions } from "../server/options.js";
import { legacySteps } from "./legacy-script.js";
import { modernSteps } from "./modern-script.js";
import { type Answer, openSession, type TestSession } from "./session.js";

/** What came back in one step of a script. */
export interface Step {
  status?: number;
  messages: Json[];
}

/** Every step of a script by name. A step whose task could not be had is left out. */
export type Steps = Map<string, Step>;

/** Runs the steps of a script and keeps what came back. */
export interface Recorder {
  /** Sends a request as the step `name`. */
  step(
    name: string,
    method: string,
    params?: JsonObject,
    capabilities?: JsonObject,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  /** Keeps these messages as the step `name`. */
  put(name: string, messages: unknown[], status?: number): void;
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}/g;

/** The messages with everything that differs from run to run replaced. */
export function fixed(messages: unknown): Json[] {
  const text = JSON.stringify(messages, (key, value) =>
    key === "id" || key.endsWith("subscriptionId") ? `ID (${typeof value})` : value,
  );
  return JSON.parse(text.replace(UUID, "UUID").replace(TIME, "TIME"));
}

/** A recorder of the answers to `session`. */
export function createRecorder(session: TestSession, steps: Steps): Recorder {
  const put = (name: string, messages: unknown[], status?: number) => {
    steps.set(name, { ...(status === undefined ? {} : { status }), messages: fixed(messages) });
  };
  return {
    put,
    async step(name, ...request) {
      const answer = await session.call(...request);
      put(name, answer.messages, answer.status);
      return answer;
    },
  };
}

/** Runs the script of `era` against a fresh server. */
export async function runScript(
  transport: "http" | "stdio",
  era: "modern" | "legacy",
  options: ServerOptions,
): Promise<Steps> {
  const session = await openSession(transport, era, { jobMs: 10, ...options }, { elicitation: {} });
  const steps: Steps = new Map();
  const recorder = createRecorder(session, steps);
  try {
    await recorder.step("list", "tools/list");
    await recorder.step("echo", "tools/call", { name: "echo", arguments: { text: "hello" } });
    await recorder.step("unknown", "no/such");
    await (era === "modern" ? modernSteps(session, recorder) : legacySteps(session, recorder));
  } finally {
    await session.close();
  }
  return steps;
}

/** Names of the steps that both scripts ran and that differ. */
export function changedSteps(before: Steps, after: Steps): string[] {
  return [...after.keys()].filter((name) => JSON.stringify(before.get(name)) !== JSON.stringify(after.get(name)));
}

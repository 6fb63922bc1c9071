import type { JsonObject } from "@mcptest/pack";
import type { Call } from "./call.js";

/** Something that a tool needs from the client (2026-07-28 patterns/mrtr; legacy: a request of the server). */
export interface InputRequest {
  method: "elicitation/create" | "sampling/createMessage" | "roots/list";
  params: JsonObject;
}

/** One run of a tool. */
export interface ToolRun {
  readonly arguments: JsonObject;
  /** Milliseconds that a job takes by default. */
  readonly jobMs: number;
  /** The request that the tool runs within; absent when it runs as a task. */
  readonly call?: Call;
  /** Waits; rejects when the run is cancelled. */
  sleep(milliseconds: number): Promise<void>;
  /** Asks for everything at once and gives the answers under the same keys. A key is used once in a run. */
  ask(questions: Record<string, InputRequest>): Promise<Record<string, JsonObject>>;
}

/** A tool of the reference server. */
export interface Tool {
  name: string;
  title: string;
  description: string;
  inputSchema: JsonObject;
  annotations: JsonObject;
  /** Whether a call can or must run as a task. Absent: it never does. */
  task?: "optional" | "required";
  /** Client capabilities without which the tool refuses. */
  requires?: JsonObject;
  /** First revision that has what the tool needs. Default: every revision does. */
  since?: string;
  /** Whether the server has the tool at the moment. Default: always. */
  present?(): boolean;
  /** Gives a `CallToolResult`, or throws an `RpcError`. */
  run(run: ToolRun): Promise<JsonObject>;
}

/** A `CallToolResult` of one text block. */
export function textResult(text: string, extra: JsonObject = {}): JsonObject {
  return { content: [{ type: "text", text }], ...extra };
}

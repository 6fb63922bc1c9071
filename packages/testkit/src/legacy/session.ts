import { isObject, type Json, type JsonObject, member } from "@mcptest/pack";

/** One legacy session: a stdio process after `initialize`, or what a `Mcp-Session-Id` names. */
export interface Session {
  readonly id: string;
  readonly version: string;
  /** Capabilities that the client declared in `initialize`. */
  readonly declared: JsonObject;
  /** Requests of ours that the client has not answered, by id. */
  readonly asked: Map<string, { resolve(result: JsonObject): void; reject(error: Error): void }>;
  nextId: number;
}

/** Sends a request to the client over `emit` and gives its result. Rejects when `gone` aborts first. */
export function askClient(
  session: Session,
  emit: (message: JsonObject) => void,
  method: string,
  params: JsonObject,
  gone: AbortSignal,
): Promise<JsonObject> {
  session.nextId += 1;
  const id = `server-${session.nextId}`;
  return new Promise<JsonObject>((resolve, reject) => {
    session.asked.set(id, { resolve, reject });
    gone.addEventListener("abort", () => reject(new Error("The stream is gone")), { once: true });
    emit({ jsonrpc: "2.0", id, method, params });
  }).finally(() => session.asked.delete(id));
}

/** Takes the client's answer to a request of ours. Answers to nothing are dropped. */
export function takeAnswer(session: Session, id: Json, message: JsonObject): void {
  const open = typeof id === "string" ? session.asked.get(id) : undefined;
  const result = member(message, "result");
  if (isObject(result)) open?.resolve(result);
  else open?.reject(new Error("The client answered with an error"));
}

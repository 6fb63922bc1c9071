import { at, type JsonObject, META, member } from "@mcptest/pack";
import type { ServerOptions } from "../server/options.js";
import { type RunningServer, startHttpServer } from "../transports/http.js";
import { type HttpAnswer, openHttp, post } from "./http-client.js";
import { initializeRequest, legacy, modern, type RawRequest } from "./requests.js";
import { connectInProcess, type StdioClient } from "./stdio-client.js";

/** One request and its answer, over either transport. */
export interface Answer {
  /** HTTP only. */
  status?: number;
  response: JsonObject;
  /** Everything that came, the response included. */
  messages: JsonObject[];
}

/** Talks to a server of one era over one transport. */
export interface TestSession {
  call(method: string, params?: JsonObject, capabilities?: JsonObject): Promise<Answer>;
  /** The result of a call; throws when it was refused. */
  result(method: string, params?: JsonObject, capabilities?: JsonObject): Promise<JsonObject>;
  /** Opens a subscription (modern). `next` gives its messages one by one. */
  listen(notifications: JsonObject, capabilities?: JsonObject): Promise<Listening>;
  close(): Promise<void>;
}

/** An open subscription, or the refusal as its only message. */
export interface Listening {
  status?: number;
  next(): Promise<JsonObject | undefined>;
  close(): void;
}

/** Opens a modern session, or a legacy one whose client declares `capabilities`. */
export async function openSession(
  transport: "http" | "stdio",
  era: "modern" | "legacy",
  options: ServerOptions,
  capabilities: JsonObject = {},
): Promise<TestSession> {
  const started = { era, ...options };
  const talk = transport === "http" ? await overHttp(started) : overStdio(started);
  let headers: Record<string, string> = {};
  if (era === "legacy") {
    const opened = await talk.send(initializeRequest(capabilities));
    const id = opened.headers?.["mcp-session-id"];
    if (typeof id === "string") headers = { "Mcp-Session-Id": id };
  }
  const call = async (method: string, params: JsonObject = {}, declared: JsonObject = {}): Promise<Answer> => {
    const request = era === "modern" ? modern(method, params, declared) : legacy(method, params);
    return talk.send({ ...request, headers: { ...request.headers, ...headers } });
  };
  return {
    call,
    async result(method, params, declared) {
      const { response } = await call(method, params, declared);
      const result = member(response, "result");
      if (result === undefined) throw new Error(`${method} was refused: ${JSON.stringify(response)}`);
      return result as JsonObject;
    },
    listen: (notifications, declared = {}) => talk.listen(modern("subscriptions/listen", { notifications }, declared)),
    close: talk.close,
  };
}

interface Talk {
  listen(request: RawRequest): Promise<Listening>;
  send(request: RawRequest): Promise<Answer & { headers?: HttpAnswer["headers"] }>;
  close(): Promise<void>;
}

async function overHttp(options: ServerOptions): Promise<Talk> {
  const server: RunningServer = await startHttpServer(options);
  return {
    async send({ message, headers }) {
      const { status, messages, headers: received } = await post(server.url, message, headers);
      return { status, messages, headers: received, response: messages.at(-1) ?? {} };
    },
    async listen({ message, headers }) {
      return openHttp(server.url, JSON.stringify(message), headers);
    },
    close: server.close,
  };
}

function overStdio(options: ServerOptions): Talk {
  const client: StdioClient = connectInProcess(options);
  return {
    async send({ message }) {
      const response = await client.request(message);
      return { response, messages: [response] };
    },
    async listen({ message }) {
      client.send(message);
      const mine = (received: JsonObject) =>
        received.id === message.id || at(received, "params", "_meta", META.subscriptionId) === message.id;
      const cancel = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: message.id ?? null } };
      return { next: () => client.take(mine), close: () => client.send(cancel) };
    },
    async close() {
      client.close();
    },
  };
}

/** Polls `tasks/get` until the task has this status, or any terminal one. */
export async function pollUntil(
  session: TestSession,
  taskId: string,
  status: string | undefined,
  capabilities: JsonObject,
): Promise<JsonObject> {
  while (true) {
    const task = await session.result("tasks/get", { taskId }, capabilities);
    const terminal = ["completed", "failed", "cancelled"].includes(String(task.status));
    if (status === undefined ? terminal : task.status === status) return task;
    if (terminal) throw new Error(`The task ended as ${task.status}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

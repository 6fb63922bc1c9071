import { at, type Json, type JsonObject, META, member } from "@mcptest/pack";
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
  readonly transport: "http" | "stdio";
  /** Legacy: the response to `initialize`. */
  readonly opened: JsonObject;
  /** Sends a request; `headers` come in place of its own. */
  call(
    method: string,
    params?: JsonObject,
    capabilities?: JsonObject,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  /** The result of a call; throws when it was refused. */
  result(method: string, params?: JsonObject, capabilities?: JsonObject): Promise<JsonObject>;
  /** Sends a request. `next` gives the messages of its stream one by one. */
  stream(method: string, params?: JsonObject, capabilities?: JsonObject): Promise<Listening>;
  /** Opens a subscription (modern). */
  listen(notifications: JsonObject, capabilities?: JsonObject): Promise<Listening>;
  /** Answers a request of the server (legacy). */
  reply(id: Json, result: JsonObject): Promise<void>;
  /** Another client of the same server; over HTTP with headers of its own. */
  fork(capabilities: JsonObject, headers?: Record<string, string>): Promise<TestSession>;
  close(): Promise<void>;
}

/** An open stream, or the refusal as its only message. */
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
  return connect(talk, era, capabilities, {});
}

async function connect(
  talk: Talk,
  era: "modern" | "legacy",
  capabilities: JsonObject,
  own: Record<string, string>,
): Promise<TestSession> {
  const common = { ...own };
  let opened: JsonObject = {};
  if (era === "legacy") {
    const request = initializeRequest(capabilities);
    const answer = await talk.send({ ...request, headers: { ...request.headers, ...own } });
    opened = answer.response;
    const id = answer.headers?.["mcp-session-id"];
    if (typeof id === "string") common["Mcp-Session-Id"] = id;
  }
  const build = (method: string, params: JsonObject, declared: JsonObject, headers = {}): RawRequest => {
    const request = era === "modern" ? modern(method, params, declared) : legacy(method, params);
    return { ...request, headers: { ...request.headers, ...common, ...headers } };
  };
  const call: TestSession["call"] = async (method, params = {}, declared = {}, headers = {}) =>
    talk.send(build(method, params, declared, headers));
  return {
    transport: talk.transport,
    opened,
    call,
    async result(method, params, declared) {
      const { response } = await call(method, params, declared);
      const result = member(response, "result");
      if (result === undefined) throw new Error(`${method} was refused: ${JSON.stringify(response)}`);
      return result as JsonObject;
    },
    stream: async (method, params = {}, declared = {}) => talk.listen(build(method, params, declared)),
    listen: async (notifications, declared = {}) =>
      talk.listen(build("subscriptions/listen", { notifications }, declared)),
    reply: (id, result) => talk.reply({ jsonrpc: "2.0", id, result }, common),
    fork: (declared, headers = {}) => connect(talk, era, declared, headers),
    close: talk.close,
  };
}

interface Talk {
  transport: "http" | "stdio";
  listen(request: RawRequest): Promise<Listening>;
  send(request: RawRequest): Promise<Answer & { headers?: HttpAnswer["headers"] }>;
  reply(message: JsonObject, headers: Record<string, string>): Promise<void>;
  close(): Promise<void>;
}

async function overHttp(options: ServerOptions): Promise<Talk> {
  const server: RunningServer = await startHttpServer(options);
  return {
    transport: "http",
    async send({ message, headers }) {
      const { status, messages, headers: received } = await post(server.url, message, headers);
      return { status, messages, headers: received, response: messages.at(-1) ?? {} };
    },
    async listen({ message, headers }) {
      return openHttp(server.url, JSON.stringify(message), headers);
    },
    async reply(message, headers) {
      await post(server.url, message, headers);
    },
    close: server.close,
  };
}

function overStdio(options: ServerOptions): Talk {
  const client: StdioClient = connectInProcess(options);
  return {
    transport: "stdio",
    async send({ message }) {
      const before = client.lines().length;
      const response = await client.request(message);
      const ahead = client
        .lines()
        .slice(before)
        .map((line): JsonObject => JSON.parse(line));
      return { response, messages: [...ahead.filter(isUntied), response] };
    },
    async listen({ message }) {
      client.send(message);
      const mine = (received: JsonObject) =>
        received.id === message.id ||
        (received.id !== undefined && received.method !== undefined) ||
        at(received, "params", "_meta", META.subscriptionId) === message.id;
      const cancel = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: message.id ?? null } };
      return { next: () => client.take(mine), close: () => client.send(cancel) };
    },
    async reply(message) {
      client.send(message);
    },
    async close() {
      client.close();
    },
  };
}

/** Whether `message` is a notification that belongs to no subscription. */
function isUntied(message: JsonObject): boolean {
  return message.id === undefined && at(message, "params", "_meta", META.subscriptionId) === undefined;
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

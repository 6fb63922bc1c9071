import { Agent } from "node:http";
import { at, type JsonObject, MODERN_VERSIONS } from "@mcptest/pack";
import { APPS_ID, VIEW_MIME } from "../apps/ids.js";
import type { ServerOptions } from "../server/options.js";
import { startHttpServer } from "../transports/http.js";
import { post } from "./http-client.js";
import { legacy, modern, type RawRequest } from "./requests.js";
import { initializeFor } from "./revisions.js";
import { connectInProcess } from "./stdio-client.js";

/** Client capabilities with views. */
export const WITH_VIEWS: JsonObject = { extensions: { [APPS_ID]: { mimeTypes: [VIEW_MIME] } } };

/** A connection: on stdio a server of its own, on HTTP one socket, before 2026-07-28 one session. */
export interface AppsTalk {
  /** The response to `initialize`, or to `server/discover`. */
  opened: JsonObject;
  /** The response to a request. `capabilities`: on 2026-07-28 those of this request. */
  call(method: string, params?: JsonObject, capabilities?: JsonObject): Promise<JsonObject>;
  close(): Promise<void>;
}

/** An Apps server. */
export interface AppsServer {
  /** A new connection of a client with these capabilities. */
  connect(capabilities?: JsonObject): Promise<AppsTalk>;
  close(): Promise<void>;
}

/** Starts an Apps server and speaks this revision with it. On stdio each connection starts one more. */
export async function startApps(
  transport: "http" | "stdio",
  version: string,
  options: ServerOptions = {},
): Promise<AppsServer> {
  const started: ServerOptions = { kind: "apps", ...options };
  if (transport === "stdio") {
    const talks: AppsTalk[] = [];
    return {
      async connect(capabilities = {}) {
        const client = connectInProcess(started);
        const send: Send = async ({ message }) => ({ answer: await client.request(message) });
        const notify = async (message: JsonObject) => client.send(message);
        const talk = await open({ send, notify, close: async () => client.close() }, version, capabilities);
        talks.push(talk);
        return talk;
      },
      async close() {
        await Promise.all(talks.map((talk) => talk.close()));
      },
    };
  }
  const server = await startHttpServer(started);
  const agents: Agent[] = [];
  return {
    async connect(capabilities = {}) {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      agents.push(agent);
      const send: Send = async ({ message, headers }) => {
        const { messages, headers: received } = await post(server.url, message, headers, agent);
        return { answer: messages.at(-1) ?? {}, session: received["mcp-session-id"] };
      };
      const notify = async (message: JsonObject, headers = {}) =>
        void (await post(server.url, message, headers, agent));
      return open({ send, notify, close: async () => agent.destroy() }, version, capabilities);
    },
    async close() {
      for (const agent of agents) agent.destroy();
      await server.close();
    },
  };
}

type Send = (request: RawRequest) => Promise<{ answer: JsonObject; session?: unknown }>;

interface Way {
  send: Send;
  notify(message: JsonObject, headers?: Record<string, string>): Promise<void>;
  close(): Promise<void>;
}

async function open({ send, notify, close }: Way, version: string, own: JsonObject): Promise<AppsTalk> {
  if (MODERN_VERSIONS.includes(version)) {
    const call: AppsTalk["call"] = async (method, params = {}, capabilities = own) =>
      (await send(modern(method, params, capabilities))).answer;
    return { opened: await call("server/discover"), call, close };
  }
  const { answer: opened, session } = await send(initializeFor(version, own));
  const headers: Record<string, string> = {
    ...(typeof session === "string" ? { "Mcp-Session-Id": session } : {}),
    ...(version >= "2025-06-18" ? { "MCP-Protocol-Version": version } : {}),
  };
  await notify({ jsonrpc: "2.0", method: "notifications/initialized" }, headers);
  return {
    opened,
    call: async (method, params = {}) => (await send({ message: legacy(method, params).message, headers })).answer,
    close,
  };
}

/** Entries of the one page of a list. */
export function entriesOf(response: JsonObject, key: string): JsonObject[] {
  return (at(response, "result", key) ?? []) as JsonObject[];
}

import { createConnection } from "node:net";
import { at } from "@mcptest/pack";
import { expect } from "vitest";
import type { ServerOptions } from "../server/options.js";
import { type RunningServer, startHttpServer } from "../transports/http.js";
import type { Proofs } from "./hostile-messages.js";
import { post } from "./http-client.js";
import { DECLARED, modern } from "./requests.js";

/** The pieces in which the bytes of a response arrive, the head apart, with HTTP's own chunks taken off. */
function bodyPieces(server: RunningServer, method: string): Promise<string[]> {
  const { message, headers } = modern(method);
  const body = JSON.stringify(message);
  const lines = Object.entries({ Host: "localhost", Connection: "close", ...headers }).map(([k, v]) => `${k}: ${v}`);
  const head = ["POST /mcp HTTP/1.1", ...lines, `Content-Length: ${Buffer.byteLength(body)}`, "", ""].join("\r\n");
  return new Promise((resolve) => {
    const socket = createConnection(server.port, "127.0.0.1", () => socket.write(head + body));
    const bytes: Buffer[] = [];
    socket.on("data", (chunk) => bytes.push(chunk));
    socket.on("end", () => {
      const text = Buffer.concat(bytes).toString("latin1");
      resolve(chunksOf(text.slice(text.indexOf("\r\n\r\n") + 4)));
    });
  });
}

/** The data of HTTP's chunked encoding, chunk by chunk. */
function chunksOf(text: string): string[] {
  const chunks: string[] = [];
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf("\r\n", at);
    const length = Number.parseInt(text.slice(at, end), 16);
    if (length === 0) break;
    chunks.push(Buffer.from(text.slice(end + 2, end + 2 + length), "latin1").toString("latin1"));
    at = end + 2 + length + 2;
  }
  return chunks;
}

async function withServer<Result>(
  options: ServerOptions,
  use: (server: RunningServer) => Promise<Result>,
): Promise<Result> {
  const server = await startHttpServer({ era: "modern", jobMs: 10, ...options });
  try {
    return await use(server);
  } finally {
    await server.close();
  }
}

/** What `POST` of a discovery gives on a server with this fault. */
const discoverWith = (fault: string, extra: Record<string, string> = {}) =>
  withServer({ faults: [fault] }, (server) => {
    const { message, headers } = modern("server/discover");
    return post(server.url, message, { ...headers, ...extra });
  });

/** The pieces of the answer to a listing on a server with this framing. */
const pieces = (name: string, kind: "faults" | "variants" = "variants") =>
  withServer({ [kind]: [name] }, (server) => bodyPieces(server, "tools/list"));

/** A listing's tools, from the text of one SSE event's data. */
const toolsIn = (data: string) => at(JSON.parse(data), "result", "tools", 0, "name");

/** How a server of these variants answers `tasks/get` with this `Mcp-Name`. */
const getNamed = (variant: Pick<ServerOptions, "faults" | "variants">, name: string | undefined) =>
  withServer(variant, async (server) => {
    const call = modern("tools/call", { name: "job" }, DECLARED);
    const created = await post(server.url, call.message, call.headers);
    const { message, headers } = modern(
      "tasks/get",
      { taskId: String(at(created.messages, 0, "result", "taskId")) },
      DECLARED,
    );
    const { "Mcp-Name": _name, ...rest } = headers;
    return (await post(server.url, message, name === undefined ? rest : { ...rest, "Mcp-Name": name })).status;
  });

/** Proofs for what an HTTP endpoint may be, for SSE framings and for `Mcp-Name`. */
export const httpProofs: Proofs = {
  html: async () => {
    const answer = await discoverWith("html");
    expect([answer.status, answer.headers["content-type"]]).toEqual([200, "text/html"]);
    expect(answer.text).toContain("<h1>Welcome</h1>");
  },
  unauthorized: async () => {
    const answer = await discoverWith("unauthorized");
    expect([answer.status, answer.headers["www-authenticate"]]).toEqual([401, expect.stringMatching(/^Bearer /)]);
  },
  "unauthorized-bare": async () => {
    const answer = await discoverWith("unauthorized-bare");
    expect([answer.status, answer.headers["www-authenticate"]]).toEqual([401, undefined]);
  },
  forbidden: async () => expect((await discoverWith("forbidden")).status).toBe(403),
  redirect: async () => {
    const { status, headers } = await discoverWith("redirect", { Authorization: "Bearer CANARY-1" });
    expect([status, headers.location]).toEqual([302, "http://elsewhere.invalid/mcp?token=Bearer%20CANARY-1"]);
  },
  "sse-answers": async () => {
    const [event = "", ...more] = await pieces("sse-answers");
    expect(event).toMatch(/^event: message\ndata: \{.*\}\n\n$/);
    expect(more).toEqual([]);
  },
  "sse-crlf-split": async () => {
    const [first = "", second = "", third] = await pieces("sse-crlf-split");
    expect(first).toBe('data: {"jsonrpc":"2.0",\r');
    expect(second).toMatch(/^\ndata:"id":\d+,"result":.*\}\r\n\r$/);
    expect(third).toBe("\n");
  },
  "sse-lone-cr": async () => {
    const [event = ""] = await pieces("sse-lone-cr");
    expect(event).not.toContain("\n");
    expect(event).toMatch(/^data: \{"jsonrpc":"2\.0",\rdata: "id":.*\}\r\r$/);
  },
  "sse-bom": async () => {
    const [mark, event = ""] = await pieces("sse-bom");
    expect(mark).toBe("\xef\xbb\xbf");
    expect(toolsIn(event.replace(/^event: message\ndata: /, ""))).toBe("echo");
  },
  "sse-comments": async () => {
    const [comment, odd, hello, event = ""] = await pieces("sse-comments");
    expect([comment, odd, hello]).toEqual([":\r\n\r\n", "retry: 10\nid: 1\nodd: x\n\n", ": hello\n"]);
    expect(toolsIn(event.replace(/^data: /, ""))).toBe("echo");
  },
  "sse-unterminated": async () => {
    const [event = ""] = await pieces("sse-unterminated", "faults");
    expect(event).toMatch(/^data: \{.*\}\n$/);
  },
  "task-name-header-optional": async () => {
    const variant = { variants: ["task-name-header-optional"] };
    expect([await getNamed(variant, undefined), await getNamed(variant, "other")]).toEqual([200, 400]);
  },
  "task-name-header-unchecked": async () => {
    const fault = { faults: ["task-name-header-unchecked"] };
    expect([await getNamed(fault, undefined), await getNamed(fault, "other")]).toEqual([200, 200]);
  },
};

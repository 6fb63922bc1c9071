import type { IncomingMessage, ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";

/** What an HTTP endpoint answers in place of MCP. `text` is the honest answer. */
export type Endpoint = (request: IncomingMessage, response: ServerResponse, text: string) => void;

const page = "<!doctype html><title>Welcome</title><script>alert(1)</script>\n::error::faked\n";

function plain(status: number, headers: Record<string, string> = {}, body = ""): Endpoint {
  return (_request, response) => {
    response.writeHead(status, headers).end(body);
  };
}

function endless(type: string, chunk: string): Endpoint {
  return (_request, response) => {
    response.writeHead(200, { "Content-Type": type });
    const bytes = Buffer.from(chunk.repeat(Math.ceil(65_536 / chunk.length)));
    const more = (): void => {
      while (!response.destroyed && response.write(bytes));
    };
    response.on("drain", more);
    more();
  };
}

export const ENDPOINTS: Record<string, Endpoint> = {
  html: plain(200, { "Content-Type": "text/html" }, page),
  "401": plain(401, {
    "WWW-Authenticate": 'Bearer resource_metadata="https://h.invalid/.well-known/oauth-protected-resource/mcp"',
  }),
  "401 bare": plain(401, { "Content-Type": "application/json" }, '{"errors":["Unauthorized"]}'),
  "403": plain(403, { "Content-Type": "text/plain" }, "Forbidden"),
  "403 host": plain(
    403,
    { "Content-Type": "application/json" },
    '{"jsonrpc":"2.0","error":{"code":-32000,"message":"Invalid Host: 127.0.0.1"},"id":null}',
  ),
  "404 html": plain(404, { "Content-Type": "text/html" }, page),
  "421": plain(421, { "Content-Type": "text/plain" }, "Invalid Host header"),
  "429": plain(429),
  "429 retry now": plain(429, { "Retry-After": "0" }),
  "429 retry late": plain(429, { "Retry-After": "99999999999" }),
  "500": plain(500, { "Content-Type": "text/html" }, page),
  "502": plain(502, { "Content-Type": "text/html" }, page),
  "503": plain(503),
  "204": plain(204),
  "202": plain(202),
  "300": plain(300),
  "302 elsewhere": plain(302, { Location: "http://127.0.0.1:1/mcp" }),
  "307 elsewhere": plain(307, { Location: "http://127.0.0.1:1/mcp" }),
  "empty body": plain(200, { "Content-Type": "application/json" }),
  gzip: (_request, response, text) => {
    response.writeHead(200, { "Content-Type": "application/json", "Content-Encoding": "gzip" }).end(gzipSync(text));
  },
  "cut body": (_request, response, text) => {
    response.writeHead(200, { "Content-Type": "application/json", "Content-Length": "100000" });
    response.write(text.slice(0, 20), () => response.destroy());
  },
  "slow body": (_request, response, text) => {
    response.writeHead(200, { "Content-Type": "application/json" });
    let at = 0;
    const timer = setInterval(() => {
      if (response.destroyed || at >= text.length) clearInterval(timer);
      else response.write(text[at++]);
    }, 20);
  },
  "endless body": endless("application/json", "x"),
  "endless spaces": endless("application/json", " "),
  "endless html": endless("text/html", page),
  "endless comments": endless("text/event-stream", ":\n\n"),
  "endless events": endless(
    "text/event-stream",
    'data: {"jsonrpc":"2.0","method":"notifications/message","params":{}}\n\n',
  ),
  "endless event": endless("text/event-stream", "data: x\n"),
  "not http": (request) => {
    request.socket.end("SSH-2.0-OpenSSH_9.6\r\n");
  },
  "hang up": (request) => {
    request.socket.destroy();
  },
  silence: () => {},
  "many headers": (request) => {
    request.socket.end(`HTTP/1.1 200 OK\r\n${"X-A: b\r\n".repeat(20_000)}\r\n`);
  },
  "endless 103": (request) => {
    const { socket } = request;
    const timer = setInterval(
      () =>
        socket.destroyed
          ? clearInterval(timer)
          : socket.write("HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n".repeat(50)),
      5,
    );
  },
};

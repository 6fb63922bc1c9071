import type { IncomingMessage, ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";

/** Answers a request in place of MCP. `text` is the honest answer. */
export type Endpoint = (request: IncomingMessage, response: ServerResponse, text: string) => void;

const PAGE = "<!doctype html><title>Welcome</title>\n::error::faked\n<script>alert(1)</script>\n";
const HTML = { "Content-Type": "text/html" };
const JSON_TYPE = { "Content-Type": "application/json" };
const METADATA = 'Bearer resource_metadata="http://127.0.0.1:1/.well-known/oauth-protected-resource/mcp"';
const NOTE = 'data: {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"x"}}\n\n';

function plain(status: number, headers: Record<string, string> = {}, body = ""): Endpoint {
  return (_request, response) => {
    response.writeHead(status, headers).end(body);
  };
}

/** Writes `part` again and again, as fast as it is read. */
function endless(type: string, part: string): Endpoint {
  return (_request, response) => {
    response.writeHead(200, { "Content-Type": type });
    const bytes = Buffer.from(part.repeat(Math.ceil(65_536 / part.length)));
    const more = (): void => {
      while (!response.destroyed && response.write(bytes));
    };
    response.on("drain", more);
    more();
  };
}

/** Writes `part` on the bare socket at every turn of a clock, until the reader leaves. */
function dripping(head: string, part: string): Endpoint {
  return ({ socket }) => {
    socket.write(head);
    const timer = setInterval(() => {
      if (socket.destroyed) clearInterval(timer);
      else socket.write(part);
    }, 10);
  };
}

/** What stands behind a URL in place of an MCP server, or before one. */
export const ENDPOINTS: Record<string, Endpoint> = {
  "a web page": plain(200, HTML, PAGE),
  "401": plain(401, { "WWW-Authenticate": METADATA }),
  "401 without a word where to log in": plain(401, JSON_TYPE, '{"errors":["Unauthorized"]}'),
  "403": plain(403, { "Content-Type": "text/plain" }, "Forbidden"),
  "403 for the host": plain(
    403,
    JSON_TYPE,
    '{"jsonrpc":"2.0","error":{"code":-32000,"message":"Invalid Host"},"id":null}',
  ),
  "404 with a web page": plain(404, HTML, PAGE),
  "421": plain(421, { "Content-Type": "text/plain" }, "Invalid Host header"),
  "429": plain(429),
  "429, at once": plain(429, { "Retry-After": "0" }),
  "429, in a year": plain(429, { "Retry-After": "31536000" }),
  "500 with a web page": plain(500, HTML, PAGE),
  "502": plain(502, HTML, PAGE),
  "503": plain(503),
  "202": plain(202),
  "204": plain(204),
  "300 to nowhere": plain(300),
  "302 elsewhere": plain(302, { Location: "http://127.0.0.1:1/mcp" }),
  "307 elsewhere": plain(307, { Location: "http://127.0.0.1:1/mcp" }),
  "307 in a circle": plain(307, { Location: "/mcp" }),
  "an empty body": plain(200, JSON_TYPE),
  "a stream of nothing": plain(200, { "Content-Type": "text/event-stream" }),
  gzip: (_request, response, text) => {
    response.writeHead(200, { ...JSON_TYPE, "Content-Encoding": "gzip" }).end(gzipSync(text));
  },
  "a body that is cut": (_request, response, text) => {
    response.writeHead(200, { ...JSON_TYPE, "Content-Length": "100000" });
    response.write(text.slice(0, 20), () => response.destroy());
  },
  "a body of many bits": dripping("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n{", " "),
  "a head of many bits": dripping("HTTP/1.1 200 OK\r\n", "X-A: b\r\n"),
  "hints without end": dripping("", "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n"),
  "a body without end": endless("application/json", "x"),
  "spaces without end": endless("application/json", " "),
  "pages without end": endless("text/html", PAGE),
  "comments without end": endless("text/event-stream", ":\n\n"),
  "notifications without end": endless("text/event-stream", NOTE),
  "an event without end": endless("text/event-stream", `data: ${"x".repeat(1_000)}\n`),
  "a head too large": ({ socket }) => {
    socket.end(`HTTP/1.1 200 OK\r\n${"X-A: b\r\n".repeat(20_000)}\r\n`);
  },
  "another protocol": ({ socket }) => {
    socket.end("SSH-2.0-OpenSSH_9.6\r\n");
  },
  "an end": ({ socket }) => {
    socket.destroy();
  },
  silence: () => {},
};

/** Endpoints that only a time limit ends. */
export const SLOW = new Set([
  "a body of many bits",
  "a head of many bits",
  "hints without end",
  "comments without end",
  "silence",
]);

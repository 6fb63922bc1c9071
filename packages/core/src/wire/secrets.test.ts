import { afterEach, describe, expect, it } from "vitest";
import { displayTarget } from "./target.js";
import { cleanUp, cleanups, connectTo, httpServer, post, type TestHttpOptions } from "./testing/http.js";

afterEach(cleanUp);

const CANARIES = ["CANARY-1", "CANARY-2", "CANARY-3", "CANARY-4"];
const broken = (text: string, separator: string) => (text.match(/.{1,5}/g) ?? []).join(separator);
const encodings: [name: string, write: (secret: string) => string][] = [
  ["as they are", (secret) => secret],
  ["in base64", (secret) => Buffer.from(secret).toString("base64")],
  ["in base64 behind a scheme", (secret) => Buffer.from(`Bearer ${secret}`).toString("base64")],
  ["in base64 with a user", (secret) => Buffer.from(`user:${secret}`).toString("base64url")],
  ["in base64 over two lines", (secret) => broken(Buffer.from(secret).toString("base64"), "\n")],
  ["over two lines", (secret) => broken(secret, "\r\n")],
  ["in hex", (secret) => Buffer.from(secret).toString("hex")],
  ["percent-encoded", (secret) => Buffer.from(secret).toString("hex").replace(/../g, "%$&")],
  ["in JSON in a string", (secret) => JSON.stringify({ authorization: `Bearer ${secret}` })],
];

/** Every piece of a canary by which it could be told, in any of the encodings. */
function traces(text: string): string[] {
  const plain = text.replace(/\\+[nr]|\\+u000[ad]|[\r\n]/gi, "");
  const forms = CANARIES.flatMap((canary) => encodings.map(([, write]) => write(canary).replace(/[\r\n]/g, "")));
  return [...forms, "CANARY", "CANAR"].filter((form) => plain.includes(form));
}

describe("secrets in the record", () => {
  it.each(encodings)("are masked when a server echoes them %s", async (_, write) => {
    const echo = CANARIES.map(write);
    const server = await httpServer((request, response) => {
      if (request.body.includes("redirect")) {
        response
          .writeHead(302, { Location: `https://elsewhere.invalid/?t=${encodeURIComponent(echo.join(" "))}` })
          .end();
      } else if (request.body.includes("html")) {
        response
          .writeHead(500, { "Content-Type": "text/html", "Set-Cookie": "s=CANARY-1" })
          .end(`<pre>${echo.join("\n")}`);
      } else if (request.body.includes("error")) {
        const error = {
          code: -32603,
          message: echo.join(" "),
          data: Object.fromEntries(echo.map((text) => [text, 1])),
        };
        response.end(JSON.stringify({ jsonrpc: "2.0", id: 1, error }));
      } else {
        const result = { content: [{ type: "text", text: echo.join(" ") }] };
        response.writeHead(200, { "Content-Type": "text/event-stream" });
        response.end(`data: ${JSON.stringify({ jsonrpc: "2.0", id: 1, result })}\n\n`);
      }
    });
    const url = server.url.replace("//", "//user:CANARY-3@").concat("?token=CANARY-4");
    const options: TestHttpOptions = {
      headers: [
        ["Authorization", "Bearer CANARY-1"],
        ["X-Api", "CANARY-2"],
      ],
    };
    const { wire, transcript, send } = await connectTo(url, options);
    cleanups.push(server.close, wire.close);
    for (const method of ["redirect", "html", "error", "result"]) {
      const exchange = await send(post(1, { method }));
      expect(exchange.status).toBeGreaterThan(0);
      expect(traces(JSON.stringify([exchange.request, transcript.redact(exchange)]))).toEqual([]);
    }
    expect(transcript.all()).toHaveLength(4);
    const record = JSON.stringify(transcript.all());
    expect(traces(record)).toEqual([]);
    expect(record).toContain("[redacted]");
    expect(traces(displayTarget(wire.target))).toEqual([]);
  });
});

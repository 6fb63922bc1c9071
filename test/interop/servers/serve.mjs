// Serves what `makeServer` makes: `node FILE` on stdio, `node FILE --http PORT` on a port of 127.0.0.1. Over HTTP whoever sends
// an Authorization header is the principal that it names.
import { createServer } from "node:http";
import { localhostOriginValidation, toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";

export function serve(makeServer) {
  if (process.argv[2] !== "--http") {
    serveStdio(makeServer);
    return;
  }
  const handler = toNodeHandler(createMcpHandler(makeServer));
  const isOwnOrigin = localhostOriginValidation();
  createServer((request, response) => {
    if (!isOwnOrigin(request, response)) return;
    const token = request.headers.authorization;
    if (token !== undefined) request.auth = { token, clientId: token, scopes: [] };
    return handler(request, response);
  }).listen(Number(process.argv[3]), "127.0.0.1");
}

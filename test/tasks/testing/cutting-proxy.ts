import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

/** A proxy on 127.0.0.1 before an HTTP server. */
export interface Proxy {
  url: string;
  /** How many requests of the method were cut short. */
  cut(): number;
  close(): Promise<void>;
}

/** Ends the stream of the first response to `method` before its event; everything else passes unchanged. */
export async function cuttingProxy(target: string, method: string): Promise<Proxy> {
  let cut = 0;
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      const body = Buffer.concat(chunks);
      if (cut === 0 && body.includes(`"method":"${method}"`)) {
        cut++;
        outgoing.writeHead(200, { "Content-Type": "text/event-stream" }).end(": bye\n\n");
        return;
      }
      const headers = { ...incoming.headers, host: new URL(target).host };
      const onward = request(target, { method: incoming.method, headers }, (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(outgoing);
      });
      onward.on("error", () => outgoing.destroy());
      onward.end(body);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    cut: () => cut,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

import { createServer, request } from "node:http";
import { type Listening, onLoopback } from "./loopback.js";

/** A proxy on 127.0.0.1 before an HTTP server. */
export interface Proxy extends Listening {
  /** How many requests of the method were cut short. */
  cut(): number;
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
  return { ...(await onLoopback(server)), cut: () => cut };
}

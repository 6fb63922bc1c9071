import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A TCP proxy that keeps every byte that a client sends. */
export interface RecordingProxy {
  /** The same path at the proxy's own port. */
  url: string;
  /** All bytes of the clients so far, as Latin-1: one character each. */
  sent(): string;
  close(): Promise<void>;
}

/** Puts a proxy on 127.0.0.1 in front of the server behind `url`. */
export async function recordingProxy(url: string): Promise<RecordingProxy> {
  const target = new URL(url);
  const chunks: Buffer[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.on("data", (chunk: Buffer) => chunks.push(chunk));
    client.pipe(upstream);
    upstream.pipe(client);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${target.pathname}`,
    sent: () => Buffer.concat(chunks).toString("latin1"),
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      if (server.listening) await once(server, "close");
    },
  };
}

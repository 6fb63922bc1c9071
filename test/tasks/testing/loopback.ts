import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

/** A server of a test while it listens. */
export interface Listening {
  /** Endpoint on 127.0.0.1. */
  url: string;
  /** Ends the server with all its connections. */
  close(): Promise<void>;
}

/** Lets `server` listen on a free port of 127.0.0.1. */
export async function onLoopback(server: Server): Promise<Listening> {
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

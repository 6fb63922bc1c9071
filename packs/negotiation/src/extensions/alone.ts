import type { Exchange, PackHost, RequestSpec } from "@mcptest/pack";
import { askSteadily } from "../steady.js";

/** Sends requests one after the other on a connection (stdio: a process) of their own, where nothing was said before. */
export async function alone<T extends RequestSpec[]>(
  host: PackHost,
  ...requests: T
): Promise<{ [K in keyof T]: Exchange }> {
  const connection = await host.open({ fresh: true });
  try {
    const exchanges: Exchange[] = [];
    for (const request of requests) exchanges.push(await host.exchange(connection, request));
    return exchanges as { [K in keyof T]: Exchange };
  } finally {
    await host.close(connection);
  }
}

/** The same with one request, which is sent again where the server says that it broke. */
export async function aloneSteadily(host: PackHost, request: RequestSpec): Promise<Exchange> {
  const connection = await host.open({ fresh: true });
  try {
    return await askSteadily(host, connection, request);
  } finally {
    await host.close(connection);
  }
}

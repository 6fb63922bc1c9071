import type { Exchange, JsonObject, PackContext } from "@mcptest/pack";

/** Id of the extension. */
export const EXTENSION = "com.example/gadgets";

/** Sends one request with the extension declared, and gives all that came back. */
export function ask({ host, connection }: PackContext, method: string, params: JsonObject = {}): Promise<Exchange> {
  return host.exchange(connection, { method, params, extensions: { [EXTENSION]: {} } });
}

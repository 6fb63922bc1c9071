import type { Target } from "@mcptest/core/wire";
import type { HeaderList, Transport } from "@mcptest/pack";
import { stdioCommand } from "../command.js";
import { listFaults } from "../faults/registry.js";
import type { EraOption, ServerOptions } from "../server/options.js";
import { startHttpServer } from "../transports/http.js";

/** A server that runs, or the command that starts one on stdio. `close` is called when it is no longer needed. */
export type StartedServer = (
  | { url: string; headers?: HeaderList }
  | { command: string; args?: string[]; env?: Record<string, string>; cwd?: string }
) & { close?(): unknown };

/** Starts a server of your own with a named fault, or, with `undefined`, one that obeys. */
export type StartServer = (fault: string | undefined) => StartedServer | Promise<StartedServer>;

/** A server for as long as it is tested. */
export interface OpenServer {
  target: Target;
  close(): Promise<void>;
}

/** What the testkit's server is told with every request: some rules are only about clients that are known. */
const AUTHORIZATION: HeaderList = [["Authorization", "Bearer testkit"]];

/** A server of somebody else, as mcptest reaches it. */
export function opened(started: StartedServer, name: string): OpenServer {
  const close = async () => void (await started.close?.());
  if ("url" in started) {
    return { target: { kind: "http", name, url: started.url, headers: started.headers ?? [] }, close };
  }
  const { command, args = [], env, cwd } = started;
  const more = { ...(env ? { env } : {}), ...(cwd === undefined ? {} : { cwd }) };
  return { target: { kind: "stdio", name, command, args, ...more }, close };
}

/** Starts the testkit's server over `transport`. */
export async function openTestkit(options: ServerOptions, transport: Transport, name: string): Promise<OpenServer> {
  if (transport === "stdio") return opened(stdioCommand(options), name);
  const server = await startHttpServer(options);
  return opened({ url: server.url, headers: AUTHORIZATION, close: server.close }, name);
}

/** Where a fault or a variant of the testkit shows. */
export interface FaultSite {
  era: EraOption;
  transport: Transport;
  /** What the server has to be for it: its kind, form of HTTP and legacy revisions. */
  options: Pick<ServerOptions, "kind" | "http" | "versions">;
}

/** Where a fault or a variant of the testkit shows. Throws for a name that it does not have. */
export function placeOf(name: string): FaultSite {
  const fault = listFaults().find((each) => each.name === name);
  if (fault === undefined) {
    throw new Error(`the testkit has no fault ${JSON.stringify(name)}: mcptest-testkit list-faults shows all of them`);
  }
  const { eras, on: kind, form: http, versions } = fault;
  const [era = "modern"] = eras;
  return {
    era: eras.length > 1 ? "dual" : era,
    transport: fault.transports.includes("http") ? "http" : "stdio",
    options: {
      ...(kind ? { kind } : {}),
      ...(http ? { http } : {}),
      ...(versions && era === "legacy" ? { versions } : {}),
    },
  };
}

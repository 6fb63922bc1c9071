import { type JsonObject, member, type PackContext } from "@mcptest/pack";
import { safeCalls } from "./call-target.js";
import { declarable } from "./extensions/judged.js";
import { type Listed, readPages } from "./lists.js";
import type { NegotiationOptions } from "./options.js";

/** Milliseconds for the list of tools. */
const LIST_MS = 6_000;

/**
 * The facts that select checks. `http`: none, streamable, sse. `call`: whether there is a call to repeat: given (by the
 * option), found (a read-only tool without arguments), none, no-tools, unknown (the list did not come in time, or nothing
 * can be asked). `extensions`: whether one is advertised that can be declared: some, none. `named`: whether the server may
 * have prompts or resources: some, none.
 */
export async function factsOf(context: PackContext<NegotiationOptions>): Promise<Record<string, string>> {
  const { negotiated, options } = context;
  const { transport, httpSse, capabilities, discovered } = negotiated;
  const has = (name: string) => !discovered || member(capabilities, name) !== undefined;
  return {
    http: transport !== "http" ? "none" : httpSse ? "sse" : "streamable",
    extensions: declarable(capabilities).length > 0 ? "some" : "none",
    named: has("prompts") || has("resources") ? "some" : "none",
    call: options.call ? "given" : has("tools") ? await callFact(context) : "no-tools",
  };
}

async function callFact({ host, connection }: PackContext): Promise<"found" | "none" | "no-tools" | "unknown"> {
  const deadline = Date.now() + LIST_MS;
  const listed: Listed = { advertised: true, items: [], pages: [] };
  const ask = async (params: JsonObject) => {
    const timeoutMs = deadline - Date.now();
    if (timeoutMs <= 0) throw new Error("too late");
    return await host.exchange(connection, { method: "tools/list", params, timeoutMs });
  };
  try {
    await readPages(ask, "tools", listed);
  } catch {
    listed.problem = "it could not be read";
  }
  if (safeCalls(listed.items).length > 0) return "found";
  if (listed.problem !== undefined) return "unknown";
  return listed.items.length > 0 ? "none" : "no-tools";
}

import { defineFixture, type Exchange, isObject, type Json, mayInvoke, member, resultOf } from "@mcptest/pack";
import type { TasksOptions } from "./options.js";
import { declared } from "./requests.js";

/**
 * Declared requests of methods that never create a task, besides `tools/list`: one prompt and one resource, where the
 * server has any that can be read without arguments.
 */
export const otherMethods = defineFixture<Exchange[], Record<never, never>, TasksOptions>({
  name: "methods without tasks",
  async prepare(_values, { host, connection, negotiated }) {
    const ask = (method: string, params = {}) => host.exchange(connection, declared(negotiated, { method, params }));
    const sent: Exchange[] = [];
    const first = async (capability: string, list: string, read: (entry: Json) => Promise<Exchange> | undefined) => {
      if (!isObject(member(negotiated.capabilities, capability))) return;
      const listed = await ask(list);
      sent.push(listed);
      const entries = member(resultOf(listed), list.split("/")[0] ?? "");
      const [entry] = Array.isArray(entries) ? entries.filter(isReadable) : [];
      const reading = entry === undefined ? undefined : read(entry);
      if (reading !== undefined) sent.push(await reading);
    };
    await Promise.all([
      first("prompts", "prompts/list", (entry) => ask("prompts/get", { name: member(entry, "name") })),
      first("resources", "resources/list", (entry) => ask("resources/read", { uri: member(entry, "uri") })),
    ]);
    return sent;
  },
});

/** A prompt without required arguments, or a resource whose reading calls nothing. */
function isReadable(entry: Json): boolean {
  const args = member(entry, "arguments");
  const needs = Array.isArray(args) && args.some((one) => member(one, "required") === true);
  if (needs || mayInvoke(member(entry, "uri"))) return false;
  return typeof member(entry, "name") === "string" || typeof member(entry, "uri") === "string";
}

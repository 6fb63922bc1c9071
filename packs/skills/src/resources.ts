import { defineFixture, isObject, type JsonObject, member, resultOf } from "@mcptest/pack";
import type { SkillsOptions } from "./options.js";

/** Pages of `resources/list` that are read. */
const MOST_PAGES = 50;

/** `resources/list` by URI, as far as it could be read. */
export const listedResources = defineFixture<
  Map<string, { entry: JsonObject; exchange: number }>,
  Record<never, never>,
  SkillsOptions
>({
  name: "list of resources",
  async prepare(_values, { host, connection, negotiated }) {
    const listed = new Map<string, { entry: JsonObject; exchange: number }>();
    if (negotiated.discovered && member(negotiated.capabilities, "resources") === undefined) return listed;
    let cursor: string | undefined;
    for (let page = 0; page < MOST_PAGES; page++) {
      const params: JsonObject = cursor === undefined ? {} : { cursor };
      const exchange = await host.exchange(connection, { method: "resources/list", params });
      const resources = member(resultOf(exchange), "resources");
      for (const entry of Array.isArray(resources) ? resources : []) {
        const uri = member(entry, "uri");
        if (isObject(entry) && typeof uri === "string") listed.set(uri, { entry, exchange: exchange.number });
      }
      const next = member(resultOf(exchange), "nextCursor");
      if (typeof next !== "string" || next === cursor) break;
      cursor = next;
    }
    return listed;
  },
});

import { defineFixture, extensionResultOf, type Json, type JsonObject, member, unavailable } from "@mcptest/pack";
import { answerOf, ask } from "./extension.js";
import type { WidgetsOptions } from "./options.js";

/** A widget as it was listed, with the number of the exchange that brought it. */
export interface Listed {
  widget: Json;
  exchange: number;
}

/** A list of widgets, read page by page. */
export interface Pages {
  widgets: Listed[];
  exchanges: number[];
  /** A cursor that came a second time; reading ended there. */
  repeated?: string;
  /** There are more pages than were read. */
  unread: boolean;
}

/** All widgets of the server, read once for every check that looks at them. */
export const pages = defineFixture<Pages, Record<never, never>, WidgetsOptions>({
  name: "pages",
  async prepare(_values, context) {
    const found: Pages = { widgets: [], exchanges: [], unread: false };
    const seen = new Set<string>();
    let params: JsonObject = {};
    for (let page = 0; page < context.options.maxPages; page += 1) {
      const exchange = await ask(context, "widgets/list", params);
      const result = extensionResultOf(exchange);
      const [widgets, cursor] = [member(result, "widgets"), member(result, "nextCursor")];
      if (!Array.isArray(widgets) || !(cursor === undefined || typeof cursor === "string")) {
        const reason = `the list cannot be read (${answerOf(exchange)}): mend what widgets-list-shape says first`;
        throw unavailable(reason, { evidence: [exchange.number] });
      }
      found.exchanges.push(exchange.number);
      found.widgets.push(...widgets.map((widget) => ({ widget, exchange: exchange.number })));
      if (cursor === undefined) return found;
      if (seen.has(cursor)) return { ...found, repeated: cursor };
      seen.add(cursor);
      params = { cursor };
    }
    return { ...found, unread: true };
  },
});

/** The own id of a widget, where it has one. */
export function idOf(widget: unknown): string | undefined {
  const id = member(widget, "id");
  return typeof id === "string" ? id : undefined;
}

import { defineProjection, extensionMethodOf, extensionResultOf, member } from "@mcptest/pack";
import { WIDGETS } from "./extension.js";
import { idOf } from "./pages.js";

/** A name that a widget was given, and the exchange in which it first was. */
export interface Naming {
  name: string;
  exchange: number;
}

/** Every name under which each widget was seen, by id. */
export type Names = ReadonlyMap<string, readonly Naming[]>;

/** What the answers to widgets/list and widgets/get said so far, of whatever check asked. */
export const names = defineProjection<Names>({
  name: "names",
  initial: () => new Map(),
  fold(state, exchange) {
    const result = extensionResultOf(exchange);
    const method = extensionMethodOf(exchange, WIDGETS);
    const listed = method === "widgets/list" ? member(result, "widgets") : undefined;
    const widgets = method === "widgets/get" ? [member(result, "widget")] : Array.isArray(listed) ? listed : [];
    const next = new Map(state);
    for (const widget of widgets) {
      const id = idOf(widget);
      const name = member(widget, "name");
      if (id === undefined || typeof name !== "string") continue;
      const before = next.get(id) ?? [];
      if (!before.some((naming) => naming.name === name))
        next.set(id, [...before, { name, exchange: exchange.number }]);
    }
    return next;
  },
});

import type { JsonObject } from "@mcptest/pack";

/** Widgets on a page. */
export const PAGE = 2;

/** What com.example/widgets is about, whatever carries it. */
export interface Shelf {
  /** A page of the list, or `undefined` where there is no such page. */
  list(params: JsonObject): JsonObject | undefined;
  /** One widget, or `undefined` where nobody has the id. */
  get(params: JsonObject): JsonObject | undefined;
  /** Adds a widget, and gives it. */
  add(name: string): JsonObject;
}

/** A shelf of five widgets. */
export function createShelf(): Shelf {
  const all: JsonObject[] = [];
  const add = (name: string) => {
    const widget: JsonObject = { id: `w${all.length + 1}`, name };
    all.push(widget);
    return widget;
  };
  for (const name of ["Lamp", "Chair", "Table", "Clock", "Vase"]) add(name);
  return {
    list({ cursor = "0" }) {
      const start = Number(cursor);
      if (!Number.isInteger(start) || start < 0 || start > all.length) return undefined;
      const end = start + PAGE;
      return { widgets: all.slice(start, end), ...(end < all.length ? { nextCursor: String(end) } : {}) };
    },
    get(params) {
      const widget = all.find(({ id }) => id === params.id);
      return widget && { widget };
    },
    add,
  };
}

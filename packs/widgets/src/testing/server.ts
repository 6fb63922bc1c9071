import type { JsonObject } from "@mcptest/pack";
import { type ExtensionFactory, invalidParams, missingCapability, type Tool } from "@mcptest/testkit";
import { WIDGETS } from "../extension.js";
import { LIST_CHANGED } from "../made.js";

/** Widgets on a page. */
const PAGE = 2;

/** com.example/widgets as the README has it, for the reference server of the testkit. */
export const widgets: ExtensionFactory = () => {
  const all: JsonObject[] = ["Lamp", "Chair", "Table", "Clock", "Vase"].map((name, index) => ({
    id: `w${index + 1}`,
    name,
  }));
  const listeners = new Set<() => void>();

  const makeWidget: Tool = {
    name: "make_widget",
    title: "Make a widget",
    description: "Adds a widget to the list.",
    inputSchema: { type: "object", properties: { name: { type: "string" } } },
    annotations: { readOnlyHint: false },
    async run({ arguments: { name = "Mug" } }) {
      const widget: JsonObject = { id: `w${all.length + 1}`, name };
      all.push(widget);
      for (const tell of listeners) tell();
      return { content: [{ type: "text", text: `made ${widget.id}` }], structuredContent: widget };
    },
  };

  function list(params: JsonObject): JsonObject {
    const start = Number(params.cursor ?? 0);
    if (!Number.isInteger(start) || start < 0 || start > all.length) throw invalidParams("there is no such page");
    const end = start + PAGE;
    return { widgets: all.slice(start, end), ...(end < all.length ? { nextCursor: String(end) } : {}) };
  }

  function get(params: JsonObject): JsonObject {
    const widget = all.find(({ id }) => id === params.id);
    if (widget === undefined) throw invalidParams("there is no such widget");
    return { widget };
  }

  return {
    capabilities: (era): JsonObject =>
      era === "modern" ? { extensions: { [WIDGETS]: { version: "1", pageSize: PAGE } } } : {},
    methods: {
      modern: new Map([
        ["widgets/list", declared(list)],
        ["widgets/get", declared(get)],
      ]),
    },
    tools: [makeWidget],
    subscribe: (filter) =>
      filter.widgetsListChanged === true
        ? {
            agreed: { widgetsListChanged: true },
            open(notify) {
              const tell = () => notify(LIST_CHANGED, {});
              listeners.add(tell);
              return () => listeners.delete(tell);
            },
          }
        : undefined,
  };
};

/** A method that only those may call who declared the extension on the request. */
function declared(answer: (params: JsonObject) => JsonObject) {
  return (params: JsonObject, call: { declared: JsonObject }): JsonObject => {
    const extensions = call.declared.extensions as JsonObject | undefined;
    if (extensions === undefined || !Object.hasOwn(extensions, WIDGETS)) {
      throw missingCapability({ extensions: { [WIDGETS]: {} } });
    }
    return answer(params);
  };
}

import type { JsonObject } from "@mcptest/pack";
import { type ExtensionFactory, invalidParams, missingCapability, type Tool } from "@mcptest/testkit";
import { WIDGETS } from "../extension.js";
import { LIST_CHANGED } from "../made.js";
import { createShelf, PAGE } from "./shelf.js";

/** com.example/widgets as the README has it, for the reference server of the testkit. */
export const widgets: ExtensionFactory = () => {
  const shelf = createShelf();
  const listeners = new Set<() => void>();

  const makeWidget: Tool = {
    name: "make_widget",
    title: "Make a widget",
    description: "Adds a widget to the list.",
    inputSchema: { type: "object", properties: { name: { type: "string" } } },
    annotations: { readOnlyHint: false },
    async run({ arguments: { name = "Mug" } }) {
      const widget = shelf.add(String(name));
      for (const tell of listeners) tell();
      return { content: [{ type: "text", text: `made ${widget.id}` }], structuredContent: widget };
    },
  };

  const list = (params: JsonObject) => shelf.list(params) ?? refuse("there is no such page");
  const get = (params: JsonObject) => shelf.get(params) ?? refuse("there is no such widget");

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

function refuse(message: string): never {
  throw invalidParams(message);
}

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

import type { JsonObject } from "@mcptest/pack";
import type { MappedFault } from "./mapped-server.js";

/** Changes each widget that is listed. */
function onListed(change: (widget: JsonObject) => JsonObject): MappedFault["answer"] {
  return (method, _params, value) =>
    method === "widgets/list" && value ? { ...value, widgets: (value.widgets as JsonObject[]).map(change) } : value;
}

/** The first widget has another name the first time that it is listed. */
function renamedOnce(): MappedFault["answer"] {
  let lists = 0;
  const renamed = onListed((widget) => (widget.id === "w1" ? { ...widget, name: "Old lamp" } : widget));
  return (method, params, value) => {
    if (method !== "widgets/list" || params.cursor !== undefined) return value;
    lists += 1;
    return lists === 1 ? renamed?.(method, params, value) : value;
  };
}

/** What each rule that can be seen through resources looks like when it is broken there. */
export const mappedFaults: Readonly<Record<string, () => MappedFault>> = {
  "version-is-a-number": () => ({ check: "widgets-settings", capabilities: { version: 1 } }),
  "name-is-missing": () => ({ check: "widgets-list-shape", answer: onListed(({ id = null }) => ({ id })) }),
  "cursor-leads-back": () => ({
    check: "widgets-list-ends",
    answer: (method, _params, value) => (method === "widgets/list" ? { nextCursor: "4", ...value } : value),
  }),
  "pages-overlap": () => ({
    check: "widgets-ids-unique",
    answer: (_method, { cursor }, value) =>
      cursor === "4" && value ? { widgets: [{ id: "w1", name: "Lamp" }, ...(value.widgets as JsonObject[])] } : value,
  }),
  "name-is-empty": () => ({
    check: "widgets-names-shown",
    answer: (_method, _params, value) =>
      value && (JSON.parse(JSON.stringify(value).replaceAll('"Vase"', '" "')) as JsonObject),
  }),
  "get-gives-another": () => ({
    check: "widgets-get-agrees",
    answer: (method, _params, value) =>
      method === "widgets/get" && value ? { widget: { id: "w5", name: "Vase" } } : value,
  }),
  "unknown-id-gives-nothing": () => ({
    check: "widgets-unknown-refused",
    answer: (_method, _params, value) => value ?? { widget: null },
  }),
  "name-changes": () => ({ check: "widgets-names-stable", answer: renamedOnce() }),
};

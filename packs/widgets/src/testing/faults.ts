import { isObject, type JsonObject, member } from "@mcptest/pack";
import { type Hooks, onResponse, onResult } from "@mcptest/testkit";
import { WIDGETS } from "../extension.js";
import { LIST_CHANGED } from "../made.js";

/** One rule of com.example/widgets that the toy server breaks. */
export interface Fault {
  name: string;
  /** The check that finds it. */
  check: string;
  hooks: Hooks;
}

function fault(name: string, check: string, hooks: Hooks): Fault {
  return { name, check, hooks };
}

function withSettings(settings: JsonObject): Hooks {
  return {
    capabilities: (capabilities) => {
      const extensions = member(capabilities, "extensions");
      return isObject(extensions)
        ? { ...capabilities, extensions: { ...extensions, [WIDGETS]: settings } }
        : capabilities;
    },
  };
}

/** Changes each widget that is listed. */
function onListed(change: (widget: JsonObject) => JsonObject): Hooks {
  return onResult("widgets/list", (result) => ({
    ...result,
    widgets: (result.widgets as JsonObject[]).map(change),
  }));
}

/** Gives `result` to a request that is answered with an error of this code. */
function inPlaceOfError(code: number, result: JsonObject): Hooks {
  return onResponse(({ error, ...message }) =>
    member(error, "code") === code
      ? { ...message, result: { resultType: "complete", ...result } }
      : { ...message, ...(error === undefined ? {} : { error }) },
  );
}

/** Sends no notification of this method. */
function silent(method: string): Hooks {
  return {
    around(call, next) {
      const { emit } = call;
      call.emit = (message) => {
        if (message.method !== method) emit(message);
      };
      return next();
    },
  };
}

/** The first widget has another name the first time that it is listed. */
function renamedOnce(): Hooks {
  let lists = 0;
  return onResult("widgets/list", (result, { params }) => {
    const [first, ...others] = result.widgets as JsonObject[];
    if (params.cursor !== undefined || first === undefined) return result;
    lists += 1;
    return lists === 1 ? { ...result, widgets: [{ ...first, name: "Old lamp" }, ...others] } : result;
  });
}

/** Every fault of the toy server, at least one for each check. */
export const faults: readonly Fault[] = [
  fault("version-is-a-number", "widgets-settings", withSettings({ version: 1 })),
  fault("page-size-is-zero", "widgets-settings", withSettings({ version: "1", pageSize: 0 })),
  fault(
    "name-is-missing",
    "widgets-list-shape",
    onListed(({ id = null }) => ({ id })),
  ),
  fault(
    "cursor-is-a-number",
    "widgets-list-shape",
    onResult("widgets/list", (result) =>
      result.nextCursor === undefined ? result : { ...result, nextCursor: Number(result.nextCursor) },
    ),
  ),
  fault(
    "cursor-leads-back",
    "widgets-list-ends",
    onResult("widgets/list", (result) => ({ nextCursor: "4", ...result })),
  ),
  fault(
    "pages-overlap",
    "widgets-ids-unique",
    onResult("widgets/list", (result, { params }) =>
      params.cursor === "4" ? { widgets: [{ id: "w1", name: "Lamp" }, ...(result.widgets as JsonObject[])] } : result,
    ),
  ),
  fault(
    "name-is-empty",
    "widgets-names-shown",
    onResult(["widgets/list", "widgets/get"], (result) =>
      JSON.parse(JSON.stringify(result).replaceAll('"Vase"', '" "')),
    ),
  ),
  fault(
    "get-gives-another",
    "widgets-get-agrees",
    onResult("widgets/get", () => ({ widget: { id: "w5", name: "Vase" } })),
  ),
  fault("declaration-is-not-needed", "widgets-undeclared-refused", inPlaceOfError(-32021, { widgets: [] })),
  fault("unknown-id-gives-nothing", "widgets-unknown-refused", inPlaceOfError(-32602, { widget: null })),
  fault(
    "made-is-not-listed",
    "widgets-made-listed",
    onResult("widgets/list", (result) => ({
      ...result,
      widgets: (result.widgets as JsonObject[]).filter(({ name }) => name !== "Mug"),
    })),
  ),
  fault("made-is-not-told", "widgets-made-notified", silent(LIST_CHANGED)),
  fault("name-changes", "widgets-names-stable", renamedOnce()),
];

import type { JsonObject } from "@mcptest/pack";
import { invalidParams } from "../protocol/json-rpc.js";
import type { ExtensionFactory, Subscription } from "../server/extension.js";
import { type Tool, textResult } from "../server/tool.js";
import { contentsOf } from "./contents.js";
import type { GenericPolicy } from "./policy.js";
import { ABOUT } from "./resource-list.js";
import type { GenericState } from "./state.js";

const TOOLS_CHANGED = "notifications/tools/list_changed";
const RESOURCE_UPDATED = "notifications/resources/updated";

/** `toggle`, which changes the list of tools and the resource that tells of it, and who hears of that. */
export function changesPart(state: GenericState): ExtensionFactory {
  return ({ policies }) => {
    const { generic } = policies;
    return {
      tools: [toggle(state, generic), extra(state)],
      opened(session) {
        state.sessions.add(session);
      },
      subscribe: (filter) => subscription(state, generic, filter),
    };
  };
}

function toggle(state: GenericState, policy: GenericPolicy): Tool {
  return {
    name: "toggle",
    title: "Toggle",
    description: "Adds the tool extra, or takes it away.",
    inputSchema: { type: "object", properties: {} },
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    async run() {
      state.extra = !state.extra;
      for (const tell of state.watchers) tell();
      tellSessions(state, policy);
      return textResult(`The tool extra is ${state.extra ? "there" : "gone"} now.`);
    },
  };
}

function extra(state: GenericState): Tool {
  return {
    name: "extra",
    title: "Extra",
    description: "Is there only after a call of toggle.",
    inputSchema: { type: "object", properties: {} },
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    present: () => state.extra,
    run: async () => textResult("Here I am."),
  };
}

/** The share of a listen that is about tools and resources; types that are not offered here are left out (F03). */
function subscription(state: GenericState, policy: GenericPolicy, filter: JsonObject): Subscription {
  const { toolsListChanged, resourceSubscriptions = [] } = filter;
  if (!Array.isArray(resourceSubscriptions)) throw invalidParams("resourceSubscriptions must be an array of URIs");
  const uris = [...new Set(resourceSubscriptions)].filter(
    (uri): uri is string => typeof uri === "string" && contentsOf(uri, policy.resources, state) !== undefined,
  );
  return {
    agreed: {
      ...(toolsListChanged === true ? { toolsListChanged: true } : {}),
      ...(uris.length > 0 ? { resourceSubscriptions: uris } : {}),
    },
    open(notify) {
      const tell = () => {
        if (policy.hears("tools", toolsListChanged === true, filter)) notify(TOOLS_CHANGED, {});
        if (!policy.hears("resources", uris.includes(ABOUT), filter)) return;
        notify(RESOURCE_UPDATED, policy.updated({ uri: ABOUT }));
      };
      state.watchers.add(tell);
      return () => state.watchers.delete(tell);
    },
  };
}

/** A legacy session hears of a change on the stream that belongs to no request, where it has one. */
function tellSessions(state: GenericState, policy: GenericPolicy): void {
  for (const session of state.sessions) {
    if (session.over) {
      state.sessions.delete(session);
      continue;
    }
    const tell = (method: string, params?: JsonObject) =>
      session.standing?.emit({ jsonrpc: "2.0", method, ...(params ? { params } : {}) });
    if (policy.tells("tools", session)) tell(TOOLS_CHANGED);
    if (session.watched.has(ABOUT) && policy.tells("resources", session)) {
      tell(RESOURCE_UPDATED, policy.updated({ uri: ABOUT }));
    }
  }
}

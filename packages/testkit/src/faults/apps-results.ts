import { ERROR, isObject, type Json, type JsonObject } from "@mcptest/pack";
import type { Call } from "../server/call.js";
import type { Hooks } from "../server/hooks.js";
import { hasNone, hasViews, onCalls, onToolMeta, refused } from "./apps-hooks.js";
import { appsFaults } from "./groups.js";
import { answering, perConnection, without } from "./reshape.js";
import type { Fault } from "./types.js";

/** What a tool says in place of its text, and how that is bad for whoever has no view. */
const USELESS: [name: string, change: (result: JsonObject) => JsonObject, what: string][] = [
  ["empty", (result) => ({ ...result, content: [] }), "has an empty content"],
  ["missing", (result) => without(result, "content"), "has no content"],
  ["blank", (result) => ({ ...result, content: [{ type: "text", text: " \n" }] }), "has blank text for content"],
];

/** Faults of what a tool of the second view says to some clients. */
function useless(check: string, whom: string, client: string, who: (call: Call) => boolean): Fault[] {
  return [
    ...appsFaults(
      check,
      "failed",
      USELESS.map(([name, change, what]) => ({
        name: `apps-${name}-content-${whom}`,
        description: `The result of a UI tool ${what}, for a client ${client} the extension`,
        hooks: onCalls("show_board", change, who),
      })),
    ),
    ...appsFaults(check, "warning", [
      {
        name: `apps-view-tool-content-${whom}`,
        description: `The result of a UI tool that only views call has an empty content, for a client ${client} the extension`,
        hooks: {
          ...onCalls("show_board", (result) => ({ ...result, content: [] }), who),
          ...onlyForViews,
        },
      },
    ]),
  ];
}

const onlyForViews = {
  policies: onToolMeta("show_board", (meta) => ({
    ...meta,
    ui: { ...(isObject(meta.ui) ? meta.ui : {}), visibility: ["app"] },
  })).policies,
};

const content = [
  ...useless("apps-fallback-content", "plain", "without", hasNone),
  ...useless("apps-fallback-content-ui", "views", "with", hasViews),
];

const says = (text: string) =>
  onCalls(["show_board", "pin_city"], (result) => ({ ...result, content: [{ type: "text", text }] }));

const meaningful = appsFaults("apps-fallback-meaningful", "warning", [
  { name: "apps-says-see-ui", description: 'The text of a UI tool is "see UI"', hooks: says("see UI") },
  { name: "apps-says-rendered", description: 'The text of a UI tool is "Rendered."', hooks: says("Rendered.") },
  { name: "apps-says-ok", description: 'The text of a UI tool is "OK"', hooks: says("OK") },
]);

/** The revisions with structured results. */
const STRUCTURED = ["2025-11-25", "2025-06-18"];

/** Hooks that change the structured result of the tool that shows the second view. */
const structured = (change: (data: JsonObject) => Json) =>
  onCalls("show_board", (result) =>
    isObject(result.structuredContent) ? { ...result, structuredContent: change(result.structuredContent) } : result,
  );

const schema = appsFaults(
  "apps-result-outputschema",
  "failed",
  [
    {
      name: "apps-result-wrong-type",
      description: "structuredContent has a text where outputSchema has a list",
      hooks: structured(({ cities }) => ({ cities: Array.isArray(cities) ? cities.join(", ") : "" })),
    },
    {
      name: "apps-result-member-missing",
      description: "structuredContent lacks what outputSchema requires",
      hooks: structured(({ cities = [] }) => ({ pinned: cities })),
    },
    {
      name: "apps-result-list",
      description: "structuredContent is a list",
      hooks: structured(({ cities = [] }) => cities),
    },
    {
      name: "apps-result-unstructured",
      description: "A tool with outputSchema gives no structuredContent",
      hooks: onCalls("show_board", (result) => without(result, "structuredContent")),
    },
  ].map((entry) => ({ ...entry, versions: STRUCTURED })),
);

const ping = appsFaults("apps-ping-after-view", "warning", [
  {
    name: "apps-ping-unknown",
    description: "ping gives -32601",
    eras: ["legacy"],
    hooks: answering("ping", (call) => refused(call, ERROR.methodNotFound, "Method not found: ping")),
  },
  {
    name: "apps-ping-fails-after-view",
    description: "ping gives -32603 in a session that has read a view",
    eras: ["legacy"],
    hooks: () => {
      const kept = perConnection(() => ({ read: false }));
      return {
        async around(call, next) {
          if (call.method === "resources/read") kept(call).read = true;
          const fails = call.method === "ping" && kept(call).read;
          return fails ? refused(call, ERROR.internal, "Internal error") : next();
        },
      };
    },
  },
]);

/** Hooks that refuse the helper to some of the clients with views. */
function refusingHelper(before: (call: Call) => void, isRefused: (call: Call) => boolean): Hooks {
  return {
    async around(call, next) {
      before(call);
      const isHelper = call.method === "tools/call" && call.params.name === "refresh_forecast";
      return isHelper && isRefused(call) ? refused(call, ERROR.internal, "No forecast is shown here") : next();
    },
  };
}

const sessions = appsFaults("apps-two-sessions", "warning", [
  {
    name: "apps-helper-after-list",
    description: "A tool that views call answers only where tools have been listed",
    hooks: () => {
      const kept = perConnection(() => ({ listed: false }));
      return refusingHelper(
        (call) => {
          if (call.method === "tools/list") kept(call).listed = true;
        },
        (call) => !kept(call).listed,
      );
    },
  },
  {
    name: "apps-helper-of-one-session",
    description: "A tool that views call answers only in the session in which the first tool was called",
    transports: ["http"],
    hooks: () => {
      let first: object | undefined;
      return refusingHelper(
        (call) => {
          if (call.method === "tools/call" && hasViews(call)) first ??= call.connection;
        },
        (call) => hasViews(call) && call.connection !== first,
      );
    },
  },
]);

/** Faults of the Apps server: the results of its tools, and what it keeps for one session. */
export const appsResultFaults: Fault[] = [...content, ...meaningful, ...schema, ...ping, ...sessions];

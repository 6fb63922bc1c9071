import { isObject, type Json, type JsonObject } from "@mcptest/pack";
import { APPS_ID, VIEW_MIME } from "../apps/ids.js";
import type { Hooks } from "../server/hooks.js";
import { BOARD_TOOLS, hasNone, hasViews, isOfApps, onResources, onTools } from "./apps-hooks.js";
import { appsFaults } from "./groups.js";
import { both, perConnection, without } from "./reshape.js";
import type { Fault } from "./types.js";

/** Hooks that change `capabilities.extensions`. */
export function onExtensions(change: (extensions: JsonObject) => Json): Hooks {
  return {
    capabilities: (given) => ({ ...given, extensions: change(isObject(given.extensions) ? given.extensions : {}) }),
  };
}

/** Hooks with which nothing of the extension is there: no tool with its keys but these, and no view. */
export function withoutApps(...kept: string[]): Hooks {
  const plain = ["echo", "quick"];
  const tools = onTools((all) => all.filter(({ name }) => [...plain, ...kept].includes(String(name))));
  return both(
    tools,
    onResources((all) => all.filter((entry) => !isOfApps(entry))),
  );
}

const advertised = appsFaults("apps-ext-id", "warning", [
  {
    name: "apps-not-advertised",
    description: "Nothing advertises the extension, and capabilities have no extensions at all",
    hooks: { capabilities: (given) => without(given, "extensions") },
  },
  {
    name: "apps-other-advertised",
    description: "capabilities.extensions has another extension only",
    hooks: onExtensions(() => ({ "com.example/other": {} })),
  },
]);

const empty = appsFaults("apps-ext-id-without-apps", "warning", [
  {
    name: "apps-advertised-for-nothing",
    description: "The extension is advertised, and there is no tool with a view and no ui:// resource",
    hooks: withoutApps(),
  },
  {
    name: "apps-advertised-for-helper",
    description: "The extension is advertised, and all there is of it is a tool that only views call",
    hooks: withoutApps("refresh_forecast"),
  },
]);

/** Hooks that advertise the extension a second time, under this key. */
function beside(key: string): Hooks {
  return onExtensions((extensions) => ({ ...extensions, [key]: {} }));
}

const misspelt = [
  ...appsFaults("apps-ext-id-misspelt", "warning", [
    {
      name: "apps-id-apps",
      description: "io.modelcontextprotocol/apps is advertised as well",
      hooks: beside("io.modelcontextprotocol/apps"),
    },
    {
      name: "apps-id-mcp-apps",
      description: "io.modelcontextprotocol/mcp-apps is advertised as well",
      hooks: beside("io.modelcontextprotocol/mcp-apps"),
    },
    {
      name: "apps-id-under-experimental",
      description: "The extension stands under capabilities.experimental alone",
      hooks: { capabilities: (given) => ({ ...without(given, "extensions"), experimental: { [APPS_ID]: {} } }) },
    },
    {
      name: "apps-id-top-level",
      description: "The extension is a capability of its own, and not in extensions",
      hooks: { capabilities: (given) => ({ ...without(given, "extensions"), [APPS_ID]: {} }) },
    },
  ]),
  ...appsFaults("apps-ext-id-misspelt", "failed", [
    {
      name: "apps-id-dotted",
      description: "io.modelcontextprotocol.apps is advertised as well",
      hooks: beside("io.modelcontextprotocol.apps"),
    },
    {
      name: "apps-id-dotted-ui",
      description: "io.modelcontextprotocol.ui is advertised as well",
      hooks: beside("io.modelcontextprotocol.ui"),
    },
    {
      name: "apps-id-bare",
      description: "capabilities.extensions has the key ui as well",
      hooks: beside("ui"),
    },
  ]),
];

const settings = appsFaults(
  "apps-ext-settings-object",
  "failed",
  (
    [
      ["true", true],
      ["null", null],
      ["list", ["text/html;profile=mcp-app"]],
      ["text", "2026-01-26"],
    ] as const
  ).map(([name, value]) => ({
    name: `apps-settings-${name}`,
    description: `The settings of the extension are ${JSON.stringify(value)}`,
    hooks: onExtensions(() => ({ [APPS_ID]: value as Json })),
  })),
);

const plainTools = appsFaults("apps-noui-client-same-tools", "warning", [
  {
    name: "apps-plain-client-less",
    description: "A client without the extension does not see the tools of one view",
    hooks: onTools((tools, call) =>
      hasNone(call) ? tools.filter(({ name }) => !BOARD_TOOLS.includes(String(name))) : tools,
    ),
  },
  {
    name: "apps-plain-client-nothing",
    description: "A client without the extension sees no tool at all",
    hooks: onTools((tools, call) => (hasNone(call) ? [] : tools)),
  },
]);

/** Hooks that decide by what a connection has seen before whether its request counts as one of a client with views. */
function remembering(decide: (seen: boolean | undefined, now: boolean) => boolean): () => Hooks {
  return () => {
    const kept = perConnection((): { views?: boolean } => ({}));
    return {
      around(call, next) {
        if (call.method !== "tools/list") return next();
        const memory = kept(call);
        memory.views = decide(memory.views, hasViews(call));
        call.declared = memory.views ? { extensions: { [APPS_ID]: { mimeTypes: [VIEW_MIME] } } } : {};
        return next();
      },
    };
  };
}

const perCall = appsFaults("apps-percall-capability", "failed", [
  {
    name: "apps-remembers-views",
    description: "Once a connection has listed tools with the extension declared, it counts as declared for good",
    eras: ["modern"],
    hooks: remembering((seen = false, now) => seen || now),
  },
  {
    name: "apps-remembers-first-client",
    description: "Whether the first listing of tools declared the extension counts for every later one",
    eras: ["modern"],
    hooks: remembering((seen, now) => seen ?? now),
  },
]);

/** Faults of the Apps server: what is advertised, and what clients without the extension get. */
export const appsNegotiationFaults: Fault[] = [
  ...advertised,
  ...empty,
  ...misspelt,
  ...settings,
  ...plainTools,
  ...perCall,
];

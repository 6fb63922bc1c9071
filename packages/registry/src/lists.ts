import type { Catalog, ListEntry } from "./catalog-types.js";
import type { Installed } from "./installed.js";
import { deepFreeze } from "./json.js";
import { mappedEntries, mappedTemplateEntries } from "./manifest.js";
import type { Registered } from "./registered.js";
import type { CallRoute } from "./types.js";

/** The part of a catalog that lists what is there, and calls nobody. */
export function lists(
  registered: Registered,
): Pick<Catalog, "methods" | "advertised" | "manifests" | "hasResources" | "resources" | "templates" | "topicOf"> {
  const { extensions } = registered;
  return {
    methods: () => [...registered.methods.keys()],
    advertised: () => Object.fromEntries([...extensions].map(([id, installed]) => [id, settingsOf(installed)])),
    manifests: () => new Map([...extensions].map(([id, { manifest }]) => [id, manifest])),
    hasResources: (face) => entries(registered, face).length + templateEntries(registered, face).length > 0,
    resources: (face) => entries(registered, face),
    templates: (face) => templateEntries(registered, face),
    topicOf(notification) {
      for (const { notifications } of extensions.values()) {
        const topic = notifications.get(notification);
        if (topic !== undefined) return topic;
      }
      return undefined;
    },
  };
}

function settingsOf({ manifest, notifications }: Installed): Record<string, unknown> {
  if (notifications.size === 0) return manifest.capabilities;
  return deepFreeze({ ...manifest.capabilities, notifications: manifest.notifications });
}

function entries(registered: Registered, face: CallRoute): ListEntry[] {
  const own = registered.resources.map(({ entry }) => entry);
  const extensions = [...registered.extensions.values()];
  if (face === "resources") return [...own, ...extensions.flatMap(mappedEntries)];
  return [...own, ...extensions.flatMap(({ files }) => files.map(({ entry }) => entry))];
}

function templateEntries(registered: Registered, face: CallRoute): ListEntry[] {
  const own = registered.resourceTemplates.map(({ entry }) => entry);
  const extensions = [...registered.extensions.values()];
  if (face === "resources") return [...own, ...extensions.flatMap(mappedTemplateEntries)];
  return [...own, ...extensions.flatMap(({ templates }) => templates.map(({ entry }) => entry))];
}

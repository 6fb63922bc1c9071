import { defineFixture, idOfManifest, type JsonObject } from "@mcptest/pack";
import { readResource } from "./interfaces.js";
import { saysThatItCalls } from "./invoking.js";
import { entriesAt } from "./listing.js";
import { callsMethod, textsIn } from "./manifest.js";
import type { CompatOptions } from "./options.js";
import { talks } from "./talks.js";

/** Files that are read on one revision. */
const MOST_FILES = 20;

/** Reads the files that the manifests name, so that there are results to judge. */
export const files = defineFixture<void, { talks: typeof talks }, CompatOptions>({
  name: "files",
  needs: { talks },
  async prepare({ talks: { mapped } }, { host }) {
    for (const { connection, interfaces, resources } of mapped) {
      const isCall = (uri: string) => entriesAt(resources, uri).some(saysThatItCalls);
      const named = interfaces.flatMap(({ id, manifest }) => (manifest ? filesOf(id, manifest) : []));
      const uris = named.filter((uri) => !isCall(uri));
      for (const uri of uris.slice(0, MOST_FILES)) await readResource(host, connection, uri);
    }
  },
});

/** The fixed addresses of files in a manifest: none of them calls a method. */
export function filesOf(id: string, manifest: JsonObject): string[] {
  return textsIn(manifest, "resources").filter(
    (uri) =>
      uri.startsWith(`mcp-extensions://${id}/`) &&
      !uri.includes("?") &&
      idOfManifest(uri) === undefined &&
      !callsMethod(id, manifest, uri),
  );
}

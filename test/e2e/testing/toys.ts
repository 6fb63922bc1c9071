import { join } from "node:path";
import { emptyFolder } from "./mcptest.js";
import { project } from "./project.js";
import type { PackageFiles } from "./tiny-registry.js";

/** The pack of these tests. */
export const TOYS = "mcptest-pack-toys";

/** What the checks of a version say, by id: the body of `run`. */
type Bodies = Record<string, { body: string; since?: string }>;

const BODIES: Readonly<Record<string, Bodies>> = {
  "1.0.0": { "toys-named": { body: "" }, "toys-boxed": { body: "verdict.fail('no box')" } },
  "1.1.0": {
    "toys-named": { body: "" },
    "toys-boxed": { body: "" },
    "toys-new": { body: "verdict.fail('not new')", since: "1.1.0" },
  },
  "2.0.0": { "toys-named": { body: "verdict.fail('no name')" }, "toys-boxed": { body: "" } },
  "3.0.0-rc.1": { "toys-named": { body: "" } },
};

/** The package of a version. Its latest version is 2.0.0; 3.0.0-rc.1 is a prerelease. */
export function toysPackage(version: string, name: string = TOYS): PackageFiles {
  return {
    "package.json": {
      name,
      version,
      type: "module",
      keywords: ["mcptest-pack"],
      mcptestPack: { contract: 1 },
      exports: "./index.js",
    },
    "index.js": toysSource(name, version, BODIES[version] ?? {}),
  };
}

/** All its versions, the latest last. */
export const TOYS_PACKAGES: readonly PackageFiles[] = ["1.0.0", "1.1.0", "3.0.0-rc.1", "2.0.0"].map((version) =>
  toysPackage(version),
);

function toysSource(name: string, version: string, bodies: Bodies): string {
  const checks = Object.entries(bodies).map(
    ([id, { body, since = "1.0.0" }]) => `{
    kind: "check", id: "${id}", category: "toys", title: "${id}", description: "${id}", level: "must",
    since: "${since}", phase: "list", rule: { source: "toys" },
    run(_values, verdict) { ${body} },
  }`,
  );
  return `export default {
  name: "${name}", version: "${version}", extension: "*",
  checks: [${checks.join(", ")}],
  "~mcptest": { kind: "pack", contract: 1 },
};
`;
}

/** A project of npm whose own settings name the registry, and the environment for commands in it. */
export function npmProject(registry: string, files: Record<string, string | object> = {}) {
  const folder = project({ ".npmrc": `registry=${registry}/\nfetch-retries=0\n`, ...files });
  const home = emptyFolder();
  return {
    cwd: folder,
    env: { HOME: home, npm_config_cache: join(home, "cache"), npm_config_update_notifier: "false" },
  };
}

/** Files of a project in which a version is installed, under the name of its package or an alias. */
export function installed(
  version: string,
  folder: string = TOYS,
  name: string = TOYS,
): Record<string, string | object> {
  return Object.fromEntries(
    Object.entries(toysPackage(version, name)).map(([path, content]) => [`node_modules/${folder}/${path}`, content]),
  );
}

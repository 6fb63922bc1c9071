/** The pack of somebody else: the third party of these tests. */
export const TOYS = "mcptest-pack-toys";

/** Its versions. 1.1.0 adds a check, which is advisory until 2.0.0. */
export const TOYS_VERSIONS = ["1.0.0", "1.1.0", "2.0.0"] as const;

/** The files of a version: ESM only, its package.json hidden. On the server of these tests its 1.x passes, and its 2.0.0 fails. */
export function toysFiles(version: string): Record<string, string | object> {
  const checks = version === "1.0.0" ? "[versionNamed]" : "[versionNamed, sizeNamed]";
  return {
    "package.json": {
      name: TOYS,
      version,
      license: "MIT",
      type: "module",
      exports: { ".": { import: "./pack.js" } },
      keywords: ["mcptest-pack"],
      mcptestPack: { contract: 1 },
      peerDependencies: { "@mcptest/pack": ">=0.1.0 <2" },
    },
    "README.md": `# ${TOYS}\n`,
    "pack.js": `
import { createRequire } from "node:module";
import { defineCheck, definePack } from "@mcptest/pack";

const { name, version } = createRequire(import.meta.url)("./package.json");

function setting(id, member, since) {
  return defineCheck({
    id,
    category: "settings",
    title: "The settings have " + member,
    description: "The settings of com.example/toys have a member " + member + ".",
    level: "must",
    rule: { source: "com.example/toys" },
    since,
    phase: "list",
    run(_values, verdict, { serverAdvertisement }) {
      if (serverAdvertisement?.[member] === undefined) verdict.fail("the settings have no " + member);
    },
  });
}

const versionNamed = setting("toys-version-named", "version", "1.0.0");
const sizeNamed = setting("toys-size-named", "size", "1.1.0");

export default definePack({ name, version, extension: "com.example/toys", checks: ${checks} });
`,
  };
}

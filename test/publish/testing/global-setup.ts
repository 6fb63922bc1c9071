import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { installOnDemand } from "../../../config/on-demand.mjs";
import buildIfStale from "../../e2e/testing/global-setup.js";
import { managerEnvironment, writeHome } from "./managers.js";
import { startRegistry } from "./registry.js";
import { publishPackage, publishRelease, type Versions } from "./release.js";
import { TOOLS_FOLDER, writeShims } from "./tools.js";
import { TOYS_VERSIONS, toysFiles } from "./toys.js";

/** What the tests are given. */
export interface Published {
  /** A folder for these tests alone, outside of every project. */
  folder: string;
  /** The registry. */
  url: string;
  /** What was published of ours. */
  versions: Versions;
}

declare module "vitest" {
  interface ProvidedContext {
    published: Published;
  }
}

/** Publishes our packages, and three versions of a pack of somebody else, to a registry on loopback. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  buildIfStale();
  installOnDemand(TOOLS_FOLDER);
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "mcptest-publish-")));
  const registry = await startRegistry(join(folder, "registry"));
  const teardown = async () => {
    await registry.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    writeShims(join(folder, "bin"));
    writeHome(folder, registry.url);
    const env = managerEnvironment(folder);
    const versions = await publishRelease(join(folder, "workspace"), env);
    for (const version of TOYS_VERSIONS) {
      await publishPackage(join(folder, "toys", version), toysFiles(version), env);
    }
    project.provide("published", { folder, url: registry.url, versions });
    return teardown;
  } catch (error) {
    await teardown();
    throw error;
  }
}

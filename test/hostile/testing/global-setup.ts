import buildPackages from "../../e2e/testing/global-setup.js";
import bundleTestkit from "../../tasks/testing/global-setup.js";

/** These tests start the built commands, as those of e2e do, and the servers of the fault tables. */
export default async function setup(): Promise<void> {
  buildPackages();
  await bundleTestkit();
}

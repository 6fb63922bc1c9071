// The promise of every pack that is about to be released, against the build of its newest tag.
import { verifyPacks } from "./verify-packs.mjs";
import { root } from "./workspace.mjs";

if (!(await verifyPacks(root))) process.exitCode = 1;

import { createRequire } from "node:module";
import type { ImportModule } from "../types.js";

/** Node's own `import()`. The test runner replaces the one in our files by a loader of its own, with other errors. */
export const nativeImport = createRequire(import.meta.url)("./native-import.cjs") as ImportModule;

export type { OptionFlag, PackManifest } from "@mcptest/pack";
export { BUNDLED_PACKS } from "./bundled.js";
export { discoverPacks } from "./discover.js";
export { loadPacks } from "./load.js";
export { type ArgumentPlace, parsePackArgument } from "./pack-argument.js";
export type { ImportModule, LoadedPack, LoadOptions, PackLoading, PackRequest } from "./types.js";
export { type OptionsResult, validateOptions } from "./validate-options.js";

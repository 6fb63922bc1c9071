/** The packs that come with the command line and the sdk. Both depend on them and reach them only through the loader. */
export const BUNDLED_PACKS: readonly string[] = [
  "@mcptest/pack-apps",
  "@mcptest/pack-negotiation",
  "@mcptest/pack-resource-compat",
  "@mcptest/pack-skills",
  "@mcptest/pack-tasks",
];

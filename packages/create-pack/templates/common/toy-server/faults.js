import { onResult } from "@mcptest/testkit";

/** Ways in which the toy server breaks one rule, and the check that finds it. */
export const faults = [
  {
    name: "settings-without-version",
    check: "gadgets-settings",
    hooks: {
      capabilities: (given) => ({ ...given, extensions: { ...given.extensions, "com.example/gadgets": {} } }),
    },
  },
  {
    name: "items-are-no-list",
    check: "gadgets-list-shape",
    hooks: onResult("gadgets/list", (result) => ({ ...result, items: "none" })),
  },
];

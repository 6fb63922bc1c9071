import { type BrandedPack, definePack } from "@mcptest/pack";
import { checks } from "./checks/index.js";
import { WIDGETS } from "./extension.js";
import { optionsJsonSchema, widgetsOptions } from "./options.js";
import { NAME, VERSION } from "./version.js";

/** The pack for the toy extension com.example/widgets. */
const widgetsPack: BrandedPack = definePack({
  name: NAME,
  version: VERSION,
  extension: WIDGETS,
  title: "Widgets",
  // Nothing before 2026-07-28 declares extensions on each request: the checks about that have their route in `on`.
  routes: ["native", "resources"],
  options: widgetsOptions,
  optionsJsonSchema,
  requiredCheck: "widgets-settings",
  command: {
    name: "widgets",
    summary: "the checks for com.example/widgets",
    flags: [
      { flag: "--tool <name>", description: "tool that makes a widget when it is called", option: ["tool"] },
      {
        flag: "--tool-args <json>",
        description: "its arguments, a JSON object",
        option: ["arguments"],
        type: "json",
      },
    ],
  },
  checks,
});

export default widgetsPack;

import type { ExtensionFactory } from "../server/extension.js";
import { changesPart } from "./changes.js";
import { promptsPart } from "./prompts.js";
import { resourcesPart } from "./resources.js";
import { createState } from "./state.js";
import { toolsPart } from "./tools.js";
import { toyExtension } from "./toy.js";

/** The parts of one generic server, in the order of its tools. */
export function genericParts(): ExtensionFactory[] {
  const state = createState();
  return [toolsPart, changesPart(state), toyExtension, promptsPart, resourcesPart(state)];
}

import type { Check } from "@mcptest/pack";
import { answerChecks } from "./answers.js";
import { askChecks } from "./asks.js";
import { errorChecks } from "./errors.js";
import { handshakeChecks } from "./handshake.js";
import { lookChecks } from "./looks.js";
import { policyChecks } from "./policy.js";
import { sizeChecks } from "./sizes.js";
import { unusualChecks } from "./unusual.js";

/** The checks of views in a browser. */
export const viewChecks: Check[] = [
  ...handshakeChecks,
  ...policyChecks,
  ...errorChecks,
  ...lookChecks,
  ...sizeChecks,
  ...answerChecks,
  ...askChecks,
  ...unusualChecks,
];

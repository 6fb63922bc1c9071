import type { Check } from "@mcptest/pack";
import { callsChecks } from "./calls.js";
import { discoveryChecks } from "./discovery.js";
import { extensionIdsChecks } from "./extension-ids.js";
import { extensionsChecks } from "./extensions.js";
import { httpPassiveChecks } from "./http-passive.js";
import { httpProbesChecks } from "./http-probes.js";
import { inputRoundsChecks } from "./input-rounds.js";
import { legacyChecks } from "./legacy.js";
import { legacyHttpChecks } from "./legacy-http.js";
import { listenChecks } from "./listen.js";
import { messagesChecks } from "./messages.js";
import { metaKeysChecks } from "./meta-keys.js";
import { resultsChecks } from "./results.js";
import { stdioChecks } from "./stdio.js";
import { versionsChecks } from "./versions.js";

/** Every check of the pack, in the order of a report. */
export const checks: Check[] = [
  ...extensionIdsChecks,
  ...extensionsChecks,
  ...discoveryChecks,
  ...versionsChecks,
  ...messagesChecks,
  ...resultsChecks,
  ...metaKeysChecks,
  ...stdioChecks,
  ...httpPassiveChecks,
  ...httpProbesChecks,
  ...callsChecks,
  ...inputRoundsChecks,
  ...listenChecks,
  ...legacyChecks,
  ...legacyHttpChecks,
];

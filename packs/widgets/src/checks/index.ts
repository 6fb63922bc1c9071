import type { Check } from "@mcptest/pack";
import { getAgrees } from "./get-agrees.js";
import { idsUnique } from "./ids-unique.js";
import { listEnds } from "./list-ends.js";
import { listShape } from "./list-shape.js";
import { madeListed } from "./made-listed.js";
import { madeNotified } from "./made-notified.js";
import { namesShown } from "./names-shown.js";
import { namesStable } from "./names-stable.js";
import { settings } from "./settings.js";
import { undeclaredRefused } from "./undeclared-refused.js";
import { unknownRefused } from "./unknown-refused.js";

/** Every check of the pack, in the order of the README. */
export const checks: Check[] = [
  settings,
  listShape,
  listEnds,
  idsUnique,
  namesShown,
  getAgrees,
  undeclaredRefused,
  unknownRefused,
  madeListed,
  madeNotified,
  namesStable,
];

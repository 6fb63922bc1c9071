import { listShape } from "./list-shape.js";
import { settings } from "./settings.js";

/** Every check of the pack. */
export const checks = [settings, listShape];

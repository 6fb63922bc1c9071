import type { Look } from "../record.js";

/** What the document of a view tells of itself; the screenshot is not of it. */
export type Measured = Omit<Look, "flat" | "screenshot">;

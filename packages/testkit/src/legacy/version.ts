/** The one legacy revision that the reference server speaks. */
export const LEGACY_VERSION = "2025-11-25";

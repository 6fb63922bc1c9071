import type { JsonObject } from "@mcptest/pack";

/**
 * Options of `@mcptest/pack-apps` for the Apps server: arguments for each of its tools that belong to a view. With them every
 * check of calls is selected, also on 2024-11-05, where no tool says that it only reads.
 */
export const APPS_OPTIONS: { calls: Record<string, JsonObject> } = {
  calls: {
    show_forecast: {},
    show_city_forecast: { city: "Bergen" },
    refresh_forecast: { city: "Oslo" },
    show_board: {},
    pin_city: { city: "Bergen" },
  },
};

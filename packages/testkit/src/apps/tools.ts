import { type JsonObject, member } from "@mcptest/pack";
import { REVISED } from "../legacy/version.js";
import { type Tool, type ToolRun, textResult } from "../server/tool.js";
import { type City, forecastOf, humidityOf, NAMES } from "./cities.js";
import { APPS_VIEWS } from "./ids.js";

/** A tool of the Apps server, with what its description in a list has besides. */
export interface AppTool extends Tool {
  outputSchema: JsonObject;
  /** `_meta.ui`. */
  ui: { resourceUri?: string; visibility?: string[] };
}

const READ_ONLY = { readOnlyHint: true, idempotentHint: true, openWorldHint: false };
const CITY: JsonObject = { type: "string", enum: NAMES, description: "A city with a forecast" };
const NO_ARGUMENTS: JsonObject = { type: "object", properties: {}, additionalProperties: false };
const ONE_CITY: JsonObject = {
  type: "object",
  properties: { city: CITY },
  required: ["city"],
  additionalProperties: false,
};

const FORECAST: JsonObject = {
  type: "object",
  properties: {
    city: { type: "string" },
    temperature: { type: "number", description: "Degrees Celsius" },
    sky: { type: "string" },
    days: {
      type: "array",
      items: {
        type: "object",
        properties: { day: { type: "string" }, high: { type: "number" }, low: { type: "number" } },
        required: ["day", "high", "low"],
      },
    },
  },
  required: ["city", "temperature", "sky", "days"],
};

const HUMIDITY: JsonObject = {
  type: "object",
  properties: { city: { type: "string" }, humidity: { type: "number", description: "Per cent" } },
  required: ["city", "humidity"],
};

const BOARD: JsonObject = {
  type: "object",
  properties: { cities: { type: "array", items: { type: "string" } } },
  required: ["cities"],
};

/** The tools with views and their helper: two of the first view, one that only it calls, and two of the second. */
export function appTools(): AppTool[] {
  const pinned = new Set<string>(["Oslo", "Tromsø"]);
  const board = () => {
    const cities = [...pinned];
    return { text: `Pinned cities: ${cities.join(", ")}.`, data: { cities } };
  };
  return [
    {
      name: "show_forecast",
      title: "Forecast",
      description: "Shows the forecast of Oslo.",
      inputSchema: NO_ARGUMENTS,
      outputSchema: FORECAST,
      annotations: READ_ONLY,
      ui: { resourceUri: APPS_VIEWS.forecast },
      run: async (run) => answer(run, forecastOf("Oslo")),
    },
    {
      name: "show_city_forecast",
      title: "Forecast of a city",
      description: "Shows the forecast of a city.",
      inputSchema: ONE_CITY,
      outputSchema: FORECAST,
      annotations: READ_ONLY,
      ui: { resourceUri: APPS_VIEWS.forecast, visibility: ["model", "app"] },
      run: async (run) => withCity(run, (city) => answer(run, forecastOf(city))),
    },
    {
      name: "refresh_forecast",
      title: "Details",
      description: "Gives details of a forecast to the view that shows it.",
      inputSchema: ONE_CITY,
      outputSchema: HUMIDITY,
      annotations: READ_ONLY,
      ui: { visibility: ["app"] },
      run: async (run) => withCity(run, (city) => answer(run, humidityOf(city))),
    },
    {
      name: "show_board",
      title: "Board",
      description: "Shows the cities that are pinned.",
      inputSchema: NO_ARGUMENTS,
      outputSchema: BOARD,
      annotations: READ_ONLY,
      ui: { resourceUri: APPS_VIEWS.board },
      run: async (run) => answer(run, board()),
    },
    {
      name: "pin_city",
      title: "Pin a city",
      description: "Pins a city and shows those that are pinned.",
      inputSchema: ONE_CITY,
      outputSchema: BOARD,
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      ui: { resourceUri: APPS_VIEWS.board },
      run: async (run) =>
        withCity(run, (city) => {
          pinned.add(city);
          return answer(run, board());
        }),
    },
  ];
}

/** A result with text for models, and from 2025-06-18 on with data for views. */
function answer({ call }: ToolRun, { text, data }: { text: string; data: JsonObject }): JsonObject {
  const isStructured = (call?.version ?? REVISED) >= REVISED;
  return textResult(text, isStructured ? { structuredContent: data } : {});
}

function withCity({ arguments: args }: ToolRun, use: (city: City) => JsonObject): JsonObject {
  const city = NAMES.find((name) => name === member(args, "city"));
  return city ? use(city) : textResult(`city must be one of ${NAMES.join(", ")}`, { isError: true });
}

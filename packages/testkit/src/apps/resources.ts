import type { Json, JsonObject } from "@mcptest/pack";
import { APPS_VIEWS, VIEW_MIME } from "./ids.js";
import type { AppsPolicy } from "./policy.js";
import { boardView } from "./views/board.js";
import { forecastView } from "./views/forecast.js";

/** A resource as it is listed and read. */
export interface Listed {
  uri: string;
  name: string;
  title: string;
  description: string;
  mimeType: string;
  /** Whether the list has it. Default: it can be read all the same. */
  listed: boolean;
  /** `_meta.ui`, the same in both places. */
  ui?: Json;
  /** What reading it gives, but for `uri` and `_meta`. */
  contents(): JsonObject;
}

/** Metadata of the first view: it names the origins that its HTML has. */
const FORECAST_META: JsonObject = {
  csp: { connectDomains: ["https://api.example.com"], resourceDomains: ["https://tiles.example.com"] },
  prefersBorder: true,
};

/** The views, and one ordinary resource beside them. */
export function listedBy(policy: AppsPolicy): Listed[] {
  const view = (uri: string, name: string, description: string, html: string, meta: JsonObject): Listed => ({
    uri,
    name,
    title: name,
    description,
    mimeType: VIEW_MIME,
    listed: true,
    ui: policy.meta(meta, uri),
    contents: () => ({ mimeType: VIEW_MIME, text: policy.view(html, uri) }),
  });
  const { forecast, board } = APPS_VIEWS;
  return [
    view(forecast, "Forecast", "The view of a forecast", forecastView, FORECAST_META),
    view(board, "Board", "The view of pinned cities", boardView, { prefersBorder: false }),
    ...policy.views.map(({ uri, name, contents, listed = false }) => ({
      uri,
      name,
      title: name,
      description: `The view ${name}`,
      mimeType: VIEW_MIME,
      listed,
      ui: policy.meta({ prefersBorder: false }, uri),
      contents: () => contents,
    })),
    {
      uri: "testkit:///about",
      name: "about",
      title: "About",
      description: "What this server is",
      mimeType: "text/plain",
      listed: true,
      contents: () => ({ mimeType: "text/plain", text: "A reference server for testing, with MCP Apps." }),
    },
  ];
}

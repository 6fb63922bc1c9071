import { isObject, type JsonObject } from "@mcptest/pack";
import type { Scenario } from "./record.js";

/** Pixels of the frame of a view. */
export const WIDTH = 640;
export const NARROW_WIDTH = 320;
export const HEIGHT = 400;
const MAX_HEIGHT = 4_000;

export type Theme = "light" | "dark";

/** `hostContext` of an ordinary host. */
export function hostContext(theme: Theme, tool: JsonObject | undefined, scenario: Scenario): JsonObject {
  const height: JsonObject = scenario === "fixed-height" ? { height: HEIGHT } : { maxHeight: MAX_HEIGHT };
  return {
    ...(tool !== undefined && isObject(tool.inputSchema) ? { toolInfo: { id: 1, tool } } : {}),
    theme,
    styles: { variables: styleVariables(theme) },
    displayMode: "inline",
    availableDisplayModes: ["inline"],
    containerDimensions: { width: WIDTH, ...height },
    locale: "en-US",
    timeZone: "UTC",
    userAgent: "mcptest",
    platform: "web",
    deviceCapabilities: { touch: false, hover: true },
    safeAreaInsets: { top: 0, right: 0, bottom: 0, left: 0 },
  };
}

/** `hostCapabilities` of an ordinary host. */
export function hostCapabilities(meta: unknown): JsonObject {
  const sandbox = isObject(meta) ? { ...objectOf(meta, "permissions"), ...objectOf(meta, "csp") } : {};
  return {
    openLinks: {},
    downloadFile: {},
    serverTools: {},
    serverResources: {},
    logging: {},
    updateModelContext: { text: {}, image: {}, resource: {}, resourceLink: {}, structuredContent: {} },
    message: { text: {}, image: {}, resource: {}, resourceLink: {} },
    sandbox: sandbox as JsonObject,
  };
}

function objectOf(meta: Record<string, unknown>, name: string): Record<string, unknown> {
  return isObject(meta[name]) ? { [name]: meta[name] } : {};
}

const ROLES = ["info", "danger", "success", "warning"];
const TONES = ["primary", "secondary", "tertiary", "inverse", "ghost", ...ROLES, "disabled"];
const RINGS = ["primary", "secondary", "inverse", ...ROLES];
const TEXTS = ["xs", "sm", "md", "lg"];
const HEADINGS = [...TEXTS, "xl", "2xl", "3xl"];

/** The custom properties that a host may give, by name (ext-apps 2026-01-26, "Theming"). */
export function styleVariables(theme: Theme): Record<string, string> {
  const [dark, light] = theme === "dark" ? [225, 25] : [30, 250];
  const shades = (kind: string, names: readonly string[], from: number, step: number) =>
    names.map((name, index): [string, string] => {
      const level = name === "inverse" ? 255 - from : from + step * index;
      return [`--color-${kind}-${name}`, `rgb(${level}, ${level}, ${level + 2})`];
    });
  const away = theme === "dark" ? 1 : -1;
  const pixels = (prefix: string, names: readonly string[], from: number, step: number, suffix = "") =>
    names.map((name, index): [string, string] => [`${prefix}${name}${suffix}`, `${from + step * index}px`]);
  return Object.fromEntries([
    ...shades("background", TONES, light, away * 4),
    ...shades("text", TONES, dark, away * -4),
    ...shades("border", TONES, Math.round((dark + light) / 2), away * -2),
    ...shades("ring", RINGS, Math.round((dark + light) / 2) + 5, away * -2),
    ["--font-sans", "sans-serif"],
    ["--font-mono", "monospace"],
    ...["normal", "medium", "semibold", "bold"].map((name, index) => [`--font-weight-${name}`, `${400 + 100 * index}`]),
    ...pixels("--font-text-", TEXTS, 11, 2, "-size"),
    ...pixels("--font-heading-", HEADINGS, 13, 3, "-size"),
    ...pixels("--font-text-", TEXTS, 16, 2, "-line-height"),
    ...pixels("--font-heading-", HEADINGS, 18, 4, "-line-height"),
    ...pixels("--border-radius-", ["xs", "sm", "md", "lg", "xl"], 2, 2),
    ["--border-radius-full", "9999px"],
    ["--border-width-regular", "1px"],
    ...["hairline", "sm", "md", "lg"].map((name, index) => [`--shadow-${name}`, `0 ${index}px ${2 * index}px gray`]),
  ]);
}

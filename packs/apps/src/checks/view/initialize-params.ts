import { excerpt, isObject, type Json, member } from "@mcptest/pack";

/** What is wrong with the params of `ui/initialize`, and what in them is unknown; clauses. */
export interface ParamsProblems {
  wrong: string[];
  unknown: string[];
}

/** Modes in which a view may be shown. */
const MODES: readonly unknown[] = ["inline", "fullscreen", "pip"];
const MEMBERS = ["protocolVersion", "appInfo", "appCapabilities", "_meta"];
const INFO = ["name", "version", "title", "description", "websiteUrl", "icons"];
const CAPABILITIES = ["experimental", "tools", "availableDisplayModes"];
/** Names of the core protocol, and what they are called here. */
const CORE_NAMES = new Map([
  ["clientInfo", "appInfo"],
  ["capabilities", "appCapabilities"],
]);

/** Judges the params of `ui/initialize` (ext-apps 2026-01-26, `McpUiInitializeRequest`). Unknown members are allowed. */
export function paramsProblems(params: Json | undefined): ParamsProblems {
  const problems: ParamsProblems = { wrong: [], unknown: [] };
  if (!isObject(params)) return { wrong: [`params is ${excerpt(params, 80)}, not an object`], unknown: [] };
  const { wrong } = problems;
  unknownIn(params, MEMBERS, "", problems);
  if (typeof member(params, "protocolVersion") !== "string") wrong.push("protocolVersion is no text");
  const info = member(params, "appInfo");
  if (isObject(info)) infoProblems(info, problems);
  else wrong.push(missing(params, "appInfo", info));
  const capabilities = member(params, "appCapabilities");
  if (isObject(capabilities)) capabilityProblems(capabilities, problems);
  else wrong.push(missing(params, "appCapabilities", capabilities));
  return problems;
}

function missing(params: Json, name: string, value: Json | undefined): string {
  const [other] = [...CORE_NAMES].find(([core, own]) => own === name && member(params, core) !== undefined) ?? [];
  if (value !== undefined) return `${name} is ${excerpt(value, 80)}, not an object`;
  return other === undefined ? `${name} is absent` : `${name} is absent, and ${other} of the core protocol is there`;
}

function infoProblems(info: Json, { wrong, unknown }: ParamsProblems): void {
  for (const name of ["name", "version"]) {
    const value = member(info, name);
    if (typeof value !== "string") wrong.push(`appInfo.${name} is ${excerpt(value, 80)}, not a text`);
  }
  for (const name of ["title", "description", "websiteUrl"]) {
    const value = member(info, name);
    if (value !== undefined && typeof value !== "string")
      wrong.push(`appInfo.${name} is ${excerpt(value, 80)}, not a text`);
  }
  unknownIn(info, INFO, "appInfo.", { wrong, unknown });
}

function capabilityProblems(capabilities: Json, problems: ParamsProblems): void {
  const { wrong } = problems;
  for (const name of ["experimental", "tools"]) {
    const value = member(capabilities, name);
    if (value !== undefined && !isObject(value))
      wrong.push(`appCapabilities.${name} is ${excerpt(value, 80)}, not an object`);
  }
  const changed = member(member(capabilities, "tools"), "listChanged");
  if (changed !== undefined && typeof changed !== "boolean")
    wrong.push(`appCapabilities.tools.listChanged is ${excerpt(changed, 80)}, not true or false`);
  const modes = member(capabilities, "availableDisplayModes");
  const isModes = modes === undefined || (Array.isArray(modes) && modes.every((mode) => MODES.includes(mode)));
  if (!isModes)
    wrong.push(`appCapabilities.availableDisplayModes is ${excerpt(modes, 80)}, not a list of inline, fullscreen, pip`);
  unknownIn(capabilities, CAPABILITIES, "appCapabilities.", problems);
}

function unknownIn(value: Json, known: readonly string[], prefix: string, { unknown }: ParamsProblems): void {
  if (!isObject(value)) return;
  for (const key of Object.keys(value)) {
    if (!known.includes(key) && !CORE_NAMES.has(key)) unknown.push(`${prefix}${excerpt(key, 60)}`);
  }
}

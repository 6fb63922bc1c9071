import type { JsonObject } from "@mcptest/pack";
import { ABOUT, type ListedResource, RESOURCES, TEMPLATES } from "./resource-list.js";
import type { GenericState } from "./state.js";
import { matchTemplate } from "./templates.js";

/** What reading `uri` gives, or `undefined` where nothing has it. `more`: resources besides the usual ones. */
export function contentsOf(uri: string, more: readonly ListedResource[], state: GenericState): JsonObject | undefined {
  const listed = [...RESOURCES, ...more].find((resource) => resource.uri === uri);
  if (uri === ABOUT) return { uri, mimeType: "text/plain", text: about(state) };
  if (listed) return { uri, mimeType: listed.mimeType, ...listed.contents };
  const matches = TEMPLATES.flatMap(({ uriTemplate }) => {
    const values = matchTemplate(String(uriTemplate), uri);
    return values
      ? [`${String(uriTemplate)}: ${[...values].map(([name, value]) => `${name} = ${value}`).join(", ")}`]
      : [];
  });
  return matches.length > 0 ? { uri, mimeType: "text/plain", text: matches.join("\n") } : undefined;
}

function about({ extra }: GenericState): string {
  return `A reference server for testing. The tool extra is ${extra ? "there" : "not there"}.`;
}

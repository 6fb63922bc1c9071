import type { JsonObject } from "@mcptest/pack";

/** A listed resource, and what reading it gives. */
export interface ListedResource {
  uri: string;
  name: string;
  mimeType: string;
  /** `text` or `blob`. */
  contents: JsonObject;
}

/** The resource whose text changes with the list of tools. */
export const ABOUT = "testkit:///about";

/** A PNG of one pixel. */
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** A resource with this text. */
export function textResource(uri: string, name: string, text: string): ListedResource {
  return { uri, name, mimeType: "text/plain", contents: { text } };
}

/** The resources, some with URIs that a parser of URLs would change (cases R04, R10). */
export const RESOURCES: readonly ListedResource[] = [
  textResource(ABOUT, "about", ""),
  textResource("testkit:///caf%C3%A9/menu", "menu", "Coffee, tea, water."),
  textResource("testkit://Example.org/a/../b", "dots", "The dots of the URI belong to it."),
  textResource("testkit:///search?q=1&q=2", "search", "The query has one name twice."),
  { uri: "testkit:///pixel.png", name: "pixel", mimeType: "image/png", contents: { blob: PIXEL } },
];

/** The templates: RFC 6570, one with a literal that an expansion encodes (case R03). */
export const TEMPLATES: JsonObject[] = [
  { uriTemplate: "testkit:///items/{id}", name: "item", mimeType: "text/plain" },
  { uriTemplate: "testkit:///pairs/{first}-{second}.txt", name: "pair", mimeType: "text/plain" },
  { uriTemplate: "testkit:///café/{dish}", name: "dish", mimeType: "text/plain" },
  { uriTemplate: "testkit:///find{?text,limit}", name: "find", mimeType: "text/plain" },
];

/** An RFC 6570 template of level 1, or with one query expression at its end. */
export interface Template {
  uriTemplate: string;
  name: string;
}

/** The values of the variables of `template` in `uri`, or `undefined` where it is no expansion of it. */
export function matchTemplate(template: string, uri: string): Map<string, string> | undefined {
  const query = /\{\?([^}]+)\}$/.exec(template);
  const path = query ? template.slice(0, query.index) : template;
  const cut = query ? uri.indexOf("?") : -1;
  const values = matchPath(path, cut < 0 ? uri : uri.slice(0, cut));
  if (!values || !query || cut < 0) return values;
  return matchQuery((query[1] ?? "").split(","), uri.slice(cut + 1), values);
}

/** What an expansion puts in place of a variable: unreserved characters and escapes, so never a brace. */
const VALUE = "((?:[A-Za-z0-9._~-]|%[0-9A-Fa-f]{2})+)";

/** A literal stands for itself, and for its encoded form where it is not ASCII (RFC 6570, 3.1). */
function matchPath(template: string, uri: string): Map<string, string> | undefined {
  const names: string[] = [];
  const pattern = template
    .split(/(\{[^}]+\})/)
    .map((part) => {
      if (!part.startsWith("{")) return `(?:${escaped(part)}|${escaped(encodeURI(part))})`;
      names.push(part.slice(1, -1));
      return VALUE;
    })
    .join("");
  const found = new RegExp(`^${pattern}$`, "u").exec(uri);
  return found ? decoded(names.map((name, index) => [name, found[index + 1] ?? ""])) : undefined;
}

function matchQuery(names: string[], text: string, values: Map<string, string>): Map<string, string> | undefined {
  const pairs = text.split("&").map((pair): [string, string] => {
    const [name = "", ...value] = pair.split("=");
    return [name, value.join("=")];
  });
  const known = pairs.every(([name, value]) => names.includes(name) && new RegExp(`^${VALUE}?$`).test(value));
  const more = known ? decoded(pairs) : undefined;
  return more && new Map([...values, ...more]);
}

function decoded(pairs: [string, string][]): Map<string, string> | undefined {
  try {
    return new Map(pairs.map(([name, value]) => [name, decodeURIComponent(value)]));
  } catch {
    return undefined;
  }
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

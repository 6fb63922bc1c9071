/**
 * A text that is the same for URIs which differ only by normalisation (RFC 3986, 6.2): the case of scheme and host, dot
 * segments, escapes, an empty path, query or fragment. For comparing alone: what is sent is never normalised.
 */
export function normalForm(uri: string): string {
  const unescaped = decoded(uri.trim());
  const parts = /^([a-zA-Z][a-zA-Z0-9+.-]*:)(?:(\/\/)([^/?#]*))?([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(unescaped);
  if (!parts) return unescaped;
  const [, scheme = "", slashes = "", host = "", path = "", query = "", fragment = ""] = parts;
  const dotless = withoutDots(path);
  return [
    scheme.toLowerCase(),
    slashes,
    host.toLowerCase(),
    dotless === "/" && slashes ? "" : dotless,
    query === "?" ? "" : query,
    fragment === "#" ? "" : fragment,
  ].join("");
}

function withoutDots(path: string): string {
  const kept: string[] = [];
  for (const segment of path.split("/")) {
    if (segment === "..") {
      if (kept.length > 1) kept.pop();
    } else if (segment !== ".") kept.push(segment);
  }
  return kept.join("/");
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** What is wrong with the URI of a view, as a clause behind "which"; `undefined` where nothing is. */
export function uriProblem(value: unknown): string | undefined {
  if (typeof value !== "string") return "is no text";
  if (value === "") return "is empty";
  if (!value.startsWith("ui://")) {
    return /^ui:/i.test(value) ? "does not begin with ui://, in this very form" : "has another scheme than ui://";
  }
  if (value.length === "ui://".length) return "has nothing behind ui://";
  return URL.canParse(value) ? undefined : "is no URI (RFC 3986)";
}

import {
  type CallOptions,
  type Exchange,
  errorOf,
  excerpt,
  extensionResultOf,
  type JsonObject,
  type PackContext,
  resultOf,
} from "@mcptest/pack";

/** Id of the extension. */
export const WIDGETS = "com.example/widgets";

/** What this client declares for the extension on a request: it has no settings. */
export const DECLARED: Record<string, JsonObject> = { [WIDGETS]: {} };

/** The rule of the README's section about the extension that a check holds a server to. */
export function ruleOf(section: string) {
  return {
    source: WIDGETS,
    section,
    url: "https://github.com/mcptest/mcptest/blob/main/packs/widgets/README.md#the-extension",
  };
}

/** Where the methods of the extension are called by name, with it declared on the request. */
export const NATIVE = { route: "native" } as const;

/** Calls a method of the extension: by name, with the extension declared, or through resources on an older revision. */
export function ask(
  { host, connection }: PackContext,
  method: string,
  params: JsonObject = {},
  options: CallOptions = {},
): Promise<Exchange> {
  return host.callExtension(connection, method, params, options);
}

/** What came back, in words for a message. */
export function answerOf(exchange: Exchange): string {
  const error = errorOf(exchange);
  if (error !== undefined) return `the error ${excerpt(error)}`;
  const result = extensionResultOf(exchange) ?? resultOf(exchange);
  return result === undefined ? (exchange.problem ?? "no response") : `the result ${excerpt(result)}`;
}

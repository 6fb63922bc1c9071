import {
  type Exchange,
  errorOf,
  excerpt,
  type JsonObject,
  type PackContext,
  type RequestSpec,
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

/** Sends one request with the extension declared. */
export function ask(
  { host, connection }: PackContext,
  method: string,
  params: JsonObject = {},
  more: Partial<RequestSpec> = {},
): Promise<Exchange> {
  return host.exchange(connection, { method, params, extensions: DECLARED, ...more });
}

/** What came back, in words for a message. */
export function answerOf(exchange: Exchange): string {
  const error = errorOf(exchange);
  if (error !== undefined) return `the error ${excerpt(error)}`;
  const result = resultOf(exchange);
  return result === undefined ? (exchange.problem ?? "no response") : `the result ${excerpt(result)}`;
}

import {
  ERROR,
  type Exchange,
  errorOf,
  isObject,
  type Json,
  member,
  NOT_THE_SERVER,
  type Origin,
  resultOf,
} from "@mcptest/pack";

/** What a request of an extension probe met. */
export type Met =
  /** A JSON-RPC result. */
  | { kind: "result"; result: Json }
  /** A JSON-RPC error, or a 4xx of the server without one. */
  | { kind: "error"; code?: number }
  /** What no server should do for a request that it does not like: -32603, HTTP 500, the end of the connection. */
  | { kind: "broken" }
  /** Our own limit passed. */
  | { kind: "hang" }
  /** Somebody in front of the server turned it away. */
  | { kind: "gate" }
  /** Nothing that says anything about the server. */
  | { kind: "trouble"; origin: Origin };

/** Reads what came for a request. */
export function met(exchange: Exchange): Met {
  const { outcome, status } = exchange;
  if (outcome === "timeout") return { kind: "hang" };
  if (outcome === "closed") return { kind: "broken" };
  if (outcome === "limit") return { kind: "trouble", origin: "host" };
  if (outcome === "unreachable") return { kind: "trouble", origin: "environment" };
  if (status === 401 || status === 403) return { kind: "gate" };
  if (status !== undefined && NOT_THE_SERVER.has(status)) return { kind: "trouble", origin: "environment" };
  const error = errorOf(exchange);
  if (error) {
    const code = member(error, "code");
    if (code === ERROR.internal) return { kind: "broken" };
    return { kind: "error", ...(typeof code === "number" ? { code } : {}) };
  }
  const result = resultOf(exchange);
  if (result !== undefined) return { kind: "result", result };
  if (status !== undefined && status >= 500) return { kind: "broken" };
  if (status !== undefined && status >= 400) return { kind: "error" };
  return { kind: "trouble", origin: "environment" };
}

/**
 * An undisturbed request gave something that others can be compared with: a result without isError, or a refusal for want
 * of a capability.
 */
export function isFruitful(exchange: Exchange): boolean {
  const answer = met(exchange);
  if (answer.kind === "result") return member(answer.result, "isError") !== true;
  return answer.kind === "error" && answer.code === ERROR.missingClientCapability;
}

/** Names of listed things that go into a shape. */
const MOST_NAMES = 1_000;

/**
 * What of an answer does not change from call to call: its kind, the code of an error, and of a result its type, whether a
 * tool failed, the names of its members and those of what it lists. `undefined` where nothing can be said.
 */
export function shapeOf(exchange: Exchange): string | undefined {
  const answer = met(exchange);
  switch (answer.kind) {
    case "result":
      return JSON.stringify(["result", ...shapeOfResult(answer.result)]);
    case "error":
      return JSON.stringify(["error", answer.code ?? exchange.status ?? null]);
    case "broken":
      return JSON.stringify(["broken"]);
    default:
      return undefined;
  }
}

function shapeOfResult(result: Json): unknown[] {
  if (!isObject(result)) return [typeof result];
  const names = Object.keys(result).filter((name) => name !== "_meta");
  return [member(result, "resultType") ?? "complete", member(result, "isError") === true, ...names.sort().map(named)];

  function named(name: string): unknown {
    const items = (result as Record<string, Json>)[name];
    if (!Array.isArray(items)) return name;
    const listed = items.slice(0, MOST_NAMES).map((item) => member(item, "name") ?? member(item, "uri"));
    return [name, ...new Set(listed.filter((id) => typeof id === "string").sort())];
  }
}

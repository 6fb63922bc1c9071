import type { JsonObject } from "@mcptest/pack";
import { type ServerOptions, startHttpServer } from "@mcptest/testkit";
import { packOf } from "../../tasks/testing/run-tasks.js";
import { runNegotiation } from "./run-negotiation.js";

/** Hooks of a server. */
export type Hooks = NonNullable<ServerOptions["hooks"]>[number];
/** What goes back for a request. */
export type Outcome = Awaited<ReturnType<NonNullable<Hooks["around"]>>>;

/** What a run said, and what it read. */
export interface Judged {
  /** `passed`, `warning`, `note`, `failed` or a reason to skip, by check. */
  outcomes: Record<string, string>;
  messages: string;
  /** URIs that were read, in order, as they stand in the bodies. */
  read: string[];
}

/** Runs some checks on a generic server over HTTP. */
export async function judged(
  checkIds: string[],
  served: ServerOptions,
  era: "modern" | "legacy" = "modern",
): Promise<Judged> {
  const server = await startHttpServer({ kind: "generic", era, jobMs: 120, ...served });
  try {
    const target = { kind: "http" as const, name: "testkit", url: server.url, headers: [] };
    const { checks } = packOf(await runNegotiation({ target, era, checkIds }));
    const outcomes = checks.map(({ id, status, skipReason, warnings = [], notes = [] }) => {
      const passed = warnings.length > 0 ? "warning" : notes.length > 0 ? "note" : status;
      return [id, skipReason ?? (status === "passed" ? passed : status)];
    });
    const said = checks.flatMap(({ error, warnings = [], notes = [] }) => [
      error?.message ?? "",
      ...warnings,
      ...notes,
    ]);
    const read = server.requests.flatMap(({ body }) => {
      const uri = /"method":"resources\/read".*"uri":("(?:[^"\\]|\\.)*")/s.exec(body)?.[1];
      return uri === undefined ? [] : [JSON.parse(uri) as string];
    });
    return { outcomes: Object.fromEntries(outcomes), messages: said.join("\n"), read };
  } finally {
    await server.close();
  }
}

/** The answer with a result that is complete. */
export function result(call: { id: string | number; era: string }, value: JsonObject): Outcome {
  const modern = { resultType: "complete", ttlMs: 0, cacheScope: "private" };
  return {
    status: 200,
    message: { jsonrpc: "2.0", id: call.id, result: { ...(call.era === "modern" ? modern : {}), ...value } },
  };
}

/** The answer with an error. */
export function error(call: { id: string | number }, code: number, data?: JsonObject, status = 200): Outcome {
  const body = { code, message: "No", ...(data ? { data } : {}) };
  return { status, message: { jsonrpc: "2.0", id: call.id, error: body } };
}

/** A server with these resources and templates, which reads what `read` gives a text for. */
export function library(
  listed: string[],
  templates: string[],
  read: (uri: string) => string | undefined,
): ServerOptions {
  return {
    hooks: [
      {
        async around(call, next) {
          if (call.method === "resources/list") {
            return result(call, { resources: listed.map((uri, index) => ({ uri, name: `resource-${index}` })) });
          }
          if (call.method === "resources/templates/list") {
            const items = templates.map((uriTemplate, index) => ({ uriTemplate, name: `template-${index}` }));
            return result(call, { resourceTemplates: items });
          }
          if (call.method !== "resources/read") return next();
          const uri = String(call.params.uri);
          const text = read(uri);
          return text === undefined ? error(call, -32602) : result(call, { contents: [{ uri, text }] });
        },
      },
    ],
  };
}

import type { Era, JsonObject } from "@mcptest/pack";
import { resolveFaults } from "../faults/registry.js";
import { legacyMethods } from "../legacy/methods.js";
import { modernMethods } from "../modern/methods.js";
import type { Call, Handler, Methods } from "./call.js";
import { mergeCapabilities } from "./capabilities.js";
import type { Extension } from "./extension.js";
import { type ComposedHooks, composeHooks } from "./hooks.js";
import { partsOf, type Spoken, spokenBy } from "./kinds.js";
import type { ServerKind, ServerOptions } from "./options.js";
import { packageVersion } from "./package-info.js";
import { changePolicies, defaultPolicies, type Policies } from "./policy.js";
import type { Tool } from "./tool.js";

/** What the parts of a running server share. */
export interface Server extends Readonly<Spoken> {
  readonly kind: ServerKind;
  readonly jobMs: number;
  readonly answers: "json" | "sse";
  readonly hooks: ComposedHooks;
  readonly policies: Policies;
  readonly extensions: Extension[];
  readonly tools: Tool[];
  readonly methods: Record<Era, Methods>;
  readonly info: JsonObject;
  readonly instructions: string;
  readonly closing: AbortSignal;
  capabilities(era: Era, call: Call): JsonObject;
  close(): void;
}

/** Puts a server together. Throws on names of faults that do not exist or cannot show on it. */
export function createServer(options: ServerOptions): Server {
  const { kind = "jobs", jobMs = 500, answers = "json" } = options;
  const spoken = spokenBy(options);
  const closing = new AbortController();
  const named = { faults: options.faults ?? [], variants: options.variants ?? [] };
  const faults = resolveFaults({ ...spoken, kind, ...named });
  const hooks = composeHooks([...faults.map((fault) => fault.hooks({ jobMs })), ...(options.hooks ?? [])]);
  const policies = changePolicies(defaultPolicies(jobMs), hooks.policies);
  const parts = partsOf(kind);
  const context = { policies, jobMs, closing: closing.signal };
  const extensions = [...parts.extensions, ...(options.extensions ?? [])].map((create) => create(context));
  const server: Server = {
    ...spoken,
    kind,
    jobMs,
    answers: hooks.http.sse ? "sse" : answers,
    hooks,
    policies,
    extensions,
    tools: [...parts.tools, ...extensions.flatMap((extension) => extension.tools ?? []), ...(options.tools ?? [])],
    methods: {
      modern: new Map([...modernMethods(() => server, policies), ...methodsOf(extensions, "modern")]),
      legacy: new Map([...legacyMethods(() => server), ...methodsOf(extensions, "legacy")]),
    },
    info: { name: "mcptest-testkit", title: "mcptest reference server", version: packageVersion() },
    instructions: parts.instructions,
    closing: closing.signal,
    capabilities(era, call) {
      const shares = extensions.map((extension) => extension.capabilities?.(era, call) ?? {});
      return hooks.capabilities(shares.reduce(mergeCapabilities, parts.capabilities(era, policies)), era, call);
    },
    close() {
      closing.abort();
      for (const extension of extensions) extension.close?.();
    },
  };
  return server;
}

function methodsOf(extensions: Extension[], era: Era): [string, Handler][] {
  return extensions.flatMap((extension) => [...(extension.methods?.[era] ?? [])]);
}

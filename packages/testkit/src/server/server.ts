import { type Era, type JsonObject, MODERN_VERSIONS } from "@mcptest/pack";
import { resolveFaults } from "../faults/registry.js";
import { legacyMethods } from "../legacy/methods.js";
import { LEGACY_VERSION } from "../legacy/version.js";
import { modernMethods } from "../modern/methods.js";
import { tasksExtension } from "../tasks/extension.js";
import { jobTools } from "../tools/jobs.js";
import { plainTools } from "../tools/plain.js";
import type { Call, Methods } from "./call.js";
import { mergeCapabilities } from "./capabilities.js";
import type { Extension } from "./extension.js";
import { type ComposedHooks, composeHooks } from "./hooks.js";
import type { EraOption, ServerOptions } from "./options.js";
import { packageVersion } from "./package-info.js";
import { changePolicies, defaultPolicies, type Policies } from "./policy.js";
import type { Tool } from "./tool.js";

/** What the parts of a running server share. */
export interface Server {
  readonly era: EraOption;
  readonly jobMs: number;
  readonly answers: "json" | "sse";
  readonly hooks: ComposedHooks;
  readonly policies: Policies;
  readonly extensions: Extension[];
  readonly tools: Tool[];
  readonly methods: Record<Era, Methods>;
  /** Revisions that the server speaks, newest first. */
  readonly versions: string[];
  readonly info: JsonObject;
  readonly closing: AbortSignal;
  capabilities(era: Era, call: Call): JsonObject;
  close(): void;
}

/** Puts a server together. Throws on names of faults that do not exist or cannot show in its era. */
export function createServer(options: ServerOptions): Server {
  const { era = "dual", jobMs = 500, answers = "json" } = options;
  const closing = new AbortController();
  const faults = resolveFaults({ era, faults: options.faults ?? [], variants: options.variants ?? [] });
  const hooks = composeHooks([...faults.map((fault) => fault.hooks({ jobMs })), ...(options.hooks ?? [])]);
  const policies = changePolicies(defaultPolicies(jobMs), hooks.policies);
  const context = { policies, jobMs, closing: closing.signal };
  const extensions = [tasksExtension, ...(options.extensions ?? [])].map((create) => create(context));
  const server: Server = {
    era,
    jobMs,
    answers: hooks.http.sse ? "sse" : answers,
    hooks,
    policies,
    extensions,
    tools: [
      ...plainTools,
      ...jobTools,
      ...extensions.flatMap((extension) => extension.tools ?? []),
      ...(options.tools ?? []),
    ],
    methods: {
      modern: new Map([...modernMethods(() => server, policies), ...methodsOf(extensions, "modern")]),
      legacy: new Map([...legacyMethods(() => server), ...methodsOf(extensions, "legacy")]),
    },
    versions: [...(era === "legacy" ? [] : MODERN_VERSIONS), ...(era === "modern" ? [] : [LEGACY_VERSION])],
    info: { name: "mcptest-testkit", title: "mcptest reference server", version: packageVersion() },
    closing: closing.signal,
    capabilities(forEra, call) {
      const documents = forEra === "modern" && policies.core.documents;
      const own: JsonObject = { tools: {}, ...(documents ? { prompts: {}, resources: {} } : {}) };
      const shares = extensions.map((extension) => extension.capabilities?.(forEra, call) ?? {});
      return hooks.capabilities(shares.reduce(mergeCapabilities, own), forEra);
    },
    close() {
      closing.abort();
      for (const extension of extensions) extension.close?.();
    },
  };
  return server;
}

function methodsOf(
  extensions: Extension[],
  era: Era,
): [string, Methods extends ReadonlyMap<string, infer H> ? H : never][] {
  return extensions.flatMap((extension) => [...(extension.methods?.[era] ?? [])]);
}

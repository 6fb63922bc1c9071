import { fileURLToPath } from "node:url";
import {
  type BrandedPack,
  type Check,
  CONTRACT,
  defineCheck,
  definePack,
  type JsonObject,
  manifestOf,
  type Pack,
  type PackContext,
  type Verdict,
} from "@mcptest/pack";
import type { LoadedPack } from "../../loader/types.js";
import { DEFAULT_LIMITS } from "../../wire/limits.js";
import type { StdioTarget, Target } from "../../wire/types.js";
import type { PackSelection, RunRequest } from "../types.js";
import type { SmallServer } from "./answer.mjs";

export const WIDGETS = "com.example/widgets";
/** Capabilities with one extension. */
export const OFFERS_WIDGETS: JsonObject = { tools: {}, extensions: { [WIDGETS]: { version: "2.3" } } };

/** A server in a child process. */
export function stdioTarget(settings: SmallServer & { stubborn?: boolean; stderr?: string }): StdioTarget {
  const program = fileURLToPath(new URL("./stdio-server.mjs", import.meta.url));
  return { kind: "stdio", name: "small", command: process.execPath, args: [program, JSON.stringify(settings)] };
}

/** A check that says in one function what it finds. */
export function check(
  id: string,
  run: (verdict: Verdict, context: PackContext<unknown>, values: Record<string, unknown>) => Promise<void> | void,
  more: Partial<Check> = {},
): Check {
  return defineCheck({
    id,
    category: "creation",
    title: id,
    description: `What ${id} asks for.`,
    level: "must",
    rule: { source: "test" },
    since: "0.1.0",
    phase: "probe",
    ...more,
    run: (values, verdict, context) => run(verdict, context, values),
  });
}

/** A pack of these checks for {@link WIDGETS}. */
export function packOf(checks: Check[], more: Partial<Pack> = {}): BrandedPack {
  return definePack({ name: "mcptest-pack-widgets", version: "0.1.0", extension: WIDGETS, checks, ...more });
}

/** A pack as the loader would give it. */
export function select(
  pack: BrandedPack,
  more: Partial<PackSelection & Pick<LoadedPack, "options">> = {},
): PackSelection {
  const { options = {}, ...selection } = more;
  return {
    loaded: {
      pack,
      manifest: { ...manifestOf(pack), contract: CONTRACT },
      key: pack.name,
      range: "*",
      origin: "bundled",
      contentHash: "0",
      isolation: "none",
      options,
      named: true,
    },
    ...selection,
  };
}

/** A request with short limits. */
export function requestFor(servers: Target[], packs: PackSelection[], more: Partial<RunRequest> = {}): RunRequest {
  return {
    tool: { version: "0.1.0" },
    servers,
    packs,
    require: [],
    era: "auto",
    limits: { ...DEFAULT_LIMITS, shutdownGraceMs: 100 },
    negotiation: {
      firstMs: 5_000,
      nextMs: 1_000,
      initializeMs: 5_000,
      clientInfo: { name: "mcptest", version: "0.1.0" },
    },
    checkTimeoutMs: 10_000,
    serverTimeoutMs: 30_000,
    runTimeoutMs: 60_000,
    seed: 1,
    ...more,
  };
}

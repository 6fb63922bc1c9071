import type { Exchange, Json, JsonObject, PackContext, Verdict } from "@mcptest/pack";
import { containedImport } from "../../host/containment.js";
import type { HeldValues } from "./held-values.js";
import { asJson, type CallInput, type FromPack, type ToPack } from "./messages.js";
import type { Parts } from "./structure.js";

/** A call as it arrived. */
export type CallMessage = Extract<ToPack, { kind: "call" }>;

/** What a call gave: JSON for the host, or a value that stays here. */
type Done = { value?: Json; held?: number };

/** What performing a call takes. */
export interface Performing {
  context: PackContext<unknown> | undefined;
  held: HeldValues;
  /** Exchanges of the call's lane that were sent before, by number. */
  exchanges: Map<number, Exchange>;
  tell(finding: Omit<Extract<FromPack, { kind: "finding" }>, "kind" | "call">): void;
}

/** Runs one function of the pack. What it throws is thrown. */
export async function perform(parts: Parts, message: CallMessage, performing: Performing): Promise<Done> {
  const { function: wanted, input = {}, scope } = message;
  const { held, exchanges } = performing;
  const context = performing.context as PackContext<unknown>;
  const values = valuesOf(input, held);
  switch (wanted.of) {
    case "check": {
      const { verdict, tellLeftOut } = verdictFor(performing);
      try {
        await parts.checks[wanted.index]?.run(values, verdict, context);
      } finally {
        tellLeftOut();
      }
      return {};
    }
    case "projection":
      return held.hold(fold(parts, wanted.index, input, exchanges), scope);
    case "fixture": {
      const fixture = parts.fixtures[wanted.index];
      if (wanted.name === "prepare") return held.hold(await fixture?.prepare(values, context), scope);
      if (wanted.name === "configured")
        return { value: Boolean(fixture?.role?.configured(context.options, context.facts)) };
      if (wanted.name === "timeoutMs") return { value: asJson(fixture?.timeoutMs?.(context.options)) };
      await fixture?.teardown?.(input.value && held.get(input.value), context);
      return {};
    }
    case "pack":
      return await performForPack(parts, wanted.name, input, performing, context, values);
  }
}

async function performForPack(
  { pack }: Parts,
  name: string,
  input: CallInput,
  { held }: Performing,
  context: PackContext<unknown>,
  values: Record<string, unknown>,
): Promise<Done> {
  switch (name) {
    case "validate": {
      const result = await containedImport(async () => await pack.options?.["~standard"].validate(input.options));
      if (result?.issues) return { value: asJson({ issues: result.issues.map(plainIssue) }) };
      return { value: asJson({ value: result?.value }), ...held.hold(result?.value) };
    }
    case "preExtensionWire":
      return { value: asJson(pack.preExtensionWire?.(context.negotiated)) };
    case "detect":
      return { value: asJson(await pack.detect?.(context.host, context)) };
    case "facts":
      return { value: asJson(await pack.facts?.(context)) };
    case "discovery":
      return { value: asJson(await pack.discovery?.(context, (fixture) => values[fixture])) };
    default:
      return {};
  }
}

function plainIssue({ message, path = [] }: { message: string; path?: readonly unknown[] }): JsonObject {
  const steps = path.map((step) => (typeof step === "object" && step !== null && "key" in step ? step.key : step));
  return { message: String(message), path: steps.map((step) => (typeof step === "number" ? step : String(step))) };
}

function valuesOf({ values = {} }: CallInput, held: HeldValues): Record<string, unknown> {
  const result: Record<string, unknown> = Object.create(null);
  for (const [name, reference] of Object.entries(values)) result[name] = held.get(reference);
  return result;
}

function fold(
  { projections }: Parts,
  index: number,
  { numbers = [], exchanges = [] }: CallInput,
  seen: Map<number, Exchange>,
): unknown {
  for (const exchange of exchanges as unknown as Exchange[]) seen.set(exchange.number, exchange);
  const projection = projections[index];
  let state = projection?.initial();
  for (const number of numbers) {
    const exchange = seen.get(number);
    if (exchange) state = projection?.fold(state, exchange);
  }
  return state;
}

/** Findings of one call that are told; beyond them the first of each kind, so that the worst is never lost. */
const MAX_FINDINGS = 50_000;

/**
 * A verdict that tells the host each finding; what cannot travel is told as text. At the end it tells how many of each kind
 * it did not tell.
 */
function verdictFor({ tell }: Performing): { verdict: Verdict; tellLeftOut(): void } {
  const leftOut = new Map<string, number>();
  const told = new Set<string>();
  let findings = 0;
  const say =
    (method: string) =>
    (...given: unknown[]): void => {
      if (++findings > MAX_FINDINGS && told.has(method)) {
        leftOut.set(method, (leftOut.get(method) ?? 0) + 1);
        return;
      }
      told.add(method);
      tell({ method, arguments: given.map(argument) });
    };
  return {
    verdict: {
      fail: say("fail"),
      warn: say("warn"),
      note: say("note"),
      pass: say("pass"),
      couldNotRun: say("couldNotRun"),
      notApplicable: say("notApplicable"),
      detail: say("detail"),
    },
    tellLeftOut() {
      for (const counted of leftOut) tell({ method: "leftOut", arguments: counted });
    },
  };
}

function argument(value: unknown): Json {
  try {
    return value === undefined ? null : asJson(value);
  } catch {
    return withoutCycles(value);
  }
}

/** The value with a text in the place of what stood in it before, and its description where that cannot be sent either. */
function withoutCycles(value: unknown): Json {
  const seen = new Set<unknown>();
  try {
    const text = JSON.stringify(value, (_, item: unknown) => {
      if (typeof item === "bigint") return String(item);
      if (typeof item !== "object" || item === null) return item;
      if (seen.has(item)) return "(circular)";
      seen.add(item);
      return item;
    });
    return JSON.parse(text) as Json;
  } catch {
    return String(value);
  }
}

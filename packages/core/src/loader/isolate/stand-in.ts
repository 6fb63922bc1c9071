import {
  BRAND,
  type BrandedPack,
  type Check,
  type Fixture,
  type Json,
  type Needs,
  type PackContext,
  type Projection,
  type Verdict,
} from "@mcptest/pack";
import { callerNow } from "../../host/containment.js";
import { namingOf } from "../option-name.js";
import { hostHandler } from "./host-handler.js";
import {
  asJson,
  type CallInput,
  type FunctionName,
  type Held,
  type NeedIndexes,
  type PackStructure,
  type SentContext,
} from "./messages.js";
import type { CallEnd, CallHandler, PackProcess } from "./pack-process.js";
import { FOLD, type SentExchanges, sentExchanges } from "./sent-exchanges.js";

/** Options that were validated over there, and the number under which they are held there. */
type HeldOptions = WeakMap<object, Held>;

/**
 * A pack whose functions run in a process: it looks like any other to those who run it. Values of its fixtures and
 * projections are references to what stays over there.
 */
export function standInFor(structure: PackStructure, process: PackProcess): BrandedPack {
  const { manifest } = structure;
  const options: HeldOptions = new WeakMap();
  const sent = sentExchanges();
  const has = (name: string) => structure.functions.includes(name);
  const ask = (name: FunctionName, context: PackContext<unknown>, input?: CallInput, verdict?: Verdict) =>
    callFor(process, options, name, context, input, verdict);

  const projections = structure.projections.map((known, index) => projectionOf(process, known.name, index, sent));
  const fixtures = structure.fixtures.map((known, index): Fixture<Held> => {
    const of = { of: "fixture", index } as const;
    const { role, mayChange } = known;
    return {
      kind: "fixture",
      name: known.name,
      ...(mayChange === undefined ? {} : { mayChange }),
      async prepare(values, context) {
        return heldOf(await ask({ ...of, name: "prepare" }, context, { values: values as Record<string, Held> }));
      },
      ...(known.teardown
        ? {
            async teardown(value: Held, context: PackContext<unknown>) {
              await ask({ ...of, name: "teardown" }, context, { value });
            },
          }
        : {}),
      ...(known.timeoutMs
        ? {
            timeoutMs: (given: unknown) =>
              computed(process, options, { ...of, name: "timeoutMs" }, given) as unknown as number,
          }
        : {}),
      ...(role === undefined
        ? {}
        : {
            role: {
              name: role,
              configured: (given: unknown) =>
                computed(process, options, { ...of, name: "configured" }, given) as unknown as boolean,
            },
          }),
    };
  });
  const needsOf = (indexes: NeedIndexes | undefined): Needs | undefined =>
    indexes && Object.fromEntries(Object.entries(indexes).map(([name, at]) => [name, needAt(at)]));
  const needAt = (at: NeedIndexes[string]): Needs[string] =>
    ("fixture" in at ? fixtures[at.fixture] : projections[at.projection]) as Needs[string];
  for (const [index, { needs }] of structure.fixtures.entries()) {
    if (needs) Object.assign(fixtures[index] as object, { needs: needsOf(needs) });
  }
  const checks = manifest.checks.map((data, index): Check => {
    const { needs, prepares } = structure.checks[index] ?? {};
    return {
      ...data,
      kind: "check",
      ...(needs ? { needs: needsOf(needs) } : {}),
      ...(prepares ? { prepares: needsOf(prepares) as Record<string, Fixture<unknown>> } : {}),
      async run(values, verdict, context) {
        await ask({ of: "check", index }, context, { values: values as Record<string, Held> }, verdict);
      },
    };
  });
  const ofPack = async (
    name: "preExtensionWire" | "detect" | "facts" | "discovery",
    context: PackContext<unknown>,
    input?: CallInput,
  ) => (await ask({ of: "pack", name }, context, input)).value ?? undefined;
  const { contract, checks: _checks, ...identity } = manifest;
  const pack = {
    ...identity,
    [BRAND]: { kind: "pack", contract },
    checks,
    ...(structure.preExtensionDeclaration === undefined
      ? {}
      : { preExtensionDeclaration: structure.preExtensionDeclaration }),
    ...(structure.hasOptions ? { options: schemaOf(process, options) } : {}),
    ...(has("preExtensionWire")
      ? { preExtensionWire: (_: unknown, context: PackContext<unknown>) => ofPack("preExtensionWire", context) }
      : {}),
    ...(has("detect") ? { detect: (_: unknown, context: PackContext<unknown>) => ofPack("detect", context) } : {}),
    ...(has("facts") ? { facts: (context: PackContext<unknown>) => ofPack("facts", context) } : {}),
    ...(has("discovery")
      ? {
          discovery: (context: PackContext<unknown>, fixtureValue: (name: string) => unknown) => {
            const values = fixtures.flatMap(({ name }) => {
              const value = fixtureValue(name);
              return isHeld(value) ? [[name, value] as const] : [];
            });
            return ofPack("discovery", context, { values: Object.fromEntries(values) });
          },
        }
      : {}),
  };
  return pack as unknown as BrandedPack;
}

async function callFor(
  process: PackProcess,
  options: HeldOptions,
  name: FunctionName,
  context: PackContext<unknown>,
  input?: CallInput,
  verdict?: Verdict,
): Promise<CallEnd> {
  return await process.call(name, {
    context: sentContext(context, options),
    ...(input ? { input } : {}),
    handler: hostHandler(context.host, verdict, callerNow()),
    signal: context.signal,
  });
}

function sentContext(context: PackContext<unknown>, options: HeldOptions): SentContext {
  const { connection, negotiated, serverAdvertisement, nearMiss, facts, asked, optionName } = context;
  return {
    connection: asJson(connection),
    negotiated: asJson(negotiated),
    ...(serverAdvertisement === undefined ? {} : { serverAdvertisement: asJson(serverAdvertisement) }),
    ...(nearMiss === undefined ? {} : { nearMiss }),
    facts: { ...facts },
    asked,
    options: sentOptions(context.options, options),
    naming: namingOf(optionName),
  };
}

function sentOptions(given: unknown, options: HeldOptions): Held | { json: Json } {
  const held = typeof given === "object" && given !== null ? options.get(given) : undefined;
  return held ?? { json: asJson(given) };
}

/** What a function computes from the options alone. */
async function computed(
  process: PackProcess,
  options: HeldOptions,
  name: FunctionName,
  given: unknown,
): Promise<unknown> {
  const caller = callerNow();
  const handler: CallHandler = {
    ...hostHandler(undefined, undefined, caller),
  };
  const context: SentContext = {
    connection: null,
    negotiated: null,
    facts: {},
    asked: false,
    options: sentOptions(given, options),
    naming: { style: "options" },
  };
  return (await process.call(name, { context, handler })).value;
}

function schemaOf(process: PackProcess, options: HeldOptions): BrandedPack["options"] {
  return {
    "~standard": {
      version: 1,
      vendor: "mcptest",
      async validate(value) {
        const { value: result, held } = await process.call(
          { of: "pack", name: "validate" },
          { input: { options: asJson(value) } },
        );
        const answer = (result ?? {}) as { issues?: { message: string; path: (string | number)[] }[]; value?: unknown };
        if (Array.isArray(answer.issues))
          return { issues: answer.issues.map(({ message, path }) => ({ message: String(message), path })) };
        if (typeof answer.value === "object" && answer.value !== null && held !== undefined)
          options.set(answer.value, { held });
        return { value: answer.value };
      },
    },
  } as BrandedPack["options"];
}

function projectionOf(process: PackProcess, name: string, index: number, sent: SentExchanges): Projection<Held> {
  return {
    kind: "projection",
    name,
    initial: () => ({ held: 0 }),
    fold: (state) => state,
    [FOLD]: async (exchanges: Parameters<SentExchanges["inputFor"]>[0]) =>
      heldOf(await process.call({ of: "projection", index }, { input: sent.inputFor(exchanges) })),
  } as Projection<Held>;
}

function heldOf({ held }: CallEnd): Held {
  if (typeof held !== "number") throw new Error("the process of the pack gave no value");
  return { held };
}

function isHeld(value: unknown): value is Held {
  return typeof (value as Held | undefined)?.held === "number";
}

import {
  BRAND,
  type BrandedPack,
  type Check,
  type Exchange,
  type Fixture,
  type Json,
  member,
  type Needs,
  type PackContext,
  type Projection,
  type Verdict,
} from "@mcptest/pack";
import { callerNow } from "../../host/containment.js";
import { namingOf } from "../option-name.js";
import type { CallEnd } from "./calls.js";
import { textOf } from "./errors.js";
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
import type { PackProcess } from "./pack-process.js";
import { FOLD } from "./sent-exchanges.js";

/** Options that were validated over there, and the number under which they are held there. */
type HeldOptions = WeakMap<object, Held>;

/**
 * A pack whose functions run in a process: it looks like any other to those who run it. Values of its fixtures and
 * projections are references to what stays over there.
 */
export function standInFor(structure: PackStructure, process: PackProcess): BrandedPack {
  const { manifest } = structure;
  const options: HeldOptions = new WeakMap();
  const has = (name: string) => structure.functions.includes(name);
  const ask = (what: string, name: FunctionName, context: PackContext<unknown>, input?: CallInput, verdict?: Verdict) =>
    callFor(process, options, { what, name, context, input, verdict });

  const projections = structure.projections.map((known, index) => projectionOf(process, known.name, index));
  const fixtures = structure.fixtures.map((known, index): Fixture<Held> => {
    const of = { of: "fixture", index } as const;
    const { role, mayChange } = known;
    const what = `the fixture ${known.name}`;
    return {
      kind: "fixture",
      name: known.name,
      ...(mayChange === undefined ? {} : { mayChange }),
      async prepare(values, context) {
        return heldOf(await ask(what, { ...of, name: "prepare" }, context, { values: values as Record<string, Held> }));
      },
      ...(known.teardown
        ? {
            async teardown(value: Held, context: PackContext<unknown>) {
              await ask(`the teardown of ${what}`, { ...of, name: "teardown" }, context, { value });
            },
          }
        : {}),
      ...(known.timeoutMs
        ? {
            timeoutMs: (given: unknown) =>
              computed(process, options, what, { ...of, name: "timeoutMs" }, given) as unknown as number,
          }
        : {}),
      ...(role === undefined
        ? {}
        : {
            role: {
              ...role,
              configured: (given: unknown, facts: Readonly<Record<string, string>>) =>
                computed(process, options, what, { ...of, name: "configured" }, given, facts) as unknown as boolean,
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
        await ask(
          `the check ${data.id}`,
          { of: "check", index },
          context,
          { values: values as Record<string, Held> },
          verdict,
        );
      },
    };
  });
  const ofPack = async (
    name: "preExtensionWire" | "detect" | "facts" | "discovery",
    context: PackContext<unknown>,
    input?: CallInput,
  ) => (await ask(name, { of: "pack", name }, context, input)).value ?? undefined;
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

interface Asked {
  what: string;
  name: FunctionName;
  context: PackContext<unknown>;
  input?: CallInput;
  verdict?: Verdict;
}

async function callFor(process: PackProcess, options: HeldOptions, asked: Asked): Promise<CallEnd> {
  const { what, name, context, input, verdict } = asked;
  return await process.call(name, {
    what,
    scope: context.connection.id,
    context: sentContext(context, options),
    ...(input ? { input } : {}),
    handler: hostHandler(context.host, verdict, callerNow()),
    signal: context.signal,
  });
}

function sentContext(context: PackContext<unknown>, options: HeldOptions): SentContext {
  const { connection, negotiated, serverAdvertisement, nearMiss, profile, facts, asked, browser, optionName } = context;
  return {
    connection: asJson(connection),
    negotiated: asJson(negotiated),
    ...(serverAdvertisement === undefined ? {} : { serverAdvertisement: asJson(serverAdvertisement) }),
    ...(nearMiss === undefined ? {} : { nearMiss }),
    ...(profile === undefined ? {} : { profile }),
    facts: { ...facts },
    asked,
    ...(browser === undefined ? {} : { browser }),
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
  what: string,
  name: FunctionName,
  given: unknown,
  facts: Readonly<Record<string, string>> = {},
): Promise<unknown> {
  const handler = hostHandler(undefined, undefined, callerNow());
  const context: SentContext = {
    connection: null,
    negotiated: null,
    facts: { ...facts },
    asked: false,
    options: sentOptions(given, options),
    naming: { style: "options" },
  };
  return (await process.call(name, { what, context, handler })).value;
}

function schemaOf(process: PackProcess, options: HeldOptions): BrandedPack["options"] {
  return {
    "~standard": {
      version: 1,
      vendor: "mcptest",
      async validate(value) {
        const { value: result, held } = await process.call(
          { of: "pack", name: "validate" },
          { what: "the option schema", input: { options: asJson(value) } },
        );
        const answer = { issues: member(result, "issues"), value: member(result, "value") };
        if (answer.issues !== undefined) return { issues: issuesOf(answer.issues) };
        if (typeof answer.value === "object" && answer.value !== null && isHeld({ held }))
          options.set(answer.value, { held: held as number });
        return { value: answer.value };
      },
    },
  } as BrandedPack["options"];
}

/** Issues and steps of their paths, and characters of a message. */
const MAX_ISSUES = 100;
const MAX_MESSAGE = 2_000;

function issuesOf(given: unknown): { message: string; path: (string | number)[] }[] {
  return (Array.isArray(given) ? given : []).slice(0, MAX_ISSUES).map((issue) => {
    const path = member(issue, "path");
    const steps = (Array.isArray(path) ? path : []).slice(0, MAX_ISSUES);
    const isStep = (step: unknown) => typeof step === "number" || typeof step === "string";
    return { message: textOf(member(issue, "message"), MAX_MESSAGE), path: steps.filter(isStep) };
  });
}

function projectionOf(process: PackProcess, name: string, index: number): Projection<Held> {
  return {
    kind: "projection",
    name,
    initial: () => ({ held: 0 }),
    fold: (state) => state,
    [FOLD]: async (exchanges: readonly Exchange[], scope: string) =>
      heldOf(
        await process.call(
          { of: "projection", index },
          { what: `the projection ${name}`, scope, input: process.sent.inputFor(exchanges, scope) },
        ),
      ),
  } as Projection<Held>;
}

function heldOf({ held }: CallEnd): Held {
  if (!isHeld({ held })) throw new Error("the process of the pack gave no value");
  return { held: held as number };
}

function isHeld(value: unknown): value is Held {
  return Number.isSafeInteger(member(value, "held"));
}

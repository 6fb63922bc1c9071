import {
  at,
  defineFixture,
  type Exchange,
  type Fixture,
  type Json,
  META,
  type PackContext,
  sentJson,
  unavailable,
} from "@mcptest/pack";
import { afterEnd } from "./after-end.js";
import { type Attempt, required } from "./attempt.js";
import { PACK_NAME, TASKS_EXTENSION } from "./ids.js";
import { ledger } from "./ledger.js";
import type { TasksOptions } from "./options.js";
import { life } from "./poll.js";
import { provoked, taskIdOf } from "./provoke.js";

/** Throws why the answer to the `task` role's call is none that could be a task. */
export const answeredCall = defineFixture<void, { call: typeof provoked }, TasksOptions>({
  name: "answered call",
  needs: { call: provoked },
  prepare({ call }) {
    const { reading, noTask } = required(call);
    if (reading === undefined) throw unavailable(noTask.reason, { ...noTask });
  },
});

/** Throws why the `task` role's call made no task, so that a check which found nothing to judge says so. */
export const madeTask = defineFixture<void, { call: typeof provoked }, TasksOptions>({
  name: "made task",
  needs: { call: provoked },
  prepare({ call }) {
    required(taskIdOf(call));
  },
});

/** Throws why the `task` role's task could not be read. */
export const readTask = defineFixture<void, { life: typeof life }, TasksOptions>({
  name: "read task",
  needs: { life },
  prepare({ life: lived }) {
    const { reads, problem } = required(lived);
    if (reads.length === 0) throw unavailable(problem?.reason ?? "the task never became readable", { ...problem });
  },
});

/** Throws why the `task` role's task was not read to its end. */
export const endedLife = defineFixture<void, { life: typeof life }, TasksOptions>({
  name: "task read to its end",
  needs: { life },
  prepare({ life: lived }) {
    const { ending, problem } = required(lived);
    if (ending !== "terminal") throw unavailable(problem?.reason ?? "the task never became readable", { ...problem });
  },
});

const throwing = new Map<unknown, Fixture<void, TasksOptions>>();

/** The same preparation for a check that reads the record: it throws why there is nothing, which the check then says. */
export function had<T>(fixture: Fixture<Attempt<T>, TasksOptions>): Fixture<void, TasksOptions> {
  const known = throwing.get(fixture);
  if (known !== undefined) return known;
  const made = defineFixture<void, { attempt: typeof fixture }, TasksOptions>({
    name: `${fixture.name}, or why not`,
    needs: { attempt: fixture },
    prepare({ attempt }) {
      required(attempt as Attempt<T>);
    },
  });
  throwing.set(fixture, made);
  return made;
}

/** A check that judges what was recorded and needs no task for it. */
export const reading = { reads: "transcript", phase: "end" } as const;

/** A check that judges the record of the `task` role's task, from its creation to its end and beyond. */
export const readingTask = { ...reading, prepares: { made: madeTask, read: readTask, after: afterEnd } } as const;

/** The same, by the ledger of every task. */
export const readingLedger = { ...readingTask, needs: { ledger } } as const;

/** What this pack exchanged for a fixture. */
export async function recordOf(
  { host }: Pick<PackContext, "host">,
  { name }: Pick<Fixture<unknown>, "name">,
): Promise<Exchange[]> {
  return (await host.transcript({ pack: PACK_NAME })).filter(({ tags }) => tags.check === `fixture:${name}`);
}

/** The request declares the extension. */
export function declares(exchange: Exchange): boolean {
  return declarationIn(sentJson(exchange)) !== undefined;
}

function declarationIn(sent: Json | undefined): unknown {
  return at(sent, "params", "_meta", META.clientCapabilities, "extensions", TASKS_EXTENSION);
}

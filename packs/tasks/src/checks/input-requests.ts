import { defineFixture, excerpt, isObject, member, resultOf, say, unavailable, type Verdict } from "@mcptest/pack";
import { openRequests } from "../acknowledgements.js";
import { askedOf } from "../asked.js";
import { type AskedTask, askManyTask, askTask, bareTask, needsRole, undeclaredKinds } from "../asking-tasks.js";
import { required } from "../attempt.js";
import { extensionCheck } from "../define.js";
import { createFindings } from "../findings.js";
import { clashingKeys, judgeRequests, vanishedKeys } from "../input-requests.js";
import { ledger, recordsOf } from "../ledger.js";
import type { TasksOptions } from "../options.js";
import { had, reading } from "../record.js";
import { roleTask } from "../roles.js";
import { everyTask } from "../task-objects.js";

/** Throws why the task of the `ask` role asked for nothing. */
const askedTask = defineFixture<void, { ask: typeof askTask }, TasksOptions>({
  name: "asked task",
  needs: { ask: askTask },
  prepare({ ask }) {
    const asked = required(ask);
    const { problem } = asked?.life ?? {};
    if (asked?.asking === undefined && problem !== undefined) throw unavailable(problem.reason, { ...problem });
  },
});

const ASK = { subject: "ask" };

/** I23. With the `askMany` role, also a key that is missing without having been answered fails. */
export const inputRequestsComplete = extensionCheck({
  id: "tasks-input-requests-complete",
  category: "lifecycle",
  title: "Every open request is listed, in each answer",
  description: "inputRequests holds all requests that are open, and each poll repeats those that are open still.",
  level: "must",
  contract: "I23",
  section: "Task Polling",
  phase: "end",
  needs: { ...everyTask, many: askManyTask },
  run({ ledger, many, call }, verdict, { options }) {
    const asked = many.value;
    if (asked?.asking !== undefined) judgeMany(asked, options.roles.askMany?.inputResponses, verdict);
    else if (options.roles.askMany !== undefined) askedOf(many, "askMany", verdict);
    else required(call);
    for (const record of recordsOf(ledger)) {
      if (record.subject === "askMany") continue;
      for (const { name, first, second } of vanishedKeys(record))
        verdict.warn(
          `tasks/get: the key ${excerpt(name, 60)} is gone although nobody answered it and the task still asks (I23)`,
          [first.exchange, second.exchange],
          { subject: record.subject },
        );
    }
  },
});

function judgeMany(asked: AskedTask, configured: unknown, verdict: Verdict): void {
  if (!isObject(member(asked.asking, "inputRequests"))) {
    verdict.couldNotRun("the task asks without an object inputRequests (tasks-get-status-payload)");
    return;
  }
  const first = Object.keys(openRequests(asked.asking ?? {}));
  const named = isObject(configured) && !Object.hasOwn(configured, "*") ? Object.keys(configured) : [];
  const later = asked.repeated && resultOf(asked.repeated);
  const isAsking = isObject(later) && member(later, "status") === "input_required";
  const again = isAsking ? Object.keys(openRequests(later)) : first;
  const missing = [
    ...named.filter((name) => !first.includes(name)).map((name) => [name, "first"]),
    ...first.filter((name) => !again.includes(name)).map((name) => [name, "second"]),
  ];
  const evidence = asked.repeated === undefined ? [] : [asked.repeated.number];
  for (const [name, when] of missing)
    verdict.fail(
      say({
        sent: "tasks/get of a task that asks several questions at once",
        came: `the key ${excerpt(name, 60)} is not in the ${when} answer, and nobody had answered it`,
        rule: "I23: inputRequests holds every open request, and each poll repeats those that are open still",
        fix: "list all requests that wait for an answer, each time",
      }),
      evidence,
      { subject: "askMany" },
    );
  if (first.length < 2 && named.length === 0)
    verdict.fail(
      say({
        sent: "tasks/get of a task that asks several questions at once",
        came: `inputRequests has ${first.length} key: the tool of the role askMany has several questions open`,
        rule: "I23: inputRequests holds every open request",
        fix: "list all requests that wait for an answer at once; or name another tool for the role askMany",
      }),
      evidence,
      { subject: "askMany" },
    );
  if (missing.length === 0) verdict.pass({ subject: "askMany" }, evidence);
}

/** I24. */
export const inputRequestsShape = extensionCheck({
  id: "tasks-input-requests-shape",
  category: "lifecycle",
  title: "Input requests are requests",
  description: "Each entry of inputRequests is one of the three kinds of request, with the params of its kind.",
  level: "must",
  contract: "I24",
  section: "Task Polling",
  ...reading,
  needs: { ledger },
  prepares: { role: needsRole("ask"), ask: askedTask },
  run({ ledger: seen }, verdict) {
    const findings = createFindings();
    const open = seen.sightings.filter(
      ({ source, form, task }) => source === "tasks/get" && form === "flat" && isObject(member(task, "inputRequests")),
    );
    for (const { task, exchange } of open) {
      const requests = openRequests(task);
      const { violations, warnings } = judgeRequests(requests);
      const seen = { from: "tasks/get", exchange };
      const received = `Received ${excerpt(requests, 200)}`;
      for (const key of violations) findings.add({ kind: "fail", key, came: `${key}. ${received}`, ...seen });
      for (const key of warnings) findings.add({ kind: "warn", key, came: `${key}. ${received}`, ...seen });
    }
    findings.tell(verdict, {
      rule: "I24: each input request is elicitation/create, sampling/createMessage or roots/list with the params of its kind",
      fix: 'send {"method": "elicitation/create", "params": {"mode": "form", "message": …, "requestedSchema": …}}',
    });
    if (open.length > 0)
      verdict.pass(
        ASK,
        open.slice(0, 20).map(({ exchange }) => exchange),
      );
    else verdict.couldNotRun("the tool of the role ask asked for nothing");
  },
});

/** I25. */
export const inputKeysUnique = extensionCheck({
  id: "tasks-input-keys-unique",
  category: "lifecycle",
  title: "An input key never names two requests",
  description: "In the life of a task a key of inputRequests names one request, and is not used again.",
  level: "must",
  contract: "I25",
  section: "Task Update Requests",
  ...reading,
  needs: { ledger },
  prepares: { twice: had(roleTask("askTwice")) },
  run({ ledger: seen }, verdict) {
    const findings = createFindings();
    const records = recordsOf(seen);
    for (const record of records)
      for (const { kind, key, came, first, second } of clashingKeys(record)) {
        const seen = { kind, key, came, from: "tasks/get", subject: record.subject };
        findings.add({ ...seen, exchange: first.exchange });
        findings.add({ ...seen, exchange: second.exchange });
      }
    findings.tell(verdict, {
      rule: "I25: a key names one request in the whole life of a task",
      fix: "give each request a new key, such as a counter or a random one",
    });
    const reads = records
      .filter(({ subject }) => subject === "askTwice")
      .flatMap(({ sightings }) => sightings.filter(({ source }) => source === "tasks/get"));
    const asked = reads.filter(({ task }) => member(task, "status") === "input_required");
    if (asked.length === 0) verdict.couldNotRun("the tool of the role askTwice asked for nothing");
    else
      verdict.pass(
        { subject: "askTwice" },
        asked.slice(0, 20).map(({ exchange }) => exchange),
      );
  },
});

/** I26. */
export const inputDeclaredOnly = extensionCheck({
  id: "tasks-input-declared-only",
  category: "lifecycle",
  title: "Nothing is asked that the client did not declare",
  description: "A task asks for no kind of input that neither the call nor the polls declared.",
  level: "must",
  contract: "I26",
  source: "basic",
  section: "Client Capabilities",
  phase: "provoke",
  needs: { role: needsRole("ask"), bare: bareTask },
  run({ bare }, verdict) {
    const asked = required(bare);
    const reads = asked?.life.reads ?? [];
    const declared = Object.keys(asked?.declared ?? {});
    const last = reads.find(({ task }) => undeclaredKinds(task, declared).length > 0);
    if (last === undefined) {
      verdict.pass(ASK, reads.length > 0 ? reads.slice(-1).map(({ exchange }) => exchange) : asked?.call.call.evidence);
      return;
    }
    const tool = JSON.stringify(asked?.call.call.candidate.tool);
    verdict.fail(
      say({
        sent: `tools/call of ${tool} and tasks/get, declaring ${declared.join(", ") || "no kind of input"}`,
        came: `the task asks for ${undeclaredKinds(last.task, declared).join(", ")}: ${excerpt(openRequests(last.task), 200)}`,
        rule: "I26: a kind of request that the client did not declare is not sent to it; a server that needs it answers -32021",
        fix: "look at clientCapabilities of the call before the task is made, and refuse with -32021 what cannot be served",
      }),
      [last.exchange],
      ASK,
    );
  },
});

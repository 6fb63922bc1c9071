import { decodeHeaderValue } from "@mcptest/pack";
import { describe, expect, it } from "vitest";
import { BASELINE, notApplicable } from "../tasks/testing/baseline.js";
import { idsOf } from "../tasks/testing/run-tasks.js";
import { LIES } from "./testing/lies.mjs";
import { type HostileLimits, hostileRuns, type Lane, receivedIn } from "./testing/run-hostile.js";

const HTTP_MODERN: Lane = { transport: "http", era: "modern" };
const HTTP_LEGACY: Lane = { transport: "http", era: "legacy" };
const STDIO_MODERN: Lane = { transport: "stdio", era: "modern" };
const STDIO_LEGACY: Lane = { transport: "stdio", era: "legacy" };
const HTTP = [HTTP_MODERN, HTTP_LEGACY];
const STDIO = [STDIO_MODERN, STDIO_LEGACY];
const MODERN = [HTTP_MODERN, STDIO_MODERN];
const LEGACY = [HTTP_LEGACY, STDIO_LEGACY];

/** The lies whose name begins so. */
const all = (prefix: string) => Object.keys(LIES).filter((name) => name.startsWith(`${prefix} `));
const WRONG_IDS = ["an id of null", "an id that is a text", "an id that is an object", "no id"];

/** Checks that need the list of tools and everything after it. */
const AFTER_LIST = BASELINE.slice(2);

/** What a run says: checks that failed, and those that could not run. Everything else that applies has passed. */
interface Row {
  names: string[];
  failed?: string[];
  open?: string[];
  /** The checks that are open do not depend on the lane: the others do not apply. */
  only?: string[];
  lanes?: Lane[];
  limits?: HostileLimits;
  /** Not every message of the server is in the record as a whole. */
  beyondLimits?: boolean;
}

const ROWS: Row[] = [
  { names: ["honest", "a repeated cursor", "ten thousand tools", "tools that are none"] },
  { names: ["tool names that are commands", "two tools of one name", "cursors of every type"] },
  { names: ["members of the prototype in every object", "another discovery from the second on"] },
  { names: ["a hundred thousand extensions", "a name of 12 MB"], lanes: [HTTP_MODERN] },
  { names: all("the task id").slice(0, 3) },
  { names: all("the task id").slice(3), lanes: MODERN },
  { names: all("the date").slice(0, 2) },
  { names: all("the date").slice(2), lanes: HTTP },
  { names: ["bytes that are no UTF-8", "every answer twice", "an answer and then another"] },
  { names: ["an answer to nobody first", "an id with a fraction of zero", "5000 notifications"] },
  { names: ["an interval of -1", "an interval of -1e308", "a ttl of 1e308"] },
  { names: ["100000 notifications"], lanes: [STDIO_MODERN], beyondLimits: true },

  { names: ["tools that are no list"], open: AFTER_LIST },
  { names: ["cursors without end"], open: AFTER_LIST, lanes: [HTTP_MODERN, STDIO_LEGACY] },
  { names: ["a million tools"], open: AFTER_LIST, lanes: [HTTP_MODERN, STDIO_LEGACY] },
  { names: ["a nesting bomb", "a nesting bomb that never closes"], open: AFTER_LIST },
  { names: ["a line of 18 MB"], open: AFTER_LIST, lanes: MODERN, beyondLimits: true },
  { names: ["20000 log messages"], open: AFTER_LIST, lanes: MODERN, beyondLimits: true },
  { names: WRONG_IDS, open: AFTER_LIST, lanes: HTTP },
  { names: WRONG_IDS, open: AFTER_LIST, lanes: STDIO, limits: { requestMs: 1_000 } },
  { names: ["an error full of commands"], open: AFTER_LIST, lanes: MODERN },
  { names: ["an error full of commands"], open: ["tasks-ttl-shape", "tasks-inline-result"], lanes: LEGACY },

  { names: all("capabilities").slice(0, 3), only: ["tasks-wire-resolvable"] },
  { names: all("capabilities").slice(3), only: ["tasks-wire-resolvable"], lanes: HTTP },

  { names: all("extensions"), only: ["tasks-wire-resolvable"], lanes: [HTTP_MODERN] },

  { names: ["an interval of 2^31", "an interval of 1e308"], open: ["tasks-inline-result"] },
  { names: ["a task of 12 MB that never ends"], open: ["tasks-inline-result"], lanes: [HTTP_MODERN, STDIO_LEGACY] },
  { names: ["an interval of 1e400"], failed: ["tasks-ttl-shape"], open: ["tasks-inline-result"] },
  { names: ['a ttl of "NaN"', 'a ttl of "Infinity"', "an empty ttl"], failed: ["tasks-ttl-shape"] },
  { names: ["a ttl of 1e400", "a result full of commands"], failed: ["tasks-ttl-shape"] },
];

const { lied } = hostileRuns();
const cases = ROWS.flatMap(({ names, lanes = [...HTTP, ...STDIO], ...row }) =>
  names.flatMap((name) => lanes.map((lane) => ({ name, lane, about: name.slice(0, 40), ...lane, ...row }))),
);

describe("a server that says", () => {
  it.each(cases)("$about, over $transport, $era", async ({ name, lane, failed = [], open = [], only, ...row }) => {
    const { report, pack, transcript, sent } = await lied(name, lane, row.limits);
    const inapplicable = notApplicable(lane.transport, lane.era);
    expect(idsOf(pack, "failed")).toEqual(failed);
    expect(idsOf(pack, "could-not-run")).toEqual(only ?? open.filter((id) => !inapplicable.includes(id)));
    expect(idsOf(pack, "not-applicable")).toEqual(only ? BASELINE.slice(1) : inapplicable);
    expect(pack.checks.map(({ origin }) => origin)).not.toContain("pack");
    expect(report.exitCode).toBe(failed.length > 0 ? 1 : (only ?? open).length > 0 ? 3 : 0);
    const received = receivedIn(transcript);
    expect(sent.length).toBeGreaterThan(0);
    if (!row.beyondLimits) expect(sent.filter((message) => !received.has(message))).toEqual([]);
  });

  it("anything else has a row too", () => {
    const elsewhere = ["the end at", "silence at", "a task that never ends, and"].flatMap(all);
    const named = new Set([...ROWS.flatMap(({ names }) => names), ...elsewhere, "an id of 1 MB"]);
    expect(Object.keys(LIES).filter((name) => !named.has(name))).toEqual([]);
  });
});

describe("the id of a task", () => {
  const ids = all("the task id").map((name) => ({ name, about: name.slice(0, 40) }));

  it.each(ids)("$about: goes out in Mcp-Name, encoded, and in the body as it came", async ({ name }) => {
    const { asked } = await lied(name, HTTP_MODERN);
    const id = JSON.parse(name.slice("the task id ".length)) as string;
    const polls = asked.filter(({ method }) => method === "tasks/get");
    expect(polls.length).toBeGreaterThan(0);
    for (const { params, headers } of polls) {
      expect(params.taskId).toBe(id);
      expect(decodeHeaderValue(String(headers["mcp-name"]))).toBe(Buffer.from(id).toString());
    }
  });

  it("may be too long for a header: then nothing about the task is decided, and nobody is blamed", async () => {
    const { pack, asked } = await lied("an id of 1 MB", HTTP_MODERN);
    expect(idsOf(pack, "failed")).toEqual([]);
    expect(idsOf(pack, "could-not-run")).toEqual([
      "tasks-ttl-shape",
      "tasks-inline-result",
      "tasks-undeclared-capability-rejected",
    ]);
    expect(pack.incompleteReason).toContain("never became readable: tasks/get was answered with HTTP 431");
    expect(asked.filter(({ method }) => method === "tasks/get")).toEqual([]);
    expect((await lied("an id of 1 MB", STDIO_MODERN)).report.exitCode).toBe(0);
  });
});

it("a server is discovered once: what it says of itself later changes nothing", async () => {
  const { asked } = await lied("another discovery from the second on", HTTP_MODERN);
  expect(asked.filter(({ method }) => method === "server/discover")).toHaveLength(1);
});

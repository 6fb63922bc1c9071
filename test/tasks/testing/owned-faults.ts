import { appendFileSync } from "node:fs";
import type { Report } from "@mcptest/core/report";
import { type Check, type Era, LEGACY_VERSIONS, type Transport } from "@mcptest/pack";
import { type Expectation, type FaultInfo, listFaults, type ServerKind } from "@mcptest/testkit";
import { describe, expect, it } from "vitest";
import { pickByName } from "./baseline.js";
import { type Verdicts as JudgedVerdicts, verdictsOf } from "./full-profile.js";
import { packOf } from "./run-tasks.js";

/** Milliseconds of one test: a run starts several processes, and a busy machine takes its time for each. */
const TEST_MS = 300_000;

/** A fault whose owner is a check of the pack. */
export interface TabledFault extends FaultInfo {
  owner: Expectation;
}

/** One way of talking to a server of the testkit. */
export interface Lane {
  transport: Transport;
  era: Era;
  /** Legacy: the revision that is asked for. */
  version?: string;
  /** The transport of 2024-11-05. */
  form?: "sse";
}

/** What a run says in short. */
export interface Verdicts extends JudgedVerdicts {
  /** Checks that noted something. */
  noted: string[];
}

/** The verdicts of a report that has one pack. */
export function notedVerdictsOf(report: Report): Verdicts {
  const noted = packOf(report).checks.filter(({ notes = [] }) => notes.length > 0);
  return { ...verdictsOf(report), noted: noted.map(({ id }) => id) };
}

/** The faults and variants that the server has in one run. */
export interface Served {
  faults?: string[];
  variants?: string[];
}

/** What the tables of one pack are made of. */
export interface TableSource {
  /** The kind of server that has the faults. */
  on: ServerKind;
  checks: readonly Check[];
  /** Which faults and variants of that server belong to these tables. Default: all. */
  has?(fault: FaultInfo): boolean;
  /** Runs the pack on the server of one lane. */
  judge(lane: Lane, served: Served & { eras?: readonly Era[] }, strict?: boolean): Promise<Verdicts>;
  /** The eras of the lanes of its runs. Default: every one in which a fault shows. */
  eras?: readonly Era[];
  /** The lanes in which a fault is judged where the whole product is asked for. Default: each in which it shows. */
  lanesOf?(fault: FaultInfo): Lane[];
}

/** What a table of faults knows beyond the list of the testkit. */
export interface FaultTable {
  /** Checks that fail or warn besides the owner of a fault, by fault, each with why. */
  besides?: Record<string, Record<string, string>>;
  /** Faults that take away what other checks look at, which then could not run. */
  leavesOpen?: readonly string[];
  /** Only the faults of these checks, where several files share a category. */
  only?: readonly string[];
  /** Whether faults of should rows, one of each check in `npm test`, are judged a second time with `--strict`. Default: yes. */
  twice?: boolean;
  /** Faults of one check that are judged, the first ones. Default: three in `npm test`, all in the whole product. */
  most?: number;
}

/** Every lane in the whole product; else the one that the name chooses. */
const everyLane = Boolean(process.env.MCPTEST_EVERY_LANE);

const MOST = everyLane ? Number.POSITIVE_INFINITY : 3;

/** The lanes in which a fault or a variant shows. */
export function lanesOf(fault: FaultInfo): Lane[] {
  return fault.eras.flatMap((era) =>
    fault.transports.flatMap((transport): Lane[] => {
      if (era === "modern") return [{ era, transport }];
      if (fault.form === "sse") return [{ era, transport: "http", version: "2024-11-05", form: "sse" }];
      return (fault.versions ?? LEGACY_VERSIONS).map((version) => ({ era, transport, version }));
    }),
  );
}

/** `http 2025-06-18` */
export function laneName({ transport, era, version, form }: Lane): string {
  return `${form === "sse" ? "HTTP+SSE" : transport} ${version ?? (era === "modern" ? "2026-07-28" : "")}`;
}

/** The tables of one pack over one kind of server. */
export function faultTables({ on, checks, has = () => true, judge, eras, lanesOf: lanesFor = lanesOf }: TableSource) {
  const categories = new Map(checks.map(({ id, category }) => [id, category]));
  const levels = new Map(checks.map(({ id, level }) => [id, level]));
  const known = listFaults().filter((fault) => fault.on === on && has(fault));
  const variants = known.filter(({ kind }) => kind === "variant");

  /** The faults whose owner is a check of this category. */
  function faultsOf(category: string): TabledFault[] {
    return known.filter(
      (fault): fault is TabledFault => fault.kind === "fault" && categories.get(fault.owner?.check ?? "") === category,
    );
  }

  function cases<T extends FaultInfo>(faults: readonly T[]) {
    return faults.flatMap((fault) => {
      const shows = ({ era }: Lane) => eras?.includes(era) ?? true;
      const chosen = everyLane
        ? lanesFor(fault).filter(shows)
        : [pickByName(fault.name, lanesOf(fault).filter(shows) as [Lane, ...Lane[]])];
      return chosen.map((lane) => ({
        fault,
        lane,
        name: fault.name,
        where: laneName(lane),
        owner: fault.owner?.check,
      }));
    });
  }

  return {
    /** What the table in the pack's README is made of, but for what a run observed. */
    tabledFaults() {
      const order = [...new Set(categories.values())];
      return {
        faults: order.flatMap(faultsOf),
        variants,
        categoryOf: (check: string) => categories.get(check) ?? "",
      };
    },

    /** Each fault of the category: its owner says so, and no other check. */
    describeFaults(
      category: string,
      { besides = {}, leavesOpen = [], only, twice = true, most = MOST }: FaultTable = {},
    ): void {
      const own = faultsOf(category).filter(({ owner }) => only === undefined || only.includes(owner.check));
      const faults = firstOfEach(own, most);
      const warned = faults.filter(({ owner }) => twice && owner.verdict === "warning");
      describe(`one fault of the server: ${category}`, () => {
        it.concurrent.each(cases(faults))(
          "$name over $where: $owner says so, and no other check",
          async ({ fault, lane }) => {
            const { name, owner } = fault;
            const others = Object.keys(besides[name] ?? {});
            const verdicts = await judge(lane, { faults: [name], eras: fault.eras });
            record(fault, lane, verdicts, others);
            const isOpen = leavesOpen.includes(name);
            expect(spokeBesides(fault, verdicts)).toEqual(others);
            if (owner.verdict === "failed") {
              expect(verdicts.failed).toContain(owner.check);
              expect(verdicts.exitCode).toBe(1);
            } else {
              expect([verdicts.failed, verdicts.warning.includes(owner.check)]).toEqual([[], true]);
              expect(verdicts.exitCode).toBe(isOpen ? 3 : 0);
            }
            if (!isOpen) expect(verdicts.open).toEqual([]);
          },
          TEST_MS,
        );

        it.concurrent.each(cases(everyLane ? warned : firstOfEach(warned, 1)))(
          "$name over $where under --strict",
          async ({ fault, lane }) => {
            const { check } = fault.owner;
            const { failed, warning, exitCode } = await judge(lane, { faults: [fault.name], eras: fault.eras }, true);
            // What no text asks for, and hosts need, stays a warning.
            if (levels.get(check) === "interop")
              expect([failed, warning.includes(check), exitCode]).toEqual([[], true, 0]);
            else expect([failed.includes(check), exitCode]).toEqual([true, 1]);
          },
          TEST_MS,
        );
      });
    },

    /** What a server may do: no check blames it, and one that is said to record it does. */
    describeVariants(): void {
      describe("what a server may do", () => {
        it.concurrent.each(cases(variants))(
          "$name over $where: no check blames it",
          async ({ fault, name, owner, lane }) => {
            const judged = await judge(lane, { variants: [name], eras: fault.eras });
            const { failed, warning, noted, open, exitCode } = judged;
            if (fault.owner?.verdict === "could-not-run") {
              const told = open.map((line) => line.split(":", 1)[0]);
              expect({ failed, warning, told, exitCode }).toEqual({
                failed: [],
                warning: [],
                told: [owner],
                exitCode: 3,
              });
              return;
            }
            expect({ failed, warning, open, exitCode }).toEqual({ failed: [], warning: [], open: [], exitCode: 0 });
            if (owner === undefined) return;
            write(name, laneName(lane), noted.includes(owner) ? "noted" : "silent");
            expect(noted).toContain(owner);
          },
          TEST_MS,
        );
      });
    },
  };
}

/** The first `most` faults of each check. */
function firstOfEach(faults: readonly TabledFault[], most: number): TabledFault[] {
  const seen = new Map<string, number>();
  return faults.filter(({ owner: { check } }) => {
    const count = (seen.get(check) ?? 0) + 1;
    seen.set(check, count);
    return count <= most;
  });
}

/** The checks that failed or warned and do not own the fault, each once. */
function spokeBesides({ owner }: TabledFault, { failed, warning }: Verdicts): string[] {
  return [...new Set([...failed, ...warning])].filter((id) => id !== owner.check);
}

/** Writes what the owner said, and who else spoke, where a run wants to know. */
function record(fault: TabledFault, lane: Lane, verdicts: Verdicts, besides: readonly string[]): void {
  const { failed, warning } = verdicts;
  const said = failed.includes(fault.owner.check)
    ? "failed"
    : warning.includes(fault.owner.check)
      ? "warning"
      : "silent";
  const others = spokeBesides(fault, verdicts).filter((id) => !besides.includes(id));
  write(fault.name, laneName(lane), [said, ...others].join(", also "));
}

function write(name: string, lane: string, observed: string): void {
  const file = process.env.MCPTEST_FAULT_RESULTS;
  if (file) appendFileSync(file, `${JSON.stringify({ name, lane, observed })}\n`);
}

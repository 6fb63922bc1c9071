import { appsPack } from "@mcptest/pack-apps";
import { APPS_OPTIONS, type FaultInfo, listFaults } from "@mcptest/testkit";
import { pickByName } from "../../tasks/testing/baseline.js";
import {
  type FaultTable,
  faultTables,
  type Lane,
  lanesOf,
  notedVerdictsOf,
  type Served,
  type Verdicts,
} from "../../tasks/testing/owned-faults.js";
import { type BrowserOfTests, describeWithBrowser } from "../../testing/browser.js";
import { runApps, withServer } from "./run-apps.js";

/** What the names of faults and variants of views begin with. */
export const VIEW_FAULT = "apps-view-";

const checks = appsPack.checks.filter(({ category }) => category === "view");

/** Checks that judge visits with unusual hosts. Those take longest, so they are made only where a fault needs them. */
const unusual = new Set(
  checks
    .filter(({ needs }) =>
      Object.values(needs ?? {}).some((need) => "role" in need && need.role?.name === "unusual hosts"),
    )
    .map(({ id }) => id),
);

/** Faults and variants of other checks that show with such a host alone. */
const WITH_UNUSUAL: readonly string[] = [
  "apps-view-fixed-height-told",
  "apps-view-teardown-reason",
  "apps-view-white-without-variables",
];

/** The whole product is asked for. What `--strict` makes of a warning the tables of the wire hold. */
const everyLane = Boolean(process.env.MCPTEST_EVERY_LANE);

const ownerOf = new Map(listFaults().map(({ name, owner }) => [name, owner?.check]));

/** With it the server has one view, which is the one that all faults of views change: a run then shows no other. */
const ONE_VIEW = "apps-view-alone";
const { show_board, pin_city } = APPS_OPTIONS.calls;
const CALLS = everyLane ? APPS_OPTIONS.calls : { show_board, pin_city };

/** Faults of one check in `npm test`: a browser takes its time for each. `npm run test:all` has them all. */
const MOST = everyLane || process.env.MCPTEST_ALL_VIEWS ? Number.POSITIVE_INFINITY : 1;

/** Each fault of these checks: the owner says so, and no other check of the pack, on the wire or in a view. */
export function describeViewFaults(ids: readonly string[], table: Omit<FaultTable, "only"> = {}): void {
  describeWithBrowser("views with a fault", (browser) => {
    tablesWith(browser).describeFaults("view", { ...table, only: ids, twice: everyLane, most: MOST });
  });
}

/** What a view may do: no check blames it. */
export function describeViewVariants(): void {
  describeWithBrowser("views without one", (browser) => tablesWith(browser).describeVariants());
}

function tablesWith(browser: BrowserOfTests) {
  return faultTables({
    on: "apps",
    checks,
    has: ({ name }) => name.startsWith(VIEW_FAULT),
    judge: (lane, served, strict) => judge(browser, lane, served, strict),
    lanesOf: laneOfEachEra,
  });
}

/** What is within a view is the same in every lane, and a run with a browser takes long: one lane of each era will do. */
function laneOfEachEra(fault: FaultInfo): Lane[] {
  return fault.eras.flatMap((era) => {
    const [first, ...rest] = lanesOf(fault).filter((lane) => lane.era === era);
    return first === undefined ? [] : [pickByName(fault.name, [first, ...rest])];
  });
}

/** Runs the whole pack, with a browser, on the Apps server of one lane. */
async function judge(
  browser: BrowserOfTests,
  { transport, era, version, form }: Lane,
  { faults = [], variants = [] }: Served,
  strict = false,
): Promise<Verdicts> {
  const names = [...faults, ...variants];
  const faultyHosts =
    everyLane || names.some((name) => WITH_UNUSUAL.includes(name) || unusual.has(ownerOf.get(name) ?? ""));
  const served = {
    era,
    faults,
    variants: everyLane ? variants : [...new Set([...variants, ONE_VIEW])],
    ...(version === undefined ? {} : { versions: [version] }),
    ...(form === "sse" ? { http: form } : {}),
  };
  return await withServer(transport, served, async (target) =>
    notedVerdictsOf(
      await runApps({
        target,
        era,
        options: { calls: CALLS, faultyHosts },
        selection: { categories: undefined },
        request: { strict, browser },
      }),
    ),
  );
}

import { type Check, member } from "@mcptest/pack";
import type { VisitRecord } from "../../view/record.js";
import { type Asked, asked, isRequest, quote } from "./messages.js";
import { viewRule } from "./rule.js";
import { visitsWith } from "./shown.js";

const SIZE_CHANGED = "ui/notifications/size-changed";
const SECTION = "Container Dimensions";
/** Messages in a row, and in 5 seconds. */
const LONGEST_RUN = 5;
const MOST = 10;
const WINDOW_MS = 5_000;
/** The part of a fixed height that content has to reach. */
const FILLED = 0.9;

function sizes(record: VisitRecord): Asked[] {
  return asked(record, SIZE_CHANGED).filter((message) => !isRequest(message));
}

function isSize(value: unknown): boolean {
  return value === undefined || (typeof value === "number" && Number.isFinite(value) && value >= 0);
}

/** Why a size is none, or `undefined`. */
function sizeProblem(message: Asked): string | undefined {
  const [width, height] = [member(message.params, "width"), member(message.params, "height")];
  if (width === undefined && height === undefined) return `${quote(message)} has neither width nor height`;
  return isSize(width) && isSize(height) ? undefined : `${quote(message)} has a size that is no positive number`;
}

const size = viewRule({
  id: "apps-view-size",
  title: "A view tells its size",
  description:
    "Where the height is left to the view, it sends ui/notifications/size-changed with its height at least once, and numbers that are finite and positive.",
  level: "should",
  source: "ext-apps",
  section: SECTION,
  rule: `a view whose height is not fixed tells it by ${SIZE_CHANGED}`,
  fix: "observe the size of the content with a ResizeObserver, and send it",
  judge({ main }) {
    const all = sizes(main);
    const wrong = all.flatMap((message) => sizeProblem(message) ?? []);
    if (wrong[0] !== undefined) return [{ came: wrong[0] }];
    if (all.some(({ params }) => Number(member(params, "height")) > 0)) return [];
    return [{ came: `no ${SIZE_CHANGED} with a positive height came` }];
  },
});

const sizeStable = viewRule({
  id: "apps-view-size-stable",
  title: "The size of a view comes to rest",
  description:
    "With each reported size applied to the frame, at most 10 reports come within 5 seconds, and no 5 in a row grow or shrink while nothing else happens.",
  level: "interop",
  source: "mcptest",
  section: SECTION,
  rule: "a size that a view reports does not make it report another",
  fix: "measure the content and not the frame: no 100vh on what is measured",
  judge: ({ main }) => restless(main),
});

/** Reports of sizes that do not come to rest. */
function restless(record: VisitRecord): { came: string }[] {
  const all = sizes(record);
  const crowd = all.find(({ atMs }, index) => (all[index + MOST]?.atMs ?? Number.POSITIVE_INFINITY) - atMs < WINDOW_MS);
  if (crowd)
    return [{ came: `more than ${MOST} reports of its size came within ${WINDOW_MS} ms, from ${quote(crowd)}` }];
  for (const side of ["height", "width"]) {
    const row = longestRow(all, side);
    const [first] = row;
    if (first && row.length >= LONGEST_RUN) {
      const values = row.slice(0, LONGEST_RUN + 1).map(({ params }) => member(params, side));
      return [
        { came: `${row.length} reports in a row went one way, from ${quote(first)}: ${side} ${values.join(", ")}` },
      ];
    }
  }
  return [];
}

/** The longest row of reports of one stage in which a side only grows, or only shrinks. */
function longestRow(all: readonly Asked[], side: string): Asked[] {
  let longest: Asked[] = [];
  for (const sign of [1, -1]) {
    let row: Asked[] = [];
    for (const message of all) {
      const last = row.at(-1);
      const isOn =
        last?.stage === message.stage &&
        (Number(member(message.params, side)) - Number(member(last.params, side))) * sign > 0;
      row = isOn ? [...row, message] : [message];
      if (row.length > longest.length) longest = row;
    }
  }
  return longest;
}

const fixedHeight = viewRule({
  id: "apps-view-fixed-height",
  title: "A view fills a height that is fixed",
  description:
    "With containerDimensions.height the content reaches down to nine tenths of the frame at least, and reports of the size come to rest.",
  level: "should",
  source: "mcptest",
  section: SECTION,
  scenarios: ["fixed-height"],
  rule: "containerDimensions.height says how tall a view is: it fills that, and need not report a size",
  fix: "give the root of the view height: 100vh where containerDimensions has a height",
  judge(shown) {
    const [visit] = visitsWith(shown, ["fixed-height"]);
    const look = visit?.looks.result;
    if (visit === undefined || look === undefined) return { unjudged: "no host with a fixed height saw it" };
    // What does not come to rest in a flexible frame either is blamed there.
    const moves = restless(shown.main).length > 0 ? [] : restless(visit);
    const isShort = look.contentHeight < look.clientHeight * FILLED;
    const came = `its content is ${look.contentHeight} pixels tall in a frame of ${look.clientHeight}`;
    return [...moves, ...(isShort ? [{ came }] : [])];
  },
});

/** The checks of the size of a view. */
export const sizeChecks: Check[] = [size, sizeStable, fixedHeight];

import type { Hooks } from "../server/hooks.js";
import { onShown, replaced, scriptAfter } from "./apps-view-hooks.js";
import { appsFaults, appsVariants } from "./groups.js";
import type { Fault } from "./types.js";

const SENDS_SIZE = 'notify("ui/notifications/size-changed", { height });';

/** Hooks with which the second view sends another size. */
function sending(size: string): Hooks {
  return replaced(SENDS_SIZE, `notify("ui/notifications/size-changed", ${size});`);
}

/** Hooks with which it sends these sizes, one after the other, when it has shown its result. */
function reporting(sides: readonly number[], side: "height" | "width" = "height"): Hooks {
  const sizes = sides.map((pixels) => ({ height: 300, [side]: pixels }));
  return onShown(`let turn = 0;
  const sizes = ${JSON.stringify(sizes)};
  const timer = setInterval(() => {
    if (!isFixed()) notify("ui/notifications/size-changed", sizes[turn]);
    turn += 1;
    if (turn === sizes.length) clearInterval(timer);
  }, 30);`);
}

/** Faults and variants of the size that a view has, and tells. */
export const appsViewSizeFaults: Fault[] = [
  ...appsFaults("apps-view-size", "warning", [
    {
      name: "apps-view-size-untold",
      description: "A view never tells its size",
      hooks: replaced(SENDS_SIZE, ""),
    },
    {
      name: "apps-view-size-nan",
      description: "A view tells a height that is no number",
      hooks: sending("{ height: Number.NaN }"),
    },
    {
      name: "apps-view-size-negative",
      description: "A view tells a negative height",
      hooks: sending("{ height: -height }"),
    },
    {
      name: "apps-view-size-zero",
      description: "A view tells no height but 0",
      hooks: sending("{ height: 0 }"),
    },
    {
      name: "apps-view-size-text",
      description: "A view tells its height as a text",
      hooks: sending('{ height: height + "px" }'),
    },
    {
      name: "apps-view-size-empty",
      description: "A view tells a size without height and width",
      hooks: sending("{}"),
    },
    {
      name: "apps-view-size-width-only",
      description: "A view tells its width, and never its height",
      hooks: sending("{ width: 320 }"),
    },
  ]),
  ...appsFaults("apps-view-size-stable", "warning", [
    {
      name: "apps-view-size-grows",
      description: "A view is taller than its frame, and tells it each time the frame has followed",
      hooks: replaced("</style>", "main { min-height: calc(100vh + 1px); }\n</style>"),
    },
    {
      name: "apps-view-size-climbs",
      description: "A view tells a height that grows six times in a row",
      hooks: reporting([301, 302, 303, 304, 305, 306]),
    },
    {
      name: "apps-view-size-shrinks",
      description: "A view tells a height that shrinks six times in a row",
      hooks: reporting([306, 305, 304, 303, 302, 301]),
    },
    {
      name: "apps-view-size-widens",
      description: "A view tells a width that grows six times in a row",
      hooks: reporting([641, 642, 643, 644, 645, 646], "width"),
    },
    {
      name: "apps-view-size-wobbles",
      description: "A view tells two heights by turns, twelve times",
      hooks: reporting([300, 301, 300, 301, 300, 301, 300, 301, 300, 301, 300, 301]),
    },
  ]),
  ...appsFaults("apps-view-fixed-height", "warning", [
    {
      name: "apps-view-fixed-height-unfilled",
      description: "A view does not fill a height that is fixed",
      hooks: replaced(':root[data-height="fixed"] main { min-height: 100vh; }', ""),
    },
    {
      name: "apps-view-fixed-height-restless",
      description: "A view tells a height that grows, where its height is fixed",
      hooks: scriptAfter(`let told = 400;
  setInterval(() => {
    if (ready && isFixed() && told < 420) notify("ui/notifications/size-changed", { height: ++told });
  }, 30);`),
    },
  ]),
  ...appsVariants([
    {
      name: "apps-view-size-settles",
      description: "The height of a view grows three times before it comes to rest",
      hooks: reporting([301, 302, 303]),
    },
    {
      name: "apps-view-fixed-height-told",
      description: "A view tells its height where that is fixed, too",
      hooks: replaced("if (!ready || isFixed()) return;", "if (!ready) return;"),
    },
  ]),
];

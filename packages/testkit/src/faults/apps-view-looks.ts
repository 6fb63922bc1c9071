import type { Hooks } from "../server/hooks.js";
import { onShown, replaced, replacedAll } from "./apps-view-hooks.js";
import { appsFaults, appsVariants, notedBy } from "./groups.js";
import type { Fault } from "./types.js";

const TAKES_THEME = "root.dataset.theme = context.theme;\n    root.style.colorScheme = context.theme;";
const TAKES_VARIABLES = 'if (name.startsWith("--") && typeof value === "string") root.style.setProperty(name, value);';
const ROOT = "const root = document.documentElement;";
const HEARS_CHANGES = 'else if (method === "ui/notifications/host-context-changed") change(params);';
const HEARS_RESULT = 'else if (method === "ui/notifications/tool-result") onResult(params);';

/** A text of the view, and what stands in its place. */
type Edit = readonly [from: string, text: string];

/** Rules at the end of the style. */
function rules(text: string): Edit {
  return ["</style>", `${text}\n</style>`];
}

/** An element at the end of the page. */
function element(text: string): Edit {
  return ["</main>", `${text}\n</main>`];
}

/** Hooks that put rules at the end of the style of the second view. */
function styled(text: string): Hooks {
  return replaced(...rules(text));
}

const shown = [
  ...appsFaults("apps-view-renders", "warning", [
    {
      name: "apps-view-hidden-text",
      description: "All text of a view is in elements that are not displayed",
      hooks: styled("main > * { display: none; }"),
    },
    {
      name: "apps-view-emptied",
      description: "A view takes everything away when its result comes",
      hooks: onShown("page.replaceChildren();"),
    },
    {
      name: "apps-view-same-ink",
      description: "A view writes in the colour of its page",
      hooks: styled("main * { color: var(--color-background-primary, var(--page)); border-color: transparent; }"),
    },
    {
      name: "apps-view-empty-canvas",
      description: "A view has a canvas and draws nothing on it",
      hooks: replacedAll([
        rules("main > :not(canvas) { display: none; } canvas { max-width: 100%; }"),
        element("<canvas></canvas>"),
      ]),
    },
  ]),
  ...appsFaults("apps-view-renders-result", "warning", [
    {
      name: "apps-view-result-ignored",
      description: "A view goes on to wait when its result has come",
      hooks: replaced(HEARS_RESULT, ""),
    },
    {
      name: "apps-view-result-told-of",
      description: "A view says that its result has come, and shows nothing of it",
      hooks: replaced(HEARS_RESULT, 'else if (method === "ui/notifications/tool-result") say("All is there.");'),
    },
    {
      name: "apps-view-result-in-comment",
      description: "A view has its result in a comment alone",
      hooks: replaced(
        HEARS_RESULT,
        'else if (method === "ui/notifications/tool-result") { page.append(document.createComment(JSON.stringify(params))); say("All is there."); }',
      ),
    },
    {
      name: "apps-view-result-hidden",
      description: "A view has its result in an element that is not displayed",
      hooks: replacedAll([
        rules("#cities { display: none; }"),
        ['say("Pinned: " + cities.length);', 'say("All is there.");'],
      ]),
    },
  ]),
];

const themes = [
  ...appsFaults("apps-view-theme", "warning", [
    {
      name: "apps-view-theme-ignored",
      description: "A view has colours of its own, and knows of no theme",
      hooks: replacedAll([
        [TAKES_THEME, ""],
        [TAKES_VARIABLES, ""],
      ]),
    },
    {
      name: "apps-view-theme-first-only",
      description: "A view takes the theme of ui/initialize, and none that comes later",
      hooks: replaced(HEARS_CHANGES, ""),
    },
  ]),
  ...appsFaults("apps-view-context-merge", "warning", [
    {
      name: "apps-view-context-replaced",
      description: "A view takes each change of the context for the whole context",
      hooks: replacedAll([
        ["context = { ...context, ...changes };", "context = changes;"],
        ['if (context.theme === "light" || context.theme === "dark") {', "{"],
      ]),
    },
    {
      name: "apps-view-variables-dropped",
      description: "A view drops its variables at a change of the context without any",
      hooks: replacedAll([
        [
          "const variables = isObject(context.styles) && isObject(context.styles.variables) ? context.styles.variables : {};",
          `for (const name of [...root.style]) if (name.startsWith("--")) root.style.removeProperty(name);
  const variables = changes.styles?.variables ?? {};`,
        ],
      ]),
    },
    {
      name: "apps-view-part-falls-back",
      description: "A part of a view is light again at a change of the context without a theme",
      hooks: replacedAll([
        rules(':root { color-scheme: light; } main[data-theme="dark"] { background: #17191e; color: #eceef2; }'),
        [TAKES_THEME, ""],
        [TAKES_VARIABLES, ""],
        [ROOT, `${ROOT}\n  page.dataset.theme = changes.theme ?? "light";`],
      ]),
    },
  ]),
  ...appsVariants([
    {
      name: "apps-view-without-variables",
      description: "A view takes the theme, and none of the variables",
      owner: notedBy("apps-view-style-vars"),
      hooks: replaced(TAKES_VARIABLES, ""),
    },
    {
      name: "apps-view-variables-of-its-own",
      description: "A view gives the variables values of its own, and takes none of the host's",
      owner: notedBy("apps-view-style-vars"),
      hooks: replacedAll([rules(":root { --color-text-primary: #102030; }"), [TAKES_VARIABLES, ""]]),
    },
    {
      name: "apps-view-white-without-variables",
      description: "A view writes white on white where the host gives no variables",
      owner: notedBy("apps-view-style-vars"),
      hooks: styled(
        "body { background: var(--color-background-primary, #ffffff); color: var(--color-text-primary, #ffffff); }",
      ),
    },
    {
      name: "apps-view-slow-colours",
      description: "The colours of a view take most of a second to change",
      hooks: styled("body { transition: color 0.8s, background-color 0.8s; }"),
    },
    {
      name: "apps-view-without-colours",
      description: "A view has no colours of its own, and knows of no theme",
      owner: notedBy("apps-view-style-vars"),
      hooks: replacedAll([
        [
          "<style>",
          '<style>main { padding: 16px; } :root[data-height="fixed"] main { min-height: 100vh; }</style>\n<style media="not all">',
        ],
        [TAKES_THEME, ""],
        [TAKES_VARIABLES, ""],
      ]),
    },
  ]),
];

const CANVAS = `const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: 400, height: 120 });
  const pen = canvas.getContext("2d");
  pen.fillStyle = "#0b57d0";
  cities.forEach((city, index) => {
    pen.fillRect(20 * index, 20, 10, 60);
    pen.fillText(city, 20 * index, 100);
  });
  page.replaceChildren(canvas);`;

const forms = [
  ...appsFaults("apps-view-narrow", "warning", [
    {
      name: "apps-view-wide",
      description: "A view is 700 pixels wide, whatever room there is",
      hooks: styled("main { width: 700px; }"),
    },
    {
      name: "apps-view-unbroken-line",
      description: "A view has a line that does not break, and is longer than 320 pixels",
      hooks: replaced(
        ...element(
          '<p style="white-space: nowrap">Whoever pins a city sees it here until somebody else takes it away.</p>',
        ),
      ),
    },
    {
      name: "apps-view-first-width",
      description: "A view keeps the width that its host gave it first",
      hooks: replaced(
        "ready = true;\n      change(",
        'page.style.width = result.hostContext?.containerDimensions?.width + "px";\n      ready = true;\n      change(',
      ),
    },
  ]),
  ...appsVariants([
    {
      name: "apps-view-without-title",
      description: "A view has no title",
      owner: notedBy("apps-view-a11y-min"),
      hooks: replaced("<title>Board</title>\n", ""),
    },
    {
      name: "apps-view-without-language",
      description: "A view does not say its language",
      owner: notedBy("apps-view-a11y-min"),
      hooks: replacedAll([
        ['<html lang="en">', "<html>"],
        ['if (typeof context.locale === "string") root.lang = context.locale;', ""],
      ]),
    },
    {
      name: "apps-view-nameless-button",
      description: "A button of a view has no name",
      owner: notedBy("apps-view-a11y-min"),
      hooks: replaced(...element('<button type="button"></button>')),
    },
    {
      name: "apps-view-canvas",
      description: "A view draws its result on a canvas, and has no text",
      hooks: replacedAll([
        rules("canvas { max-width: 100%; }"),
        [
          'say("Pinned: " + cities.length);\n  document.getElementById("cities").replaceChildren(...cities.map(cityOf));',
          CANVAS,
        ],
      ]),
    },
  ]),
];

/** Faults and variants of what a view shows. */
export const appsViewLookFaults: Fault[] = [...shown, ...themes, ...forms];

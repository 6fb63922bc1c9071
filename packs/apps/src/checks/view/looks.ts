import { at, type Check, excerpt, member } from "@mcptest/pack";
import { few } from "../../tell.js";
import type { Look } from "../../view/record.js";
import { hostContextOf } from "./messages.js";
import { awaitedRequests } from "./network.js";
import { viewRule } from "./rule.js";
import { visitsWith } from "./shown.js";
import { isBlank, showsResult } from "./shows.js";

const NO_LOOK = { unjudged: "what it showed could not be measured" };

const renders = viewRule({
  id: "apps-view-renders",
  title: "A view shows something",
  description:
    "Once it has its result a view shows text or pictures, and its screenshot has more than one colour. A view that never connects is judged too.",
  level: "should",
  source: "mcptest",
  section: "Lifecycle",
  rule: "what a user sees of a view is not blank",
  fix: "show the result, or why there is none",
  judge({ main }) {
    const look = main.looks.result;
    if (look === undefined) return NO_LOOK;
    if (!isBlank(look) && !look.flat) return [];
    if (awaitedRequests(main).length > 0) return { unjudged: "it waits for the network" };
    if (isBlank(look)) return [{ came: "it shows neither text nor a picture" }];
    const there = look.text.trim() === "" ? "a picture" : "text";
    return [{ came: `its screenshot has one colour, though there is ${there} in it` }];
  },
});

const rendersResult = viewRule({
  id: "apps-view-renders-result",
  title: "A view shows the result of its tool",
  description:
    "Some text or number of structuredContent, or of the texts of content, can be read in the view. Views of large pictures are not judged.",
  level: "should",
  source: "mcptest",
  section: "Data Passing",
  needsResult: true,
  rule: "a view shows what ui/notifications/tool-result brings",
  fix: "take structuredContent of ui/notifications/tool-result, and content where there is none",
  judge({ main, view: { result } }) {
    if (result === undefined || result.isError === true) return { unjudged: "its tool gave no result" };
    const look = main.looks.result;
    if (look === undefined) return NO_LOOK;
    const isShown = showsResult(look, result, main.looks.input);
    if (isShown === undefined) return { unjudged: "its result has nothing to look for, or it shows pictures" };
    if (isShown || isBlank(look)) return [];
    return [{ came: `nothing of the result can be read in it; it shows ${excerpt(look.text, 120)}` }];
  },
});

type Styles = Map<string, string>;

/** What is seen of a theme: all but the variables, which the host gave itself. */
function seen({ styles }: Look): Styles {
  return new Map(Object.entries(styles).filter(([name]) => !name.startsWith("--")));
}

/** Names of what differs between two looks. */
function changed(one: Look, other: Look): string[] {
  const before = seen(one);
  return [...seen(other)].flatMap(([name, value]) => (before.get(name) === value ? [] : [name]));
}

/** The colours that a browser gives to what has none: text, background, link, button. */
const DEFAULT_COLORS: ReadonlySet<string> = new Set(
  ["0, 0, 0", "0, 0, 238", "239, 239, 239"].map((color) => `rgb(${color})`).concat("rgba(0, 0, 0, 0)"),
);

/** The view leaves its colours to the browser, which then paints a page of its own under it. */
function isColourless({ styles }: Look): boolean {
  const { "all.colors": colors = "", "data-theme": theme, "color-scheme": scheme } = styles;
  const all = colors.match(/rgba?\([^)]*\)|[^\s()]+/g) ?? [];
  return all.every((color) => DEFAULT_COLORS.has(color)) && theme === "" && scheme === "normal";
}

const theme = viewRule({
  id: "apps-view-theme",
  title: "A view follows the theme of its host",
  description:
    'When host-context-changed brings theme "dark", colours, color-scheme, data-theme or a class of the page change. A view that leaves all colours to the browser is not judged.',
  level: "should",
  source: "mcptest",
  section: "Theming",
  rule: "a view takes its colours from the theme and the variables of the host, and follows their changes",
  fix: "apply theme and styles.variables of ui/initialize and of each host-context-changed",
  judge({ main: { looks } }) {
    if (looks.result === undefined || looks.dark === undefined) return NO_LOOK;
    if (changed(looks.result, looks.dark).length > 0) return [];
    if (isColourless(looks.result)) return { unjudged: "it has no colours of its own" };
    return [{ came: "nothing changed to be seen in the dark theme" }];
  },
});

const styleVars = viewRule({
  id: "apps-view-style-vars",
  title: "A view uses the variables of its host",
  description:
    "The page has the custom properties of styles.variables, such as --color-text-primary, and can be read where the host gives none.",
  level: "info",
  source: "ext-apps",
  section: "Theming",
  rule: "a view can look like its host by the variables that it is given",
  fix: "set each of styles.variables on the root element, and give each var() something to fall back on",
  judge(shown) {
    const look = shown.main.looks.result;
    if (look === undefined) return NO_LOOK;
    const given = at(hostContextOf(shown.main), "styles", "variables");
    const isApplied = Object.entries(look.styles).some(
      ([name, value]) => name.startsWith("--") && member(given, name) === value,
    );
    const [bare] = visitsWith(shown, ["no-context"]);
    const { "body.color": ink, "body.background-color": page } = bare?.looks.result?.styles ?? {};
    return [
      ...(isApplied ? [] : [{ came: "its root element has none of the variables that the host gave" }]),
      ...(ink !== undefined && ink === page ? [{ came: `without variables it writes ${ink} on ${page}` }] : []),
    ];
  },
});

function nameOf(style: string): string {
  return style === "all.colors" ? "colours of its elements" : style;
}

const contextMerge = viewRule({
  id: "apps-view-context-merge",
  title: "A view keeps what a change of the context does not name",
  description: "After host-context-changed with nothing but locale, the theme and the variables stay as they were.",
  level: "should",
  source: "ext-apps",
  section: "Host Context",
  rule: "host-context-changed brings only what has changed; a view merges it into what it has",
  fix: "keep the context, and copy the members of each change over it",
  judge({ main: { looks } }) {
    const { result, dark, merged } = looks;
    if (result === undefined || dark === undefined || merged === undefined) return NO_LOOK;
    const [light, before, after] = [result, dark, merged].map(seen) as [Styles, Styles, Styles];
    const lost = changed(result, dark).filter((name) => {
      const value = after.get(name);
      // The colours of all elements may differ with the language: they are lost where they are those of the light theme.
      return name === "all.colors" ? value === light.get(name) : value !== before.get(name);
    });
    const variables = Object.keys(dark.styles).filter((name) => name.startsWith("--"));
    const gone = variables.filter((name) => merged.styles[name] !== dark.styles[name]);
    return [
      ...(lost.length > 0
        ? [{ came: `with a change of locale alone the dark theme went: ${few(lost.map(nameOf))}` }]
        : []),
      ...(gone.length > 0 ? [{ came: `with a change of locale alone variables went: ${few(gone, 3)}` }] : []),
    ];
  },
});

const narrow = viewRule({
  id: "apps-view-narrow",
  title: "A view fits into 320 pixels",
  description: "In a frame that is 320 pixels wide the page does not scroll sideways.",
  level: "interop",
  source: "mcptest",
  section: "Container Dimensions",
  rule: "hosts on telephones give a view 320 pixels",
  fix: "let rows wrap, give pictures max-width: 100% and tables a container that scrolls",
  judge({ main: { looks } }) {
    const look = looks.narrow;
    if (look === undefined) return NO_LOOK;
    const { scrollWidth, clientWidth } = look;
    if (scrollWidth <= clientWidth + 1) return [];
    return [{ came: `its content is ${scrollWidth} pixels wide in a frame of ${clientWidth}` }];
  },
});

const a11yMin = viewRule({
  id: "apps-view-a11y-min",
  title: "A view names its page, its language and its buttons",
  description: "The document has a title and a lang, and each button and link has a name.",
  level: "info",
  source: "mcptest",
  section: "Lifecycle",
  rule: "a screen reader needs a title, a language and names",
  fix: 'write <html lang="en">, <title> and a text or an aria-label for each button',
  judge({ main }) {
    const look = main.looks.result;
    if (look === undefined) return NO_LOOK;
    const missing = [
      ...(look.title.trim() === "" ? ["it has no title"] : []),
      ...(look.lang.trim() === "" ? ["its html element has no lang"] : []),
      ...(look.unnamed > 0 ? [`buttons and links without a name: ${look.unnamed}`] : []),
    ];
    return missing.map((came) => ({ came }));
  },
});

/** The checks of what a view shows. */
export const lookChecks: Check[] = [renders, rendersResult, theme, styleVars, contextMerge, narrow, a11yMin];

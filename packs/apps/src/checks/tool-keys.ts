import { isDeepStrictEqual } from "node:util";
import { type Check, excerpt, isObject, type Json, member } from "@mcptest/pack";
import { type Apps, apps as appsFixture } from "../apps.js";
import { wireCheck } from "../define.js";
import { FLAT_URI_KEY } from "../ids.js";
import { type AppTool, isTemplate } from "../tools.js";
import { uriProblem } from "../uri.js";
import { judge } from "./judge-tools.js";

const FLAT = `_meta[${JSON.stringify(FLAT_URI_KEY)}]`;
const uriType = wireCheck({
  id: "apps-tool-uri-type",
  category: "tools",
  title: "resourceUri is a ui:// URI",
  description:
    "_meta.ui.resourceUri of a tool is a text that begins with ui://, is a URI, and has something behind that.",
  level: "must",
  phase: "list",
  source: "ext-apps",
  section: "Resource Discovery",
  needs: { apps: appsFixture },
  run({ apps }, verdict) {
    const tools = apps.tools.filter(
      ({ ui, nested, flat }) => nested !== undefined || flat !== undefined || !isObject(ui),
    );
    return judge(verdict, "apps-tool-uri-type", tools, ({ ui, nested, flat }) => {
      const isOdd = ui !== undefined && !isObject(ui);
      const value = nested ?? flat;
      const problem = isOdd ? "is no object" : uriProblem(value);
      if (problem === undefined) return undefined;
      const where = isOdd ? "_meta.ui" : nested === undefined ? FLAT : "_meta.ui.resourceUri";
      return {
        came: `${where} is ${excerpt(isOdd ? ui : value, 120)}, which ${problem}`,
        rule: "_meta.ui is an object whose resourceUri is a URI that begins with ui://",
        fix: 'write "_meta": {"ui": {"resourceUri": "ui://my-server/view.html"}}',
      };
    });
  },
});

const notTemplate = wireCheck({
  id: "apps-tool-uri-not-template",
  category: "tools",
  title: "resourceUri is no template",
  description: "_meta.ui.resourceUri of a tool has no braces: it names one resource and is no URI template.",
  level: "should",
  phase: "list",
  source: "mcptest",
  section: "Resource Discovery",
  needs: { apps: appsFixture },
  run({ apps }, verdict) {
    const tools = apps.uiTools.filter(({ uri }) => uri !== undefined);
    return judge(verdict, "apps-tool-uri-not-template", tools, ({ uri = "" }) =>
      isTemplate(uri)
        ? {
            came: `resourceUri is ${excerpt(uri, 120)}, a template`,
            rule: "a host reads resourceUri as it stands, and before the tool is called",
            fix: "name one resource, and give the view its data in the result of the tool",
          }
        : undefined,
    );
  },
});

const flatOnly = wireCheck({
  id: "apps-tool-flat-key-only",
  category: "tools",
  title: "The view stands under _meta.ui, not only under the flat key",
  description: `A tool with ${FLAT}, which is deprecated, has _meta.ui.resourceUri too.`,
  level: "should",
  phase: "list",
  source: "ext-apps",
  section: "Resource Discovery",
  needs: { apps: appsFixture },
  run({ apps }, verdict) {
    return judge(verdict, "apps-tool-flat-key-only", apps.uiTools, ({ nested, flat }) =>
      flat !== undefined && nested === undefined
        ? {
            came: `${FLAT} is ${excerpt(flat, 120)}, and there is no _meta.ui.resourceUri`,
            rule: "the flat key is deprecated, and hosts stop reading it",
            fix: `write "_meta": {"ui": {"resourceUri": ${excerpt(flat, 120)}}}; the flat key may stay beside it`,
          }
        : undefined,
    );
  },
});

const keysAgree = wireCheck({
  id: "apps-tool-keys-agree",
  category: "tools",
  title: "Both keys name the same view",
  description: `Where a tool has both _meta.ui.resourceUri and ${FLAT}, they are equal.`,
  level: "should",
  phase: "list",
  source: "mcptest",
  section: "Resource Discovery",
  needs: { apps: appsFixture },
  run({ apps }, verdict) {
    const tools = apps.uiTools.filter(({ nested, flat }) => nested !== undefined && flat !== undefined);
    const none = "no tool has both keys";
    return judge(
      verdict,
      "apps-tool-keys-agree",
      tools,
      ({ nested, flat }) =>
        isDeepStrictEqual(nested, flat)
          ? undefined
          : {
              came: `_meta.ui.resourceUri is ${excerpt(nested, 100)}, and ${FLAT} is ${excerpt(flat, 100)}`,
              rule: "a host that reads either key shows the same view",
              fix: "give both the same value, or leave out the flat key",
            },
      none,
    );
  },
});

const NO_VISIBILITY = "no tool states a visibility";

function withVisibility({ tools }: Apps): AppTool[] {
  return tools.filter(({ ui }) => member(ui, "visibility") !== undefined);
}

const visibilityValues = wireCheck({
  id: "apps-tool-visibility-values",
  category: "tools",
  title: "visibility lists model and app, and nothing else",
  description: 'visibility of a tool is a list, and each member is "model" or "app".',
  level: "must",
  phase: "list",
  source: "ext-apps",
  section: "Tool Visibility",
  needs: { apps: appsFixture },
  run({ apps }, verdict) {
    return judge(
      verdict,
      "apps-tool-visibility-values",
      withVisibility(apps),
      ({ ui }) => {
        const value = member(ui, "visibility");
        const strange = Array.isArray(value) ? value.filter((each) => each !== "model" && each !== "app") : [value];
        if (strange.length === 0) return undefined;
        const hint = strange.includes("apps") ? ' ("apps" was the word of older drafts)' : "";
        return {
          came: `visibility is ${excerpt(value, 120)}`,
          rule: 'visibility is a list of "model" and "app"',
          fix: `write "visibility": ["app"] for a tool that only views call, and leave it out for both${hint}`,
        };
      },
      NO_VISIBILITY,
    );
  },
});

const visibilityNonempty = wireCheck({
  id: "apps-tool-visibility-nonempty",
  category: "tools",
  title: "visibility names somebody, and each once",
  description: "visibility of a tool is no empty list, which hosts read in two ways, and has no member twice.",
  level: "should",
  phase: "list",
  source: "mcptest",
  section: "Tool Visibility",
  needs: { apps: appsFixture },
  run({ apps }, verdict) {
    const tools = withVisibility(apps).filter(({ ui }) => Array.isArray(member(ui, "visibility")));
    return judge(
      verdict,
      "apps-tool-visibility-nonempty",
      tools,
      ({ ui }) => {
        const value = member(ui, "visibility") as Json[];
        const isDouble = new Set(value).size < value.length;
        if (value.length > 0 && !isDouble) return undefined;
        return {
          came: `visibility is ${excerpt(value, 120)}`,
          rule: "an empty list has no meaning: some hosts show such a tool to nobody, others to all",
          fix: 'leave visibility out for both, or write "visibility": ["app"] or ["model"]',
        };
      },
      NO_VISIBILITY,
    );
  },
});

/** The keys of the extension on a tool. */
export const toolKeyChecks: Check[] = [uriType, notTemplate, flatOnly, keysAgree, visibilityValues, visibilityNonempty];

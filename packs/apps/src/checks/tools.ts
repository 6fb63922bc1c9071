import { type Check, excerpt, isObject, member } from "@mcptest/pack";
import { apps as appsFixture } from "../apps.js";
import { wireCheck } from "../define.js";
import { misplacedOn, RESOURCE_KEYS } from "../meta.js";
import { noOffer, offers as offersFixture } from "../offers.js";
import { reads as readsFixture } from "../reads.js";
import { judgeSchema } from "../schema.js";
import { few, tell } from "../tell.js";
import { judge, NO_UI_TOOL } from "./judge-tools.js";
import { toolKeyChecks } from "./tool-keys.js";

const noResourceKeys = wireCheck({
  id: "apps-tool-no-resource-keys",
  category: "tools",
  title: "A tool carries no metadata of the resource",
  description: "_meta.ui of a tool has no csp, permissions, domain or prefersBorder: hosts read those of the resource.",
  level: "should",
  phase: "probe",
  source: "mcptest",
  section: "UI Resource Format",
  needs: { apps: appsFixture, reads: readsFixture },
  run({ apps, reads }, verdict) {
    // Where the metadata stands in no other place, apps-meta-at-right-level says so.
    const owned = new Set(reads.views.filter((view) => misplacedOn(view, apps).includes("tool")).map(({ uri }) => uri));
    const tools = apps.tools.filter(({ uri }) => uri === undefined || !owned.has(uri));
    return judge(verdict, "apps-tool-no-resource-keys", tools, ({ ui }) => {
      const keys = RESOURCE_KEYS.filter((key) => member(ui, key) !== undefined);
      if (keys.length === 0) return undefined;
      return {
        came: `_meta.ui has ${keys.join(", ")}`,
        rule: "hosts leave out csp, permissions, domain and prefersBorder of a tool without a word",
        fix: "move them to _meta.ui of the content item that resources/read gives, and of its entry in resources/list",
      };
    });
  },
});

/** Members of `_meta.ui` of a tool that some text or check knows. */
const KNOWN: readonly string[] = ["resourceUri", "visibility", ...RESOURCE_KEYS];

const unknownKeys = wireCheck({
  id: "apps-tool-meta-unknown-keys",
  category: "tools",
  title: "Unknown members of _meta.ui are named",
  description: "Notes members of _meta.ui of a tool that the specification does not have.",
  level: "info",
  phase: "list",
  source: "ext-apps",
  section: "Resource Discovery",
  needs: { apps: appsFixture },
  run({ apps }, verdict) {
    for (const { name, ui, exchange } of apps.tools) {
      const keys = isObject(ui) ? Object.keys(ui).filter((key) => !KNOWN.includes(key)) : [];
      const shown = few(keys.map((key) => excerpt(key, 60)));
      if (keys.length > 0) {
        verdict.note(
          `_meta.ui of ${excerpt(name, 80)} has ${shown}, which the specification does not know`,
          [exchange],
          {
            subject: name,
          },
        );
      }
    }
  },
});

const inputSchema = wireCheck({
  id: "apps-tool-input-schema",
  category: "tools",
  title: "The input schema of a UI tool is a JSON Schema of an object",
  description: 'inputSchema of each UI tool is an object with type "object", and valid in its dialect.',
  level: "must",
  phase: "list",
  source: "core",
  section: "Tool",
  needs: { apps: appsFixture },
  run({ apps }, verdict) {
    const rule = 'inputSchema is a JSON Schema object whose type is "object"';
    return judge(verdict, "apps-tool-input-schema", apps.uiTools, async ({ name, entry, exchange }) => {
      const schema = member(entry, "inputSchema");
      const fix = 'write "inputSchema": {"type": "object", "properties": {}}';
      if (!isObject(schema)) return { came: `inputSchema is ${excerpt(schema, 120)}`, rule, fix };
      const type = member(schema, "type");
      if (type !== "object") return { came: `type of inputSchema is ${excerpt(type, 80)}`, rule, fix };
      const judged = await judgeSchema(schema);
      if (judged.kind === "unjudged") {
        verdict.note(`inputSchema of ${excerpt(name, 80)} was not judged: ${judged.why}`, [exchange], {
          subject: name,
        });
      }
      if (judged.kind !== "invalid") return undefined;
      return { came: `inputSchema is no valid JSON Schema: ${judged.problem}`, rule, fix: "correct that keyword" };
    });
  },
});

const modelEntry = wireCheck({
  id: "apps-some-model-entry",
  category: "tools",
  title: "Some UI tool is visible to the model",
  description: 'Not every UI tool has visibility ["app"]: such an app can never be opened.',
  level: "should",
  phase: "list",
  source: "mcptest",
  section: "Tool Visibility",
  needs: { apps: appsFixture },
  run({ apps }, verdict) {
    if (apps.uiTools.length === 0) return verdict.notApplicable(NO_UI_TOOL);
    if (apps.uiTools.some(({ visibility }) => visibility.includes("model"))) return verdict.pass();
    verdict.fail(
      tell({
        id: "apps-some-model-entry",
        sent: "tools/list",
        came: `each tool that names a view has visibility ["app"]: ${few(apps.uiTools.map(({ name }) => excerpt(name, 60)))}`,
        rule: "a view is shown when the model calls a tool that names it",
        fix: 'give one of them "model" in its visibility, or leave visibility out',
      }),
      [...new Set(apps.uiTools.map(({ exchange }) => exchange))],
    );
  },
});

const resourcesCapability = wireCheck({
  id: "apps-resources-capability",
  category: "tools",
  title: "A server with UI tools declares resources",
  description: "capabilities has resources where a tool names a view: the view is read by resources/read.",
  level: "must",
  phase: "probe",
  source: "core",
  section: "Resources, Capabilities",
  needs: { apps: appsFixture, offers: offersFixture },
  run({ apps, offers }, verdict) {
    if (apps.uiTools.length === 0) return verdict.notApplicable(NO_UI_TOOL);
    const problem = noOffer(offers);
    if (problem !== undefined) return verdict.notApplicable(problem);
    const without = offers.all.filter(({ capabilities }) => member(capabilities, "resources") === undefined);
    if (without.length < offers.all.length) return verdict.pass();
    verdict.fail(
      tell({
        id: "apps-resources-capability",
        sent: offers.method,
        came: `capabilities has no resources, and ${apps.uiTools.length} tools name views`,
        rule: "a server that serves resources declares them in its capabilities",
        fix: 'add "resources": {} to the capabilities',
      }),
      without.map(({ exchange }) => exchange),
    );
  },
});

export const toolsChecks: Check[] = [
  ...toolKeyChecks,
  noResourceKeys,
  unknownKeys,
  inputSchema,
  modelEntry,
  resourcesCapability,
];

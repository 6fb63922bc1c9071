import { type Check, excerpt, member } from "@mcptest/pack";
import { apps as appsFixture } from "../apps.js";
import { wireCheck } from "../define.js";
import { VIEW_MIME_TYPE } from "../ids.js";
import { matchMime, sameMime } from "../mime.js";
import { type ReadView, reads as readsFixture } from "../reads.js";
import { tell } from "../tell.js";
import { viewUri } from "../tools.js";

/** Listed type and read type of a view, where both are texts and differ. */
function otherType(view: ReadView | undefined): { listed: string; read: string } | undefined {
  const listed = member(view?.listed?.entry, "mimeType");
  const read = member(view?.item, "mimeType");
  if (typeof listed !== "string" || typeof read !== "string" || sameMime(listed, read)) return undefined;
  return { listed, read };
}

const listedScheme = wireCheck({
  id: "apps-listed-uri-scheme",
  category: "resources",
  title: "Listed views have the scheme and the media type of views",
  description: `What is listed with the type ${VIEW_MIME_TYPE} has a ui:// URI. What is listed under ui:// should have that type.`,
  level: "must",
  phase: "probe",
  source: "ext-apps",
  section: "UI Resource Format",
  needs: { apps: appsFixture, reads: readsFixture },
  run({ apps, reads }, verdict) {
    let judged = 0;
    for (const { entry, exchange } of apps.shown.resources.entries) {
      const [uri, type] = [member(entry, "uri"), member(entry, "mimeType")];
      const isView = viewUri(uri) !== undefined;
      const isTyped = matchMime(type).kind !== "other";
      if (typeof uri !== "string" || !(isView || isTyped)) continue;
      judged++;
      const about = { subject: uri };
      const sent = `resources/list, the resource ${excerpt(uri, 120)}`;
      // Where list and read differ, apps-listed-mime says so.
      const isOwned = otherType(reads.views.find((view) => view.uri === uri)) !== undefined;
      if (isView && (isTyped || isOwned)) verdict.pass(about, [exchange]);
      else if (isView) {
        verdict.warn(
          tell({
            id: "apps-listed-uri-scheme",
            sent,
            came: `mimeType is ${excerpt(type, 100)}`,
            rule: `what is listed under ui:// should have the type ${VIEW_MIME_TYPE}`,
            fix: `list it with "mimeType": "${VIEW_MIME_TYPE}"`,
          }),
          [exchange],
          about,
        );
      } else {
        verdict.fail(
          tell({
            id: "apps-listed-uri-scheme",
            sent,
            came: `its mimeType is ${excerpt(type, 100)}, and its URI does not begin with ui://`,
            rule: "the URI of a view begins with ui://",
            fix: "give it a ui:// URI in the list, in resources/read and in _meta.ui.resourceUri of tools",
          }),
          [exchange],
          about,
        );
      }
    }
    if (judged === 0) verdict.notApplicable("no view is listed, which is allowed");
  },
});

const listedMime = wireCheck({
  id: "apps-listed-mime",
  category: "resources",
  title: "A view has the same media type in the list and when it is read",
  description: "mimeType of a listed view, where it has one, is that of its content item.",
  level: "should",
  phase: "probe",
  source: "mcptest",
  section: "UI Resource Format",
  needs: { reads: readsFixture },
  run({ reads }, verdict) {
    const both = reads.views.filter(({ listed, item }) => member(listed?.entry, "mimeType") !== undefined && item);
    if (both.length === 0) return verdict.notApplicable("no view is both listed with a type and readable");
    for (const view of both) {
      const about = { subject: view.uri };
      const evidence = [view.listed?.exchange ?? 0, view.exchange.number];
      const differ = otherType(view);
      if (!differ) {
        verdict.pass(about, evidence);
        continue;
      }
      verdict.fail(
        tell({
          id: "apps-listed-mime",
          sent: `resources/list and resources/read of ${excerpt(view.uri, 120)}`,
          came: `listed as ${excerpt(differ.listed, 100)}, read as ${excerpt(differ.read, 100)}`,
          rule: "list and read agree on the type",
          fix: `state "${VIEW_MIME_TYPE}" in both`,
        }),
        evidence,
        about,
      );
    }
  },
});

export const listsChecks: Check[] = [listedScheme, listedMime];

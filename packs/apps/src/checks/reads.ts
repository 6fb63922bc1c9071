import {
  type Check,
  came,
  ERROR,
  errorOf,
  excerpt,
  excused,
  isObject,
  member,
  normalForm,
  resultOf,
  type Verdict,
} from "@mcptest/pack";
import { apps as appsFixture } from "../apps.js";
import { wireCheck } from "../define.js";
import { freshSession, otherTransport, UNKNOWN_URI } from "../fresh.js";
import { VIEW_MIME_TYPE } from "../ids.js";
import { matchMime } from "../mime.js";
import { fromBase64, htmlOf, type ReadView, reads as readsFixture } from "../reads.js";
import { ask } from "../surface.js";
import { tell } from "../tell.js";
import { judgeViews } from "./judge-views.js";

const exists = wireCheck({
  id: "apps-resource-exists",
  category: "resources",
  title: "Each view that a tool names can be read",
  description:
    "resources/read of each resourceUri gives contents. A view that is only listed and cannot be read is noted.",
  level: "must",
  phase: "probe",
  source: "ext-apps",
  section: "Resource Discovery",
  needs: { reads: readsFixture },
  run({ reads }, verdict) {
    if (reads.views.length === 0) return verdict.notApplicable("there is no view whose URI can be read");
    for (const view of reads.views) {
      const about = { subject: view.uri };
      const sent = `resources/read of ${excerpt(view.uri, 120)}`;
      if (excused(verdict, view.exchange, sent, about)) continue;
      if (isRead(view)) {
        verdict.pass(about, [view.exchange.number]);
        continue;
      }
      const text = tell({
        id: "apps-resource-exists",
        sent,
        came: view.contents ? "contents is an empty list" : came(view.exchange),
        rule: "the resource that a tool names exists on the server",
        fix: "serve that URI in resources/read, as the text that resourceUri is",
      });
      if (view.tools.length > 0) verdict.fail(text, [view.exchange.number], about);
      else verdict.note(text, [view.exchange.number], about);
    }
    if (reads.omitted > 0) verdict.note(`${reads.omitted} more views were not read (a limit of ours)`);
  },
});

function isRead({ contents }: ReadView): boolean {
  return contents !== undefined && contents.length > 0;
}

const perTransport = wireCheck({
  id: "apps-resource-exists-per-transport",
  category: "resources",
  title: "Views can be read on every transport and on a new connection",
  description:
    "What can be read can be read on the other target of the run (--also) too, and on a new connection which has listed nothing: a must on 2026-07-28, and what hosts need before.",
  level: "must",
  tags: ["interop"],
  phase: "probe",
  source: "ext-apps",
  section: "Resource Discovery",
  needs: { fresh: freshSession, other: otherTransport },
  run({ fresh, other }, verdict, { negotiated }) {
    const pairs = [
      ...fresh.reads.map((pair) => ({
        ...pair,
        where: "on a new connection which has listed nothing",
        variant: "fresh",
      })),
      ...("problem" in other
        ? []
        : other.reads.map((pair) => ({
            ...pair,
            where: `on the other target, over ${other.transport}`,
            variant: "also",
          }))),
    ];
    if (pairs.length === 0) return verdict.notApplicable("no view could be read in the first place");
    for (const { first, second, where, variant } of pairs) {
      const about = { subject: first.uri, variant };
      const sent = `resources/read of ${excerpt(first.uri, 120)} ${where}`;
      if (excused(verdict, second.exchange, sent, about)) continue;
      const evidence = [second.exchange.number, first.exchange.number];
      if (isRead(second)) {
        verdict.pass(about, evidence);
        continue;
      }
      const text = tell({
        id: "apps-resource-exists-per-transport",
        sent,
        came: `${came(second.exchange)}; in the first session it could be read`,
        rule: "a host may read a view on a connection of its own, and on any transport that the server offers",
        fix: "register the views when the server starts, not when tools are listed or one transport is set up",
      });
      if (variant === "fresh" && negotiated.era === "legacy") verdict.warn(text, evidence, about);
      else verdict.fail(text, evidence, about);
    }
  },
});

const single = wireCheck({
  id: "apps-read-single",
  category: "resources",
  title: "A view is read as one content item with the URI that was asked for",
  description: "contents has one item, and its uri is that of the request, character by character.",
  level: "should",
  phase: "probe",
  source: "mcptest",
  section: "UI Resource Format",
  needs: { reads: readsFixture },
  run({ reads }, verdict) {
    judgeViews(verdict, "apps-read-single", reads, ({ uri, contents = [] }) => {
      const given = member(contents[0], "uri");
      if (contents.length === 1 && given === uri) return undefined;
      const isNear = typeof given === "string" && given !== uri && normalForm(given) === normalForm(uri);
      const near = isNear ? ", which differs from what was asked for by normalisation alone" : "";
      return {
        came:
          contents.length === 1
            ? `contents[0].uri is ${excerpt(given, 120)}${near}`
            : `contents has ${contents.length} items`,
        rule: "a view is one content item whose uri is the one that was asked for",
        fix: "answer with one item, and repeat the URI of the request as it came",
      };
    });
  },
});

const mime = wireCheck({
  id: "apps-read-mime",
  category: "resources",
  title: "A view has the media type of views",
  description: `mimeType of the content item is ${VIEW_MIME_TYPE}. The same type in another spelling warns.`,
  level: "must",
  phase: "probe",
  source: "ext-apps",
  section: "UI Resource Format",
  needs: { reads: readsFixture },
  run({ reads }, verdict) {
    judgeViews(verdict, "apps-read-mime", reads, ({ item }) => {
      const value = member(item, "mimeType");
      const match = matchMime(value);
      if (match.kind === "exact") return undefined;
      const hint = match.kind === "other" && match.hint !== undefined ? `, ${match.hint}` : "";
      return {
        came: `mimeType is ${excerpt(value, 120)}${hint}`,
        rule: `a view has the media type ${VIEW_MIME_TYPE}; hosts compare it as text`,
        fix: `answer "mimeType": "${VIEW_MIME_TYPE}"`,
        warns: match.kind === "variant",
      };
    });
  },
});

const textXorBlob = wireCheck({
  id: "apps-read-text-xor-blob",
  category: "resources",
  title: "A view is text or a blob, and not both",
  description: "The content item has either text, or blob: base64 of UTF-8.",
  level: "must",
  phase: "probe",
  source: "ext-apps",
  section: "UI Resource Format",
  needs: { reads: readsFixture },
  run({ reads }, verdict) {
    judgeViews(verdict, "apps-read-text-xor-blob", reads, ({ item }) => {
      const problem = item ? bodyProblem(item) : "contents has no object";
      if (problem === undefined) return undefined;
      return {
        came: problem,
        rule: "exactly one of text and blob carries the HTML; blob is base64 of UTF-8",
        fix: 'answer the HTML as "text"',
      };
    });
  },
});

function bodyProblem(item: NonNullable<ReadView["item"]>): string | undefined {
  const [text, blob] = [member(item, "text"), member(item, "blob")];
  if (text !== undefined && blob !== undefined) return "the item has both text and blob";
  if (text !== undefined) return typeof text === "string" ? undefined : `text is ${excerpt(text, 80)}`;
  if (blob === undefined) return "the item has neither text nor blob";
  if (typeof blob !== "string") return `blob is ${excerpt(blob, 80)}`;
  if (fromBase64(blob) === undefined) return `blob is no base64: ${excerpt(blob, 80)}`;
  return htmlOf(item).problem;
}

const unknown = wireCheck({
  id: "apps-unknown-ui-uri",
  category: "resources",
  title: "An unknown ui:// URI is refused as an unknown resource",
  description: `resources/read of a ui:// URI that does not exist gives the error ${ERROR.invalidParams}; before 2026-07-28 also ${ERROR.resourceNotFoundLegacy}.`,
  level: "must",
  phase: "probe",
  source: "core",
  section: "Resources, Error Handling",
  needs: { apps: appsFixture, reads: readsFixture },
  async run({ apps, reads }, verdict, { host, negotiated }) {
    if (reads.views.length > 0 && !reads.views.some(isRead)) return verdict.notApplicable("no view can be read at all");
    const exchange = await ask(host, apps.shown, { method: "resources/read", params: { uri: UNKNOWN_URI } });
    const sent = `resources/read of ${UNKNOWN_URI}, which no server has`;
    if (excused(verdict, exchange, sent)) return;
    const code = member(errorOf(exchange), "code");
    const isLegacy = negotiated.era === "legacy";
    if (code === ERROR.invalidParams || (isLegacy && code === ERROR.resourceNotFoundLegacy)) return verdict.pass();
    failUnknown(verdict, { sent, came: what(resultOf(exchange)) ?? came(exchange) }, exchange.number, isLegacy);
  },
});

function what(result: unknown): string | undefined {
  const contents = member(result, "contents");
  return isObject(result) && Array.isArray(contents) && contents.length === 0
    ? "a result with empty contents"
    : undefined;
}

function failUnknown(
  verdict: Verdict,
  words: { sent: string; came: string },
  evidence: number,
  isLegacy: boolean,
): void {
  const codes = isLegacy ? `${ERROR.invalidParams} or ${ERROR.resourceNotFoundLegacy}` : ERROR.invalidParams;
  verdict.fail(
    tell({
      id: "apps-unknown-ui-uri",
      ...words,
      rule: `an unknown resource gives a JSON-RPC error ${codes}, never a result and never a page`,
      fix: `answer {"code": ${ERROR.invalidParams}, "message": "Resource not found", "data": {"uri": …}}`,
    }),
    [evidence],
  );
}

export const readsChecks: Check[] = [exists, perTransport, single, mime, textXorBlob, unknown];

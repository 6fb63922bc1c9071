import { type Check, excerpt } from "@mcptest/pack";
import { apps as appsFixture } from "../apps.js";
import { wireCheck } from "../define.js";
import { pageOf } from "../html.js";
import { leftovers } from "../leftovers.js";
import { reads as readsFixture, readView } from "../reads.js";
import { few } from "../tell.js";
import { judgePages } from "./judge-views.js";

const html5 = wireCheck({
  id: "apps-read-html5",
  category: "resources",
  title: "A view is an HTML5 document",
  description:
    "The HTML has a doctype named html and something in its body, or a script. Parse errors are noted; html, head and body tags may be left out.",
  level: "must",
  phase: "probe",
  source: "ext-apps",
  section: "UI Resource Format",
  needs: { reads: readsFixture },
  run({ reads }, verdict) {
    const rule = "a view is a valid HTML5 document; without its doctype browsers show it in quirks mode";
    return judgePages(verdict, "apps-read-html5", reads, async (view) => {
      const { uri, html, exchange } = view;
      const { doctype, hasContent, errors } = await pageOf(view);
      const about = { subject: uri };
      const counts = [...errors].map(([code, count]) => `${code}${count > 1 ? ` (${count} times)` : ""}`);
      if (doctype === "html" && hasContent && counts.length > 0)
        verdict.note(`the HTML of ${excerpt(uri, 120)} has parse errors: ${few(counts)}`, [exchange.number], about);
      if (doctype === "html") {
        if (hasContent) return undefined;
        return { came: `nothing is in the body: ${excerpt(html, 100)}`, rule, fix: "put the view into the document" };
      }
      const what = doctype === undefined ? "has no doctype" : `has the doctype ${excerpt(doctype, 40)}`;
      return { came: `the HTML ${what}: ${excerpt(html, 100)}`, rule, fix: "begin the document with <!doctype html>" };
    });
  },
});

const placeholders = wireCheck({
  id: "apps-read-no-secrets-placeholders",
  category: "resources",
  title: "A view is a finished build",
  description:
    "No placeholder of a build or a template is left in the HTML, no address of a development server, and no relative address, which cannot resolve where a host writes the document into a frame.",
  level: "interop",
  phase: "probe",
  source: "mcptest",
  section: "UI Resource Format",
  needs: { reads: readsFixture },
  run({ reads }, verdict) {
    return judgePages(verdict, "apps-read-no-secrets-placeholders", reads, async (view) => {
      const found = leftovers(await pageOf(view));
      if (found.length === 0) return undefined;
      return {
        came: `the HTML has ${few(found)}`,
        rule: "hosts show the document as it was read, with no server and no build behind it",
        fix: "inline scripts and styles when the view is built, and serve what the build has written",
      };
    });
  },
});

/** Views that are read twice. */
const MOST_TWICE = 5;

const stable = wireCheck({
  id: "apps-read-stable",
  category: "resources",
  title: "Two readings of a view are compared",
  description:
    "Notes a view whose HTML differs from one reading to the next: hosts preload and cache views. A nonce is a legal difference.",
  level: "info",
  phase: "probe",
  source: "mcptest",
  section: "UI Resource Format",
  needs: { apps: appsFixture, reads: readsFixture },
  async run({ apps, reads }, verdict, { host }) {
    const pages = reads.views.filter(({ html }) => html !== undefined).slice(0, MOST_TWICE);
    if (pages.length === 0) return verdict.notApplicable("no HTML of a view could be read");
    for (const { uri, html, exchange } of pages) {
      const again = await readView(host, apps.shown, apps, uri);
      if (again.html === undefined || again.html === html) continue;
      const evidence = [exchange.number, again.exchange.number];
      verdict.note(`two readings of ${excerpt(uri, 120)} gave different HTML (a nonce is legal)`, evidence, {
        subject: uri,
      });
    }
  },
});

const MEBIBYTE = 1024 * 1024;

const size = wireCheck({
  id: "apps-read-size",
  category: "resources",
  title: "A view is small enough for hosts",
  description: "The HTML has at most 1 MiB; some hosts refuse more. Above 4 MiB it is said in stronger words.",
  level: "interop",
  phase: "probe",
  source: "mcptest",
  section: "UI Resource Format",
  needs: { reads: readsFixture },
  run({ reads }, verdict) {
    return judgePages(verdict, "apps-read-size", reads, ({ byteLength }) => {
      if (byteLength <= MEBIBYTE) return undefined;
      const isHuge = byteLength > 4 * MEBIBYTE;
      return {
        came: `the HTML has ${byteLength} bytes${isHuge ? ", far more than hosts are made for" : ""}`,
        rule: `some hosts refuse views of more than 1 MiB${isHuge ? ", and lines of more than 4 MiB break clients on stdio" : ""}`,
        fix: "leave out of the build what is not used, and load large data by a tool call",
      };
    });
  },
});

export const documentsChecks: Check[] = [html5, placeholders, stable, size];

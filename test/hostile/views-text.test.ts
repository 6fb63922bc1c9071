import { readFileSync } from "node:fs";
import type { Report } from "@mcptest/core/report";
import { beforeAll, expect, test } from "vitest";
import { viewHtml } from "../../packs/apps/src/view/testing/views.js";
import { emptyFolder, mcptest } from "../e2e/testing/mcptest.js";
import { browserFlags, describeWithBrowser } from "../testing/browser.js";
import { EVIL_TEXT } from "./testing/lies.mjs";
import { viewServer } from "./testing/view-server.js";
import { expectJson, expectJUnit, expectText } from "./testing/well-formed.js";

const EVIL = `${EVIL_TEXT}</script><script>alert(1)</script><!-- \u200f\u2066 -->`;
const URI = `ui://evil/${EVIL}`;
/** Checks whose findings quote what the view says. */
const BROKEN = [
  "apps-csp-no-injection",
  "apps-view-initialize-params",
  "apps-view-jsonrpc",
  "apps-view-undeclared-origin",
  "apps-view-no-page-errors",
  "apps-view-no-top-access",
  "apps-view-ping",
  "apps-view-unknown-method",
  "apps-view-display-mode",
  "apps-view-open-link",
  "apps-view-message-shape",
];
const FORMATS = ["terminal=all.txt", "json=all.json", "json-summary=summary.json", "junit=all.xml"];
const LIMIT = 120_000;

/** A view that says the same wherever a view can say something, and breaks rules so that it is quoted. */
function evilView(): string {
  const text = JSON.stringify(EVIL).replaceAll("</", "<\\/").replaceAll("<!--", "<\\!--");
  const first = `const evil = ${text}; document.title = evil; document.documentElement.lang = evil; document.documentElement.className = evil;`;
  const onResult = `
    output.textContent = evil;
    console.error(evil); setTimeout(() => { throw Object.assign(new Error(evil), { name: evil }); });
    Promise.reject(evil); fetch("https://outside.invalid/" + evil).catch(() => {}); open("https://outside.invalid/" + evil);
    try { parent[evil]; } catch {}
    const link = document.createElement("a"); link.href = "javascript:" + evil; link.textContent = evil; document.body.append(link);
    const other = document.createElement("a"); other.href = "https://outside.invalid/" + evil; other.target = "_blank"; document.body.append(other);
    post({ method: evil, params: { [evil]: evil } }); post(evil); window.parent.postMessage(evil, "*");
    request("ui/message", { role: evil, content: evil }); request("ui/open-link", { url: "javascript:" + evil });
    request("ui/request-display-mode", { mode: evil }); request("tools/call", { name: evil, arguments: { [evil]: evil } });
    post({ method: "ui/notifications/size-changed", params: { width: evil, height: -1 } });`;
  const script: [string, string][] = [
    [
      'appInfo: { name: "good", version: "1.0.0" }, appCapabilities: {}',
      "appInfo: { name: evil, version: 1 }, appCapabilities: { [evil]: evil }, [evil]: evil",
    ],
    ['error: { code: -32601, message: "unknown" }', "error: { code: evil, message: evil }"],
    ['method === "ping" ||', ""],
  ];
  return viewHtml({ first, onResult, script, body: `<button></button><h1>${EVIL.replace(/<[^>]*>/g, "")}</h1>` });
}

describeWithBrowser("a view and a server full of commands (C01)", (browser) => {
  let server: string[];
  beforeAll(() => {
    const named = { title: EVIL, description: EVIL };
    const content = [{ type: "text", text: EVIL }];
    server = viewServer(emptyFolder(), {
      html: evilView(),
      tool: { ...named, name: EVIL, _meta: { ui: { resourceUri: URI, [EVIL]: EVIL } } },
      resource: { ...named, uri: URI, name: EVIL },
      result: { content, structuredContent: { [EVIL]: EVIL } },
      meta: {
        csp: { connectDomains: [EVIL], resourceDomains: ["https://outside.invalid"] },
        domain: EVIL,
        [EVIL]: EVIL,
      },
      extra: { extensions: { [EVIL]: { [EVIL]: EVIL } } },
    });
  });

  const run = (...flags: string[]) =>
    mcptest(["run", "--pack", "@mcptest/pack-apps", ...browserFlags(browser), ...flags, "--", ...server]);

  test(
    "are in a report that nobody obeys, in every format, with all that they broke",
    async () => {
      const folder = emptyFolder();
      const formats = [...FORMATS, "markdown=all.md", "github=all.log", "sarif=all.sarif", "tap=all.tap"];
      const reporters = formats.flatMap((name) => ["--reporter", name.replace("=", `=${folder}/`)]);
      const { code, stdout, stderr, left } = await run("--verbose", ...reporters);
      const read = (name: string) => readFileSync(`${folder}/${name}`, "utf8");
      expectText(stdout);
      expectText(stderr);
      expectText(read("all.txt"));
      expect(read("all.txt")).toContain("\\u001b[31mred");
      expectJson(read("all.json"));
      expectJson(read("summary.json"));
      expectJUnit(read("all.xml"));
      expectText(read("all.md"));
      expectText(read("all.tap"));
      expectJson(read("all.sarif"));
      for (const line of read("all.log").trimEnd().split("\n")) {
        expect(line).toMatch(/^::(?:error|warning|notice) title=[^:,]+::[^\r]+$/);
        expectText(line.slice(2));
      }
      const report = JSON.parse(read("all.json")) as Report;
      const checks = report.servers[0]?.packs[0]?.checks ?? [];
      const broken = checks.filter(({ status, warnings = [] }) => status === "failed" || warnings.length > 0);
      expect(broken.map(({ id }) => id)).toEqual(expect.arrayContaining(BROKEN));
      expect(report.complete).toBe(true);
      expect({ code, left }).toEqual({ code: 1, left: [] });
    },
    LIMIT,
  );
});

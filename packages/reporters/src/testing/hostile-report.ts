import type { Report } from "@mcptest/core/report";
import { failedCheck, HOSTILE, sampleCheck, samplePack, sampleReport } from "./sample.js";

/** Besides {@link HOSTILE}: what Markdown, HTML, TAP and log commands would obey, and what turns text around. */
const MARKUP =
  '<script>alert(1)</script> <img src=x onerror=alert(1)> [a](javascript:alert(1)) @everyone #12 | cell | `code` ```` "';
const LINES = "not ok 1 - faked\nBail out! faked\n1..0\n  ---\n::warning::faked\n%0A::error::faked\n\u202etxet";

/** A text with everything that some format obeys. */
export const HOSTILE_TEXT = `${HOSTILE} ${MARKUP} ${LINES}`;

/** A report with every kind of check, in which every text of a server and of a pack is hostile. */
export function hostileReport(): Report {
  const text = HOSTILE_TEXT;
  const checks = [
    failedCheck(text),
    sampleCheck({ id: "tasks-warned", warnings: [text, text], docsUrl: "https://example.org/a", title: text }),
    sampleCheck({ id: "tasks-passed" }),
    sampleCheck({ id: "tasks-open", status: "skipped", skipReason: "could-not-run", error: { message: text } }),
    sampleCheck({ id: "tasks-left", status: "skipped", skipReason: "not-applicable", error: { message: text } }),
    { ...failedCheck(text), id: "tasks-tolerated", tolerated: text },
    { ...failedCheck(text), id: "tasks-advisory", advisory: true, tags: [text] },
  ];
  const report = sampleReport([samplePack(checks), samplePack(checks, { name: "other-pack", alias: text })]);
  const [server] = report.servers;
  if (server === undefined) throw new Error("the sample has a server");
  const problem = { code: "SERVER_UNREACHABLE", message: text, fix: text, origin: "environment" as const };
  const blocked = sampleCheck({ status: "skipped", skipReason: "could-not-run", error: { message: text } });
  const gone = { ...server, name: text, target: text, problem, packs: [samplePack([blocked])] };
  return {
    ...report,
    configFile: `/project/${text}`,
    servers: [{ ...server, name: text, target: text }, gone],
    tolerations: [{ check: "tasks-old", reason: text, state: "stale" }],
  };
}

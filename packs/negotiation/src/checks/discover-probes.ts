import {
  type Check,
  came,
  ERROR,
  type Exchange,
  errorOf,
  excerpt,
  excused,
  member,
  resultOf,
  say,
} from "@mcptest/pack";
import { modernCheck } from "../define.js";
import { discoveries } from "../discoveries.js";
import { freshTalk } from "../fresh-talk.js";
import { UNKNOWN_VERSION } from "../ids.js";
import { lists, readPages } from "../lists.js";
import { declaredIn } from "../sent.js";
import { askSteadily } from "../steady.js";

/** B08. */
const unsupportedVersion = modernCheck({
  id: "discover-unsupported-version",
  category: "discovery",
  title: "server/discover refuses a version that is not spoken",
  description: `server/discover with the version ${UNKNOWN_VERSION} is answered with -32022 and not with a result.`,
  level: "must",
  phase: "probe",
  contract: "B08",
  source: "basic/versioning",
  section: "Version Negotiation",
  needs: { talk: freshTalk },
  run({ talk }, verdict, { negotiated }) {
    if (!negotiated.discovered) return verdict.notApplicable("the server has no server/discover (B01)");
    const { discovery } = talk;
    const sent = `server/discover with the version ${UNKNOWN_VERSION}`;
    if (!discovery) return verdict.couldNotRun(`${sent} was not sent: ${talk.ended}`, { origin: "environment" });
    if (excused(verdict, discovery, sent)) return;
    if (member(errorOf(discovery), "code") === ERROR.unsupportedProtocolVersion) return;
    verdict.fail(
      say({
        sent,
        came: came(discovery),
        rule: "B08: a request with a version that the server does not speak gives -32022, server/discover too",
        fix: "look at the version of each request before you look at its method",
      }),
      [discovery.number],
      { subject: "server/discover" },
    );
  },
});

/** B09. */
const stable = modernCheck({
  id: "discover-stable",
  category: "discovery",
  title: "server/discover says the same twice",
  description: "Two calls of server/discover with the same _meta agree on supportedVersions and capabilities.",
  level: "info",
  phase: "probe",
  contract: "B09",
  source: "basic/index",
  section: "Statelessness",
  async run(_needs, verdict, context) {
    const { host, connection, negotiated } = context;
    if (!negotiated.discovered) return verdict.notApplicable("the server has no server/discover (B01)");
    const again = await host.exchange(connection, { method: "server/discover" });
    if (excused(verdict, again, "server/discover")) return;
    const before = (await discoveries(context)).find(
      ({ exchange }) => exchange.number < again.number && Object.keys(declaredIn(exchange)).length === 0,
    );
    if (!before) return verdict.notApplicable("no other call of server/discover declares the same");
    for (const name of ["supportedVersions", "capabilities"]) {
      const [one, other] = [member(before.result, name), member(resultOf(again), name)];
      if (canonical(one) === canonical(other)) continue;
      verdict.note(
        say({
          sent: "server/discover twice, with the same _meta",
          came: `${name} was ${excerpt(one, 120)} and then ${excerpt(other, 120)}`,
          rule: "B09: what a server answers depends on the request alone",
          fix: "answer with what the server can do, whatever was asked before",
        }),
        [before.exchange.number, again.number],
        { subject: name },
      );
    }
  },
});

/** The same text for the same value, whatever the order of its members. */
function canonical(value: unknown): string {
  const sorted = (_key: string, entry: unknown) =>
    typeof entry === "object" && entry !== null && !Array.isArray(entry)
      ? Object.fromEntries(Object.entries(entry).sort(([one], [other]) => (one < other ? -1 : 1)))
      : entry;
  return JSON.stringify(value, sorted) ?? "";
}

/** B10. */
const optionalForClient = modernCheck({
  id: "discover-optional-for-client",
  category: "discovery",
  title: "No server/discover is needed first",
  description: "A server answers the list of a capability that it advertises as the first message on a new connection.",
  level: "must",
  phase: "probe",
  contract: "B10",
  source: "basic/versioning",
  section: "Discovery",
  needs: { talk: freshTalk },
  run({ talk: { first, method, ended } }, verdict, { negotiated }) {
    if (method === "server/discover") return verdict.notApplicable("the server has no list that it gives");
    const sent = `${method} as the first message on a new connection`;
    if (!first) return verdict.couldNotRun(`${sent} was not sent: ${ended}`, { origin: "environment" });
    if (excused(verdict, first, sent) || resultOf(first) !== undefined) return;
    const place = negotiated.transport === "stdio" ? "process" : "connection";
    verdict.fail(
      say({
        sent,
        came: `${came(first)}; where server/discover came first it was answered with a result`,
        rule: "B10: calling server/discover is optional for the client",
        fix: `serve each request from its own _meta, and keep nothing of an earlier one of the ${place}`,
      }),
      [first.number],
      { subject: method },
    );
  },
});

/** B13. */
const orderStable = modernCheck({
  id: "tools-order-stable",
  category: "discovery",
  title: "tools/list keeps its order",
  description: "Two calls of tools/list give the tools in the same order while the set is the same.",
  level: "should",
  phase: "probe",
  contract: "B13",
  source: "server/tools",
  section: "Listing Tools",
  needs: { lists },
  async run({ lists: { tools } }, verdict, { host, connection }) {
    if (!tools.advertised) return verdict.notApplicable("the server advertises no tools");
    if (tools.items.length < 2) return verdict.notApplicable("the server lists fewer than two tools");
    const again = { advertised: true, items: [], pages: [] as Exchange[] } as typeof tools;
    await readPages((params) => askSteadily(host, connection, { method: "tools/list", params }), "tools", again);
    const trouble = again.pages.find((page) => resultOf(page) === undefined);
    if (trouble && excused(verdict, trouble, "tools/list")) return;
    const [before, after] = [tools, again].map(({ items }) => items.map((tool) => String(member(tool, "name"))));
    if (!before || !after || [...before].sort().join("\n") !== [...after].sort().join("\n")) return;
    const at = before.findIndex((name, index) => name !== after[index]);
    if (at < 0) return;
    verdict.fail(
      say({
        sent: "tools/list twice",
        came: `the same ${before.length} tools in another order: tool ${at + 1} was ${excerpt(before[at])} and then ${excerpt(after[at])}`,
        rule: "B13: tools/list gives its tools in a deterministic order while the set is unchanged",
        fix: "sort the tools, or keep them in the order of their registration",
      }),
      [...tools.pages, ...again.pages].map(({ number }) => number),
      { subject: "tools/list" },
    );
  },
});

/** B08 to B10 and B13: what is asked beside what opened the lane. */
export const discoverProbes: Check[] = [unsupportedVersion, stable, optionalForClient, orderStable];

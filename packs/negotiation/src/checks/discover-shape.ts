import { type Check, excerpt, isObject, MODERN_VERSIONS, member } from "@mcptest/pack";
import { missingHints, scopeProblem, ttlProblem } from "../cache-hints.js";
import { capabilityProblems } from "../capability-shape.js";
import { modernCheck } from "../define.js";
import { discoveries, discoveryExchanges } from "../discoveries.js";
import { andMore, grouped } from "../grouped.js";
import { passive } from "../record.js";
import { say } from "../say.js";
import { came, troubleOf } from "../trouble.js";

const SENT = "server/discover";
const NONE = "server/discover gave no result (B01)";

/** What the checks of the members of a discover result have in common. */
const common = { category: "discovery", source: "server/discover", ...passive } as const;

/** B01. */
const implemented = modernCheck({
  ...common,
  id: "discover-implemented",
  title: "The server has server/discover",
  description: "A server of 2026-07-28 answers server/discover with a result.",
  level: "must",
  contract: "B01",
  section: "Protocol Messages",
  async run(_needs, verdict, context) {
    const asked = await discoveryExchanges(context);
    const answered = asked.filter((exchange) => !troubleOf(exchange, SENT));
    if (asked.length === 0) return verdict.notApplicable("server/discover was not asked for");
    if (answered.some(({ response }) => response && Object.hasOwn(response, "result"))) return;
    const [first = asked[0]] = answered;
    if (!first) return;
    verdict.fail(
      say({
        sent: SENT,
        came: `${came(first)}; the server was opened with tools/list in its place`,
        rule: "B01: a server of 2026-07-28 implements server/discover",
        fix: "answer it with supportedVersions, capabilities, ttlMs and cacheScope",
      }),
      [first.number],
      { subject: SENT },
    );
  },
});

/** B02. */
const resultType = modernCheck({
  ...common,
  id: "discover-result-type",
  title: 'A discover result is "complete"',
  description: 'The result of server/discover has resultType "complete".',
  level: "must",
  contract: "B02",
  source: "basic/index",
  section: "Result Responses",
  async run(_needs, verdict, context) {
    const found = await discoveries(context);
    if (found.length === 0) return verdict.notApplicable(NONE);
    const wrong = found.filter(({ result }) => member(result, "resultType") !== "complete");
    for (const group of grouped(wrong, ({ result }) => excerpt(member(result, "resultType"), 80))) {
      verdict.fail(
        say({
          sent: SENT,
          came: `resultType is ${group.key}${andMore(group)}`,
          rule: 'B02: resultType of a discover result is "complete"; it is a result at once and never asks for input',
          fix: 'send "resultType": "complete"',
        }),
        [group.first.exchange.number],
        { subject: SENT },
      );
    }
  },
});

/** B03. */
const supportedVersions = modernCheck({
  ...common,
  id: "discover-supported-versions",
  title: "supportedVersions names what the server speaks",
  description:
    "supportedVersions of server/discover is an array of strings, not empty, with the version just used in it.",
  level: "must",
  contract: "B03",
  async run(_needs, verdict, context) {
    const found = await discoveries(context);
    if (found.length === 0) return verdict.notApplicable(NONE);
    const used = context.negotiated.protocolVersion;
    const fix = `list every revision that the server speaks, such as ["${used}"]`;
    const keyed = found.map(({ exchange, result }) => ({ exchange, versions: member(result, "supportedVersions") }));
    for (const group of grouped(keyed, ({ versions }) => excerpt(versions, 160))) {
      const { exchange, versions } = group.first;
      const about = { subject: SENT };
      const broken = (what: string) =>
        say({
          sent: SENT,
          came: `supportedVersions is ${group.key}${andMore(group)}: ${what}`,
          rule: "B03: supportedVersions is an array of strings that names the versions of the server",
          fix,
        });
      if (!Array.isArray(versions)) verdict.fail(broken("it is not an array"), [exchange.number], about);
      else if (versions.length === 0) verdict.fail(broken("it is empty"), [exchange.number], about);
      else if (versions.some((version) => typeof version !== "string")) {
        verdict.fail(broken("it holds something that is no string"), [exchange.number], about);
      } else if (!versions.includes(used)) {
        verdict.warn(broken(`${used}, with which it was asked for and answered, is missing`), [exchange.number], about);
      }
    }
  },
});

/** B04. */
const capabilities = modernCheck({
  ...common,
  id: "discover-capabilities",
  title: "Capabilities have their types",
  description:
    "capabilities of server/discover is an object, and each capability that the schema knows has its type there.",
  level: "must",
  contract: "B04",
  section: "Capabilities",
  async run(_needs, verdict, context) {
    const found = await discoveries(context);
    if (found.length === 0) return verdict.notApplicable(NONE);
    const problems = found.flatMap(({ exchange, result }) =>
      capabilityProblems(member(result, "capabilities")).map((problem) => ({ ...problem, exchange })),
    );
    for (const group of grouped(problems, ({ path }) => path)) {
      const { path, value, wanted, exchange } = group.first;
      verdict.fail(
        say({
          sent: SENT,
          came: `${path} is ${excerpt(value, 120)} and not ${wanted}${andMore(group)}`,
          rule: "B04: capabilities is an object whose known members have the types of the schema",
          fix: `send ${wanted} there; a capability with nothing to say is {}, and one that is not there is left out`,
        }),
        [exchange.number],
        { subject: path },
      );
    }
  },
});

/** B05. */
const cacheHints = modernCheck({
  ...common,
  id: "discover-cache-hints",
  title: "A discover result says how long it holds",
  description: "The result of server/discover has a valid ttlMs and a valid cacheScope.",
  level: "must",
  contract: "B05",
  source: "server/utilities/caching",
  async run(_needs, verdict, context) {
    const found = await discoveries(context);
    if (found.length === 0) return verdict.notApplicable(NONE);
    const problems = found.flatMap(({ exchange, result }) => {
      if (!isObject(result)) return [];
      const missing = missingHints(result).map((name) => `${name} is missing`);
      return [...missing, ttlProblem(result), scopeProblem(result)].flatMap((what) =>
        what ? [{ exchange, what }] : [],
      );
    });
    for (const group of grouped(problems, ({ what }) => what)) {
      verdict.fail(
        say({
          sent: SENT,
          came: `${group.key}${andMore(group)}`,
          rule: "B05: a discover result has ttlMs, an integer from 0 on, and cacheScope, public or private",
          fix: 'send both, such as "ttlMs": 60000, "cacheScope": "public"; 0 says that the result is not to be kept',
        }),
        [group.first.exchange.number],
        { subject: SENT },
      );
    }
  },
});

/** B07. */
const noTopLevelServerInfo = modernCheck({
  ...common,
  id: "discover-no-toplevel-serverinfo",
  title: "serverInfo stands in _meta",
  description:
    "A top-level serverInfo in the result of server/discover is a leftover of a draft; it is legal and read by nobody.",
  level: "info",
  contract: "B07",
  source: "SEP-2575",
  section: "Changes since Final",
  async run(_needs, verdict, context) {
    const found = await discoveries(context);
    if (found.length === 0) return verdict.notApplicable(NONE);
    const [first] = found.filter(({ result }) => member(result, "serverInfo") !== undefined);
    if (!first) return;
    verdict.note(
      say({
        sent: SENT,
        came: `the result has a member serverInfo at its top: ${excerpt(member(first.result, "serverInfo"), 120)}`,
        rule: `B07: ${MODERN_VERSIONS[0]} has it at _meta["io.modelcontextprotocol/serverInfo"]; the member at the top was in a draft`,
        fix: "send it in _meta, and leave the member at the top out",
      }),
      [first.exchange.number],
      { subject: SENT },
    );
  },
});

/** B01 to B05 and B07: the answer to `server/discover`. */
export const discoverShapeChecks: Check[] = [
  implemented,
  resultType,
  supportedVersions,
  capabilities,
  cacheHints,
  noTopLevelServerInfo,
];

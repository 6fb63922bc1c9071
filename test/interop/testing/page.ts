import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../../config/workspace.mjs";
import type { Finding, Observation } from "./observe.js";
import type { Stand } from "./stand.js";
import { STANDS, standFor } from "./stands.js";

/** The committed table. */
export const PAGE = join(root, "test/interop/published-servers.md");

/** Its lines. */
export function readPage(): string[] {
  return readFileSync(PAGE, "utf8").split("\n");
}

/** What a row says of findings, with the columns before: the same in each run. */
export function findingsCell({ server, version, transport, era, revision, pack, findings }: Observation): string {
  const ids = (verdict: Finding["verdict"]) =>
    findings
      .filter((finding) => finding.verdict === verdict)
      .map(({ check }) => `\`${check}\``)
      .join(", ");
  return `| ${server} | ${version} | ${transport} | ${era}, ${revision} | ${pack} | ${ids("failed")} | ${ids("warning")} |`;
}

function row(one: Observation): string {
  const { passed, failed, warnings, couldNotRun, notApplicable } = one.counts;
  return `${findingsCell(one)} ${passed} | ${failed} | ${warnings} | ${couldNotRun} | ${notApplicable} |`;
}

/** The page of what was observed on `date`, `YYYY-MM-DD`. `versions` are those of the tool and its packs. */
export function page(observed: readonly Observation[], date: string, versions: readonly string[]): string {
  const servers = new Set(observed.map(({ server }) => server));
  const ways = new Set(observed.map(({ server, transport }) => `${server} ${transport}`));
  return `${[
    "# Published MCP servers",
    "",
    `Observed on ${date} with ${versions.join(", ")} on Node ${process.versions.node.split(".")[0]}.`,
    "",
    `Every bundled pack on ${servers.size} servers from npm over ${ways.size} transports, in each era that they speak, without`,
    "options, credentials or a network. `npm run test:interop` runs it again and holds it against this page;",
    "`npm run test:interop -- --write` writes the page. What stands below each finding is kept in `testing/stands.ts`: a finding",
    "without an entry there fails the run, and so does an entry without a finding.",
    "",
    "| server | version | transport | era | pack | what failed | what warns | passed | failed | warned | could not run | not applicable |",
    "|---|---|---|---|---|---|---|---:|---:|---:|---:|---:|",
    ...[...observed].sort(byName).map(row),
    "",
    ...section("Failures", "failed", observed),
    ...section("Warnings", "warning", observed),
  ].join("\n")}\n`;
}

function byName(one: Observation, other: Observation): number {
  const key = ({ server, transport, era, pack }: Observation) => [server, transport, pack, era].join("\0");
  return key(one) < key(other) ? -1 : 1;
}

function section(title: string, verdict: Stand["verdict"], observed: readonly Observation[]): string[] {
  const stands = new Map<Stand, Seen[]>();
  for (const { finding, ...where } of seenIn(observed)) {
    const stand = finding.verdict === verdict ? standFor(finding, where.server, where.transport) : undefined;
    if (stand) stands.set(stand, [...(stands.get(stand) ?? []), { finding, ...where }]);
  }
  const sorted = [...stands].sort(([one], [other]) => (one.check < other.check ? -1 : 1));
  return [`## ${title}`, "", ...sorted.flatMap(([stand, seen]) => entry(stand, seen))];
}

interface Seen {
  finding: Finding;
  server: string;
  transport: string;
}

function seenIn(observed: readonly Observation[]): Seen[] {
  return observed.flatMap(({ server, transport, findings }) =>
    findings.map((finding) => ({ finding, server, transport })),
  );
}

function entry({ check, rule, why }: Stand, seen: readonly Seen[]): string[] {
  const where = new Map<string, Set<string>>();
  for (const { server, transport } of seen) where.set(server, (where.get(server) ?? new Set()).add(transport));
  const list = [...where].map(([server, transports]) => `${server} (${[...transports].sort().join(", ")})`).sort();
  const [first = ""] = seen[0]?.finding.said.split("\n") ?? [];
  return [`### \`${check}\` (${rule})`, "", `${list.join("; ")}.`, "", "```text", first, "```", "", why, ""];
}

/** Rows in which the committed page and a run differ; counts, which grow with the packs, are left aside. */
export function differences(observed: readonly Observation[]): string[] {
  const rows = readPage();
  const cells = observed.map(findingsCell);
  const unwritten = cells.filter((cell) => !rows.some((line) => line.startsWith(cell)));
  const unseen = rows.filter((line) => /^\| [^-]/.test(line) && !cells.some((cell) => line.startsWith(cell))).slice(1);
  return [...unwritten.map((cell) => `observed: ${cell}`), ...unseen.map((line) => `written: ${line}`)];
}

/** Entries of {@link STANDS} whose finding was not seen on one of their servers. */
export function stale(observed: readonly Observation[]): string[] {
  const seen = seenIn(observed);
  return STANDS.flatMap((stand) =>
    stand.servers
      .filter((named) => {
        const [name, ...transports] = typeof named === "string" ? [named] : named;
        const here = seen.filter(
          ({ finding, server, transport }) => server === name && standFor(finding, server, transport) === stand,
        );
        const everywhere = transports.every((wanted) => here.some(({ transport }) => transport === wanted));
        return here.length === 0 || !everywhere;
      })
      .map((named) => `${stand.check} on ${String(named)}`),
  );
}

import { type Check, type Connection, excerpt, member, type PackHost, say } from "@mcptest/pack";
import { anyCall, callChoice } from "../call-target.js";
import { modernCheck } from "../define.js";
import { type Listed, lists, readPages } from "../lists.js";
import type { ToolCall } from "../options.js";

/** The lists, the member that holds each, and what names an item. */
const LISTS = [
  ["tools", "tools/list", "tools", "name"],
  ["prompts", "prompts/list", "prompts", "name"],
  ["resources", "resources/list", "resources", "uri"],
  ["templates", "resources/templates/list", "resourceTemplates", "uriTemplate"],
] as const;

type ListKind = (typeof LISTS)[number];

/** What a list held at one time, as a set. */
interface Sample {
  names: Set<string>;
  evidence: number[];
}

/** A20. */
const listNotPerConnection = modernCheck({
  id: "rpc-list-not-per-connection",
  category: "discovery",
  title: "A list does not depend on the connection",
  description:
    "A list is the same on two new connections, and after other lists and a read-only call on one of them. What changes with time is told apart by asking again.",
  level: "must",
  phase: "probe",
  contract: "A20",
  source: "server/tools",
  section: "Listing Tools",
  needs: { lists, choice: callChoice },
  async run({ lists: listed, choice }, verdict, { host }) {
    const kinds = LISTS.filter(([name]) => listed[name].advertised && listed[name].problem === undefined);
    if (kinds.length === 0) return verdict.notApplicable("the server gives no list");
    const [one, other] = [await open(host), await open(host)];
    const call = anyCall(choice);
    const first = await samples(host, one, kinds);
    if (call) await callOn(host, one, call);
    const theirs = await samples(host, other, [...kinds].reverse());
    const last = await samples(host, one, [...kinds].reverse());
    for (const kind of kinds) {
      const [mine, now, elsewhere] = [first, last, theirs].map((all) => all.get(kind));
      if (!mine || !now || !elsewhere) continue;
      const about = { subject: kind[1] };
      if (!equal(mine, now)) {
        const again = await repeated(host, kinds, kind, call);
        if (!again || !equal(again.first, mine) || !equal(again.last, now)) continue;
        const evidence = [mine, now, again.first, again.last].flatMap((each) => each.evidence);
        verdict.fail(
          words(kind, mine, now, `before and after ${between(call)}, on two connections`, "as a side effect"),
          evidence,
          about,
        );
      } else if (!equal(mine, elsewhere)) {
        const again = await sample(host, other, kind);
        if (!again || !equal(again, elsewhere)) continue;
        const evidence = [mine, elsewhere, now, again].flatMap((each) => each.evidence);
        verdict.fail(
          words(kind, mine, elsewhere, "on two new connections, in turns", "by connection"),
          evidence,
          about,
        );
      }
    }
  },
});

/** The list of `kind` before and after all the others and the call, on one more connection. */
async function repeated(host: PackHost, kinds: readonly ListKind[], kind: ListKind, call: ToolCall | undefined) {
  const connection = await open(host);
  const first = (await samples(host, connection, kinds)).get(kind);
  if (call) await callOn(host, connection, call);
  const last = (await samples(host, connection, [...kinds].reverse())).get(kind);
  return first && last && { first, last };
}

function open(host: PackHost): Promise<Connection> {
  return host.open({ fresh: true, handshake: false });
}

/** The call that changes nothing; whatever it gives is another check's. */
function callOn(host: PackHost, on: Connection, { tool, arguments: given }: ToolCall) {
  return host.exchange(on, { method: "tools/call", params: { name: tool, arguments: given ?? {} } });
}

function between(call: ToolCall | undefined): string {
  return call ? `other lists and a call of ${call.tool}` : "other lists";
}

/** The lists one after the other, without those that did not come. */
async function samples(host: PackHost, on: Connection, kinds: readonly ListKind[]): Promise<Map<ListKind, Sample>> {
  const found = new Map<ListKind, Sample>();
  for (const kind of kinds) {
    const got = await sample(host, on, kind);
    if (got) found.set(kind, got);
  }
  return found;
}

async function sample(host: PackHost, on: Connection, [, method, key, id]: ListKind): Promise<Sample | undefined> {
  const listed: Listed = { advertised: true, items: [], pages: [] };
  await readPages((params) => host.exchange(on, { method, params }), key, listed);
  if (listed.problem !== undefined) return undefined;
  const names = new Set(listed.items.map((item) => excerpt(member(item, id))));
  return { names, evidence: listed.pages.map(({ number }) => number) };
}

function equal({ names }: Sample, other: Sample): boolean {
  return names.size === other.names.size && [...names].every((name) => other.names.has(name));
}

function words([, method]: ListKind, one: Sample, other: Sample, where: string, how: string): string {
  const only = ({ names }: Sample, others: Sample) => [...names].filter((name) => !others.names.has(name)).slice(0, 5);
  const [mine, theirs] = [only(one, other), only(other, one)];
  return say({
    sent: `${method} ${where}`,
    came: `the lists differ: only in the first ${mine.join(", ") || "nothing"}, only in the second ${theirs.join(", ") || "nothing"}`,
    rule: `A20: a list may change with time or authorization, and not ${how}`,
    fix: "build the list from the request and what the server has, not from what else was said on its connection",
  });
}

/** A20. */
export const listPerConnectionChecks: Check[] = [listNotPerConnection];

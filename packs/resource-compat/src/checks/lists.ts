import { type Check, excerpt, manifestUri, mappedValue, methodTemplate, methodUri, resultOf } from "@mcptest/pack";
import { compatCheck } from "../define.js";
import { report, type Violation } from "../findings.js";
import { readResource } from "../interfaces.js";
import { addressesOf, addressOf, LISTS, type Listing, pagesOf, readListing } from "../listing.js";
import { methodsIn, textsIn } from "../manifest.js";
import { differences, entrySet, manifestSet } from "../same-entries.js";
import { judged, type Talk, talks, undeclared } from "../talks.js";

const paginationComplete = compatCheck({
  id: "compat-pagination-complete",
  category: "interface",
  title: "Paging to the end finds everything",
  description:
    "Following nextCursor through both lists ends, gives no entry on two pages, and finds each file that a manifest names. An empty text is a cursor like any other.",
  level: "must",
  section: "Files, pagination, and dynamic data",
  phase: "list",
  needs: { talks },
  run({ talks: all }, verdict) {
    for (const talk of judged(all, verdict)) {
      for (const list of [talk.resources, talk.templates]) {
        if (list.end?.by === "bound") {
          verdict.couldNotRun(list.end.came, {
            origin: "host",
            evidence: pagesOf(list),
            about: { variant: talk.version },
          });
        }
        report(verdict, [...brokenPaging(talk, list), ...repeated(talk, list), ...lost(talk, list)]);
      }
    }
  },
});

const PAGING = {
  asks: "the lists are read by following nextCursor until all pages have been read, and then everything is there",
  fix: "give a cursor for the next page alone, take each cursor that was given, the empty text as well, and give none on the last page",
};

function brokenPaging({ version }: Talk, { name, end }: Listing): Violation[] {
  if (end?.by !== "server") return [];
  const { method } = LISTS[name];
  return [
    {
      subject: method,
      version,
      sent: `${method}, page by page`,
      came: end.came,
      evidence: [end.exchange.number],
      ...PAGING,
    },
  ];
}

/** Entries that stand on more than one page. */
function repeated({ version }: Talk, { name, pages }: Listing): Violation[] {
  const { method } = LISTS[name];
  const firstPage = new Map<string, number>();
  const twice = new Map<string, number[]>();
  for (const [index, { entries, exchange }] of pages.entries()) {
    for (const address of entries.flatMap((entry) => addressOf(name, entry) ?? [])) {
      const first = firstPage.get(address);
      if (first === undefined) firstPage.set(address, index);
      else if (first !== index) twice.set(address, [pages[first]?.exchange.number ?? exchange.number, exchange.number]);
    }
  }
  const [one] = twice;
  if (!one) return [];
  const [address, evidence] = one;
  const more = twice.size > 1 ? `, and ${twice.size - 1} more entries so` : "";
  return [
    {
      subject: method,
      version,
      sent: `${method}, page by page`,
      came: `${excerpt(address)} stands on two pages${more}`,
      evidence,
      ...PAGING,
    },
  ];
}

/** Files of a manifest that the list has not. Routes of methods and manifests have checks of their own. */
function lost({ version, interfaces }: Talk, list: Listing): Violation[] {
  if (list.end) return [];
  const listed = new Set(addressesOf(list));
  return interfaces.flatMap(({ id, manifest, read }) => {
    if (!manifest) return [];
    const routes = new Set(
      methodsIn(manifest).flatMap((method) => [methodTemplate(id, method), methodUri(id, method)]),
    );
    return textsIn(manifest, list.name === "resources" ? "resources" : "resourceTemplates")
      .filter((address) => !listed.has(address) && !routes.has(address) && address !== manifestUri(id))
      .map((address) => ({
        ...{ subject: address, version, ...PAGING, evidence: [read.number, ...pagesOf(list)] },
        sent: `${LISTS[list.name].method}, all pages`,
        came: `the manifest names ${address}, and no page does`,
      }));
  });
}

const listingInert = compatCheck({
  id: "compat-listing-inert",
  category: "interface",
  title: "Listing changes nothing",
  description:
    "Two readings of both lists and of each manifest give the same entries: looking calls no handler. Order, cursors and _meta do not count.",
  level: "should",
  section: "Discover the complete interface",
  phase: "list",
  needs: { talks },
  async run({ talks: all }, verdict, { host }) {
    for (const talk of judged(all, verdict)) {
      const { connection, interfaces, version } = talk;
      for (const before of [talk.resources, talk.templates]) {
        if (before.end) continue;
        const after = await readListing(host, connection, before.name, { defect: undeclared(connection) });
        if (after.end) continue;
        const { method } = LISTS[before.name];
        const found = differences(entrySet(before), entrySet(after));
        report(
          verdict,
          found.map((came) => unequal(version, method, came, [...pagesOf(before), ...pagesOf(after)])),
        );
      }
      for (const { id, manifest, read } of interfaces) {
        if (!manifest) continue;
        const again = await readResource(host, connection, manifestUri(id));
        const value = mappedValue(resultOf(again));
        const found = value ? differences(manifestSet(manifest), manifestSet(value)) : [];
        report(
          verdict,
          found.map((came) => unequal(version, manifestUri(id), came, [read.number, again.number])),
        );
      }
    }
  },
});

function unequal(version: string, subject: string, came: string, evidence: number[]): Violation {
  return {
    ...{ subject, version, evidence, came, sent: `${subject}, read twice` },
    asks: "listing routes or reading the manifest does not invoke method handlers",
    fix: "make the entries and the manifest when the extension is registered, and call no handler for them",
  };
}

export const listChecks: Check[] = [paginationComplete, listingInert];

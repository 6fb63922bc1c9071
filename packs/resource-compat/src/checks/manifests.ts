import { type Check, came, excused, manifestUri, owningId } from "@mcptest/pack";
import { compatCheck } from "../define.js";
import { report, type Violation } from "../findings.js";
import { idsIn } from "../interfaces.js";
import { addressesOf, isMapped, pagesOf } from "../listing.js";
import { textsIn } from "../manifest.js";
import { manifestProblems, unknownMembers } from "../manifest-shape.js";
import { idProblem, isSameButSpelling } from "../mapped-id.js";
import { judged, manifests, type Talk, talks } from "../talks.js";

const SECTION = "Discover the complete interface";

const manifestListed = compatCheck({
  id: "compat-manifest-listed",
  category: "interface",
  title: "Each extension lists its manifest",
  description: "For each extension prefix in the lists, its manifest.json stands in resources/list.",
  level: "must",
  section: SECTION,
  phase: "list",
  needs: { talks },
  run({ talks: all }, verdict) {
    for (const { version } of all.bare) {
      verdict.note(`on ${version}, which the server speaks, no mcp-extensions:// address is listed`, undefined, {
        variant: version,
      });
    }
    for (const { resources, templates, interfaces, version } of judged(all, verdict)) {
      const named = idsIn(addressesOf(resources), addressesOf(templates)).size;
      if (named > interfaces.length) {
        verdict.note(`of ${named} extensions the first ${interfaces.length} were judged`, undefined, {
          variant: version,
        });
      }
      const unlisted = interfaces.filter(({ id, listed }) => !listed && idProblem(id) === undefined);
      if (unlisted.length > 0 && resources.end) {
        verdict.couldNotRun(`resources/list could not be read to its end: ${resources.end.came}`, {
          evidence: [resources.end.exchange.number],
          about: { variant: version },
        });
        continue;
      }
      report(
        verdict,
        unlisted.map(({ id, prefix }) => ({
          subject: manifestUri(id),
          version,
          sent: "resources/list, all pages",
          came: `addresses below ${prefix} are listed, and ${manifestUri(id)} is not`,
          asks: "each extension lists its manifest, from which a client learns how to use it",
          fix: "list the manifest as a resource on each older revision",
          evidence: pagesOf(resources),
        })),
      );
    }
  },
});

const manifestReadable = compatCheck({
  id: "compat-manifest-readable",
  category: "interface",
  title: "A manifest is a JSON object",
  description: "Each listed manifest.json can be read with resources/read, and its text is a JSON object.",
  level: "must",
  section: SECTION,
  phase: "list",
  needs: { talks },
  run({ talks: all }, verdict) {
    for (const { interfaces, version } of judged(all, verdict)) {
      for (const { id, listed, manifest, read } of interfaces) {
        const about = { subject: manifestUri(id), variant: version };
        if (manifest || !listed) continue;
        const sent = `resources/read of ${manifestUri(id)}`;
        if (excused(verdict, read, sent, about)) continue;
        report(verdict, [
          {
            ...{ subject: manifestUri(id), version, sent, evidence: [read.number] },
            came: `${came(read)}; contents[0].text is no JSON object`,
            asks: "the manifest is read as a resource, and its content is JSON",
            fix: "answer with one item in contents whose text is the manifest, serialised as JSON",
          },
        ]);
      }
    }
  },
});

const manifestShape = compatCheck({
  id: "compat-manifest-shape",
  category: "interface",
  title: "A manifest has its members",
  description:
    "A manifest has name, instructions, capabilities, methods and resources, and methodResources and resourceTemplates where there are methods, each with its type; its name is the id in its address.",
  level: "must",
  section: SECTION,
  phase: "list",
  needs: { talks },
  run({ talks: all }, verdict) {
    for (const { id, manifest, version, evidence } of manifests(all, verdict)) {
      const uri = manifestUri(id);
      const where = { version, sent: uri, evidence: [evidence] };
      const problems = manifestProblems(id, manifest).map(
        ({ path, came: words, fix }): Violation => ({
          ...{ ...where, subject: `${uri}#${path}`, came: words, fix },
          asks: "the manifest tells name, instructions, capabilities, methods, methodResources, resources and resourceTemplates",
        }),
      );
      report(verdict, problems);
      const unknown = unknownMembers(manifest);
      if (unknown.length > 0) {
        verdict.note(`${uri} has members that the convention does not know: ${unknown.join(", ")}`, [evidence], {
          subject: uri,
          variant: version,
        });
      }
    }
  },
});

const idInUri = compatCheck({
  id: "compat-id-in-uri",
  category: "interface",
  title: "Addresses have the whole id of their extension",
  description:
    "The id in every mapped address is a prefix and a name with one slash between them, by the grammar of extension ids, and byte for byte the name in the manifest.",
  level: "must",
  section: SECTION,
  phase: "list",
  needs: { talks },
  run({ talks: all }, verdict) {
    for (const talk of judged(all, verdict)) report(verdict, [...wrongIds(talk), ...strayAddresses(talk)]);
  },
});

const ID_WORDS = {
  asks: "the full extension identifier is part of every address",
  fix: "build each address as mcp-extensions://PREFIX/NAME/… from the registered id, without encoding or shortening it",
};

function wrongIds({ interfaces, version, resources, templates }: Talk): Violation[] {
  return interfaces.flatMap(({ id, prefix, manifest, read }): Violation[] => {
    const problem = idProblem(id);
    const name = manifest?.name;
    const isOther = typeof name === "string" && name !== id && isSameButSpelling(name, id);
    if (problem === undefined && !isOther) return [];
    const came = problem ?? `the id ${JSON.stringify(id)} is spelt ${JSON.stringify(name)} in the manifest`;
    const evidence = manifest ? [read.number] : [...pagesOf(resources), ...pagesOf(templates)];
    return [{ subject: prefix, version, sent: `addresses below ${prefix}`, came, evidence, ...ID_WORDS }];
  });
}

/** Addresses in a manifest that belong to another id, or to none. */
function strayAddresses({ interfaces, version }: Talk): Violation[] {
  const ids = interfaces.map(({ id }) => id);
  return interfaces.flatMap(({ id, manifest, read }) => {
    if (!manifest || idProblem(id) !== undefined) return [];
    const named = [...textsIn(manifest, "resources"), ...textsIn(manifest, "resourceTemplates")];
    return named
      .filter((address) => isMapped(address) && owningId(address, ids) !== id)
      .map((address) => ({
        ...{ subject: address, version, sent: manifestUri(id), evidence: [read.number], ...ID_WORDS },
        came: `${address} is not below mcp-extensions://${id}/`,
      }));
  });
}

export const manifestChecks: Check[] = [manifestListed, manifestReadable, manifestShape, idInUri];

import { type Check, excerpt, hasFixedUri, member, methodTemplate, methodUri } from "@mcptest/pack";
import { compatCheck } from "../define.js";
import { report, type Violation } from "../findings.js";
import { saysInvocation, saysThatItCalls } from "../invoking.js";
import { addressesOf, entriesAt, pagesOf } from "../listing.js";
import { inputSchemaOf, methodsIn, resourceOf, textsIn } from "../manifest.js";
import { manifests, type Read, talks } from "../talks.js";

const SECTION = "Discover the complete interface";

const everyMethodMapped = compatCheck({
  id: "compat-every-method-mapped",
  category: "interface",
  title: "Every method has its route",
  description:
    "Each name in methods has its URI template, byte for byte, in resources/templates/list, in resourceTemplates of the manifest and as uriTemplate of its entry in methodResources.",
  level: "must",
  section: SECTION,
  phase: "list",
  needs: { talks },
  run({ talks: all }, verdict) {
    for (const read of manifests(all, verdict))
      report(
        verdict,
        methodsIn(read.manifest).flatMap((method) => unmapped(read, method)),
      );
  },
});

function unmapped({ id, manifest, talk, version, evidence }: Read, method: string): Violation[] {
  const template = methodTemplate(id, method);
  const entry = resourceOf(manifest, method);
  const own = member(entry, "uriTemplate");
  const hasEntries = member(manifest, "methodResources") !== undefined;
  const problems = [
    ...(!talk.templates.end && !addressesOf(talk.templates).includes(template)
      ? ["resources/templates/list does not name it"]
      : []),
    ...(isMissing(manifest, "resourceTemplates", template)
      ? ["resourceTemplates of the manifest does not name it"]
      : []),
    ...(hasEntries && !entry ? ["methodResources has no entry for the method"] : []),
    ...(typeof own === "string" && own !== template ? [`methodResources has ${excerpt(own)}`] : []),
  ];
  if (problems.length === 0) return [];
  return [
    {
      ...{ subject: method, version, evidence: [evidence, ...pagesOf(talk.templates)] },
      sent: `the template ${template}`,
      came: problems.join("; "),
      asks: "every registered method gets a parameterised route",
      fix: "write the same template in the list, in resourceTemplates and in methodResources",
    },
  ];
}

/** An absent list is a fault of the manifest's shape. */
function isMissing(manifest: Read["manifest"], name: "resources" | "resourceTemplates", address: string): boolean {
  return Array.isArray(member(manifest, name)) && !textsIn(manifest, name).includes(address);
}

const fixedUri = compatCheck({
  id: "compat-fixed-uri-iff-no-required",
  category: "interface",
  title: "A method has a fixed URI exactly when it needs no argument",
  description:
    "A method whose input schema has no required members at its top has a fixed URI in resources/list, in resources of the manifest and as uri of its entry in methodResources; any other method has none.",
  level: "must",
  section: SECTION,
  phase: "list",
  needs: { talks },
  run({ talks: all }, verdict) {
    for (const read of manifests(all, verdict))
      report(
        verdict,
        methodsIn(read.manifest).flatMap((method) => misfixed(read, method)),
      );
  },
});

function misfixed({ id, manifest, talk, version, evidence }: Read, method: string): Violation[] {
  const schema = inputSchemaOf(manifest, method);
  if (schema === undefined) return [];
  const wanted = hasFixedUri(schema);
  const uri = methodUri(id, method);
  const isListed = addressesOf(talk.resources).includes(uri);
  const own = member(resourceOf(manifest, method), "uri");
  const named = textsIn(manifest, "resources").includes(uri);
  const problems = wanted
    ? [
        ...(isListed || talk.resources.end ? [] : ["resources/list does not name it"]),
        ...(isMissing(manifest, "resources", uri) ? ["resources of the manifest does not name it"] : []),
        ...(own === uri || (own !== undefined && typeof own !== "string")
          ? []
          : [`uri in methodResources is ${excerpt(own)}`]),
      ]
    : [
        ...(isListed ? ["resources/list names it"] : []),
        ...(named ? ["resources of the manifest names it"] : []),
        ...(typeof own === "string" ? [`uri in methodResources is ${excerpt(own)}`] : []),
      ];
  if (problems.length === 0) return [];
  const because = wanted
    ? "its input schema has no required members"
    : `its input schema requires ${excerpt(member(schema, "required"), 80)}`;
  return [
    {
      ...{ subject: method, version, evidence: [evidence, ...pagesOf(talk.resources)] },
      sent: `the fixed URI ${uri}`,
      came: `${problems.join("; ")}, and ${because}`,
      asks: "a method gets a fixed URI for an empty argument object exactly when its input schema has no required parameters",
      fix: wanted ? "write the fixed URI in all three places" : "leave the fixed URI out in all three places",
    },
  ];
}

const describedAsInvocation = compatCheck({
  id: "compat-described-as-invocation",
  category: "interface",
  title: "It is said that reading a method calls it",
  description:
    "For each route of a method, the description of its entry in the list or the instructions of the manifest say that reading it invokes the method.",
  level: "should",
  section: "Behavior and limits",
  phase: "list",
  needs: { talks },
  run({ talks: all }, verdict) {
    for (const read of manifests(all, verdict)) {
      if (saysInvocation(member(read.manifest, "instructions"))) continue;
      report(
        verdict,
        methodsIn(read.manifest).flatMap((method) => undescribed(read, method)),
      );
    }
  },
});

function undescribed({ id, talk, version, evidence }: Read, method: string): Violation[] {
  const routes = [
    [talk.templates, methodTemplate(id, method)],
    [talk.resources, methodUri(id, method)],
  ] as const;
  const silent = routes.filter(([list, address]) => {
    const entries = entriesAt(list, address);
    return entries.length > 0 && !entries.some(saysThatItCalls);
  });
  return silent.map(([list, address]) => ({
    ...{ subject: address, version, evidence: [evidence, ...pagesOf(list)] },
    sent: `the entry of ${address}`,
    came: "neither its description nor the instructions of the manifest say that reading it calls the method",
    asks: "the descriptions and the manifest identify method resources as invocations",
    fix: 'begin the description with words such as "Reading this invokes", or say so in instructions',
  }));
}

export const routeChecks: Check[] = [everyMethodMapped, fixedUri, describedAsInvocation];

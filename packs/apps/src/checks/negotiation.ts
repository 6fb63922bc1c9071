import {
  type Check,
  excerpt,
  isLookAlike,
  isObject,
  type Json,
  member,
  parseExtensionId,
  unavailable,
} from "@mcptest/pack";
import { apps as appsFixture, found as foundFixture, isNone, listProblem, NO_APP } from "../apps.js";
import { wireCheck } from "../define.js";
import { APPS_EXTENSION } from "../ids.js";
import { noOffer, type Offer, offers as offersFixture } from "../offers.js";
import { tell } from "../tell.js";
import { isAdvertised } from "../tools.js";

const NOT_ADVERTISED = `the server does not advertise ${APPS_EXTENSION}`;

const present = wireCheck({
  id: "apps-present",
  category: "negotiation",
  title: "The server offers an app",
  description: "At least one tool names a view, or one ui:// resource is listed.",
  level: "info",
  phase: "list",
  source: "mcptest",
  needs: { found: foundFixture },
  run({ found }, verdict, { asked }) {
    if (!isNone(found)) return verdict.pass();
    const problem = listProblem(found);
    if (problem !== undefined) return verdict.couldNotRun(problem, { origin: "environment" });
    if (!asked) throw unavailable(NO_APP, { notApplicable: true });
    verdict.couldNotRun(`${NO_APP}; let a tool name its view in _meta.ui.resourceUri`, {
      evidence: [...found.shown.tools.pages, ...found.shown.resources.pages],
    });
  },
});

const advertised = wireCheck({
  id: "apps-ext-id",
  category: "negotiation",
  title: "A server with apps advertises the extension",
  description: `capabilities.extensions of a server with a UI tool or a ui:// resource has ${APPS_EXTENSION}.`,
  level: "should",
  phase: "probe",
  source: "mcptest",
  section: "Capability Negotiation",
  needs: { apps: appsFixture, offers: offersFixture },
  run({ offers }, verdict) {
    const problem = noOffer(offers);
    if (problem !== undefined) return verdict.notApplicable(`${problem}, so nothing can be advertised`);
    // Where the id stands in another place, apps-ext-id-misspelt says so.
    const isSomewhere = offers.all.some((offer) => straysIn(offer).some(({ place }) => place !== "extensions"));
    if (isSomewhere || offers.all.some(({ capabilities }) => isAdvertised(capabilities))) return verdict.pass();
    const [first] = offers.all;
    verdict.fail(
      tell({
        id: "apps-ext-id",
        sent: offers.method,
        came: `capabilities.extensions is ${excerpt(member(first?.capabilities, "extensions"), 120)}, and tools or resources of the extension are listed`,
        rule: "a server with apps advertises the extension, so that clients and catalogues can tell",
        fix: `add "extensions": {"${APPS_EXTENSION}": {}} to the capabilities of the server`,
      }),
      offers.all.map(({ exchange }) => exchange),
      { subject: APPS_EXTENSION },
    );
  },
});

const withoutApps = wireCheck({
  id: "apps-ext-id-without-apps",
  category: "negotiation",
  title: "The extension is advertised where there is an app",
  description: "A server that advertises the extension has at least one tool that names a view, or one ui:// resource.",
  level: "should",
  phase: "probe",
  source: "mcptest",
  section: "Capability Negotiation",
  needs: { found: foundFixture, offers: offersFixture },
  run({ found, offers }, verdict) {
    const offer = offers.all.find(({ capabilities }) => isAdvertised(capabilities));
    if (!offer) return verdict.notApplicable(NOT_ADVERTISED);
    if (!isNone(found)) return verdict.pass();
    const problem = listProblem(found);
    if (problem !== undefined) return verdict.couldNotRun(problem, { origin: "environment" });
    verdict.fail(
      tell({
        id: "apps-ext-id-without-apps",
        sent: "tools/list and resources/list, with the extension declared",
        came: `${APPS_EXTENSION} is advertised; ${found.shown.tools.entries.length} tools, none of which names a view, and no ui:// resource`,
        rule: "what is advertised is there",
        fix: "let a tool name its view in _meta.ui.resourceUri, or do not advertise the extension",
      }),
      [offer.exchange, ...found.shown.tools.pages, ...found.shown.resources.pages],
      { subject: APPS_EXTENSION },
    );
  },
});

const misspelt = wireCheck({
  id: "apps-ext-id-misspelt",
  category: "negotiation",
  title: "The extension is advertised under its own id and in its place",
  description: `No key of capabilities.extensions looks like ${APPS_EXTENSION} and is another one (a dotted or flat one fails, another warns), and the id stands neither under experimental nor at the top level.`,
  level: "must",
  phase: "probe",
  source: "core",
  section: "Extension Negotiation",
  needs: { found: foundFixture, offers: offersFixture },
  run({ found, offers }, verdict) {
    const strays = new Map(offers.all.flatMap(straysIn).map((stray) => [`${stray.place} ${stray.id}`, stray]));
    const isProper = offers.all.some(({ capabilities }) => isAdvertised(capabilities));
    if (strays.size === 0 && isNone(found) && !isProper) return verdict.notApplicable(NOT_ADVERTISED);
    for (const { id, place, exchange } of strays.values()) {
      const about = { subject: id, ...(place === "extensions" ? {} : { variant: place }) };
      const text = tell({
        id: "apps-ext-id-misspelt",
        sent: offers.method,
        came: `capabilities${place === "top-level" ? "" : `.${place}`} has the key ${excerpt(id, 100)}`,
        rule: `the id of MCP Apps is ${APPS_EXTENSION}, a key of capabilities.extensions`,
        fix: `advertise capabilities.extensions["${APPS_EXTENSION}"]: {}, and nothing in its place`,
      });
      if (place !== "extensions" && isProper) verdict.note(text, [exchange], about);
      else if (place === "extensions" && parseExtensionId(id).grammar === "bad") verdict.fail(text, [exchange], about);
      else verdict.warn(text, [exchange], about);
    }
  },
});

const settings = wireCheck({
  id: "apps-ext-settings-object",
  category: "negotiation",
  title: "The settings of the extension are an object",
  description: `The value of ${APPS_EXTENSION} in capabilities.extensions is a JSON object.`,
  level: "must",
  phase: "probe",
  source: "core",
  section: "Extension Negotiation",
  needs: { offers: offersFixture },
  run({ offers }, verdict) {
    const values = offers.all.flatMap(({ capabilities, exchange }) => {
      const value = member(member(capabilities, "extensions"), APPS_EXTENSION);
      return value === undefined ? [] : [{ value, exchange }];
    });
    if (values.length === 0) return verdict.notApplicable(NOT_ADVERTISED);
    const about = { subject: APPS_EXTENSION };
    const wrong = values.filter(({ value }) => !isObject(value));
    const [first] = wrong;
    if (!first) return verdict.pass(about);
    verdict.fail(
      tell({
        id: "apps-ext-settings-object",
        sent: offers.method,
        came: `the settings of ${APPS_EXTENSION} are ${excerpt(first.value as Json, 100)}`,
        rule: "the settings of an extension are a JSON object; {} stands for support without settings",
        fix: `answer capabilities.extensions["${APPS_EXTENSION}"]: {}`,
      }),
      wrong.map(({ exchange }) => exchange),
      about,
    );
  },
});

interface Stray {
  id: string;
  place: "extensions" | "experimental" | "top-level";
  exchange: number;
}

/** Keys of one object that are looked at. */
const MOST_KEYS = 10_000;

function straysIn({ capabilities, exchange }: Offer): Stray[] {
  const map = member(capabilities, "extensions");
  const keys = isObject(map) ? Object.keys(map).slice(0, MOST_KEYS) : [];
  const near = keys
    .filter((id) => isLookAlike(id, APPS_EXTENSION))
    .map((id) => ({ id, place: "extensions" as const, exchange }));
  const copies = [
    ["experimental", member(capabilities, "experimental")],
    ["top-level", capabilities],
  ] as const;
  return [
    ...near,
    ...copies
      .filter(([, place]) => member(place, APPS_EXTENSION) !== undefined)
      .map(([place]) => ({ id: APPS_EXTENSION, place, exchange })),
  ];
}

export const negotiationChecks: Check[] = [present, advertised, withoutApps, misspelt, settings];

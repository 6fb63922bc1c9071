import { advertisedExtensions, type Check, excerpt, type JsonObject, say } from "@mcptest/pack";
import { modernCheck } from "../define.js";
import { advertisedEntries, advertisements } from "../extensions/advertisements.js";
import { passive } from "../record.js";

/** E01. */
const map = modernCheck({
  ...passive,
  id: "ext-map-object",
  category: "extensions",
  title: "capabilities.extensions is an object",
  description: "capabilities.extensions of server/discover, where there is one, is a JSON object keyed by identifier.",
  level: "must",
  contract: "E01",
  source: "basic/versioning",
  section: "Extension Negotiation",
  async run(_values, verdict, context) {
    const told = new Set<string>();
    let present = false;
    for (const { capabilities, exchange } of await advertisements(context)) {
      const read = advertisedExtensions(capabilities);
      present ||= read.present;
      if (read.mapProblem === undefined || told.has(read.mapProblem)) continue;
      told.add(read.mapProblem);
      verdict.fail(
        say({
          sent: "server/discover",
          came: `capabilities.${read.mapProblem} It is ${excerpt((capabilities as JsonObject).extensions, 100)}`,
          rule: "E01: extensions is an object with one member for each extension: its key is the id, its value the settings",
          fix: 'send "extensions": { "com.example/my-extension": {} }, or leave extensions out where there are none',
        }),
        [exchange],
      );
    }
    if (!present) verdict.notApplicable("the capabilities of server/discover have no extensions");
  },
});

/** E02. */
const settings = modernCheck({
  ...passive,
  id: "ext-settings-object",
  category: "extensions",
  title: "The settings of an extension are an object",
  description:
    "The value of each member of capabilities.extensions is a JSON object; {} says that there are no settings.",
  level: "must",
  contract: "E02",
  source: "basic/versioning",
  section: "Extension Negotiation",
  async run(_values, verdict, context) {
    for (const { id, settings: value, settingsOk, version, exchange } of await advertisedEntries(verdict, context)) {
      const about = { subject: id };
      if (settingsOk) {
        verdict.pass(about, [exchange]);
        if (version !== undefined) {
          verdict.note(`${excerpt(id, 100)} states version ${excerpt(version, 60)}`, [exchange], about);
        }
        continue;
      }
      verdict.fail(
        say({
          sent: "server/discover",
          came: `the settings of ${excerpt(id, 100)} are ${excerpt(value, 100)}; a client takes the extension as not supported`,
          rule: "E02: the settings of an extension are a JSON object; {} stands for support without settings",
          fix: `send ${excerpt(id, 100)}: {}`,
        }),
        [exchange],
        about,
      );
    }
  },
});

export const shapeChecks: Check[] = [map, settings];

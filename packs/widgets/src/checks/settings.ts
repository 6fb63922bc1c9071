import { defineCheck, excerpt, member } from "@mcptest/pack";
import { ruleOf, WIDGETS } from "../extension.js";

export const settings = defineCheck({
  id: "widgets-settings",
  category: "settings",
  title: "The settings name the version of the extension",
  description:
    "The settings of com.example/widgets have a member version, the text 1, and, if it is there, a pageSize.",
  level: "must",
  rule: ruleOf("Settings"),
  docs: {
    asks: `What the server advertises for the extension is looked at: its version is "1", and a pageSize is a whole number above 0.

    "extensions": { "com.example/widgets": { "version": "1", "pageSize": 50 } }`,
    why: "A client that does not find the version it knows leaves the extension alone, so users miss the widgets.",
    fix: 'Advertise the settings with "version": "1", a text and not a number.',
  },
  since: "1.0.0",
  phase: "list",
  run(_values, verdict, { serverAdvertisement, nearMiss }) {
    if (serverAdvertisement === undefined) {
      verdict.fail(`${WIDGETS} is not advertised${nearMiss === undefined ? "" : `; ${nearMiss}`}`);
      return;
    }
    const version = member(serverAdvertisement, "version");
    if (version !== "1") verdict.fail(`version is ${excerpt(version)}; it has to be "1"`);
    const pageSize = member(serverAdvertisement, "pageSize");
    if (pageSize !== undefined && !(Number.isInteger(pageSize) && Number(pageSize) > 0)) {
      verdict.fail(`pageSize is ${excerpt(pageSize)}; it has to be a whole number above 0`);
    }
  },
});

import { defineCheck, excerpt, member } from "@mcptest/pack";
import { EXTENSION } from "../extension.js";

export const settings = defineCheck({
  id: "gadgets-settings",
  category: "settings",
  title: "The settings have a version",
  description: "What the server advertises for com.example/gadgets has a member version, a text.",
  level: "must",
  rule: { source: EXTENSION, section: "Settings" },
  docs: {
    asks: `What the server advertises is looked at. It has to hold a version:

    "extensions": { "com.example/gadgets": { "version": "1" } }`,
    why: "A client cannot tell whether it knows what the server speaks.",
    fix: 'Advertise the settings with "version": "1".',
  },
  since: "0.1.0",
  phase: "list",
  run(_values, verdict, { serverAdvertisement }) {
    const version = member(serverAdvertisement, "version");
    if (typeof version !== "string") verdict.fail(`version is ${excerpt(version)}; it has to be a text`);
  },
});

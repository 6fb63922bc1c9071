import { defineFixture } from "@mcptest/pack";
import { otherEra, saysDualEra } from "../other-era.js";

/** Whether the server serves a legacy revision besides, whose rules for HTTP differ. */
export const servesLegacy = defineFixture<boolean, { other: typeof otherEra }>({
  name: "legacy revisions over HTTP",
  needs: { other: otherEra },
  prepare: ({ other }, { negotiated }) => saysDualEra(negotiated.supportedVersions) || other.connection !== undefined,
});

/** Why the rules for servers of 2026-07-28 alone are not this server's. */
export const DUAL_ERA =
  "the server serves revisions before 2026-07-28 as well, and the rule is about one that does not";

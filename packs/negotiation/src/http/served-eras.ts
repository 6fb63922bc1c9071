import { defineFixture, header, type Negotiated, type PackContext } from "@mcptest/pack";
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

/** True where foreign `Origin` and `Host` headers may be sent (A57). */
export function mayAttack(
  { loopback }: Pick<Negotiated, "loopback">,
  { origin }: { origin: "loopback" | "always" | "never" },
): boolean {
  return origin === "always" || (origin === "loopback" && loopback === true);
}

/** Why no foreign `Origin` is sent. */
export function whyNoOrigin({
  options,
  optionName,
}: Pick<PackContext<{ origin: string }>, "options" | "optionName">): string {
  const asked = optionName(["origin"], "always");
  return options.origin === "never"
    ? "foreign Origin headers are not to be sent, by the option origin"
    : `the server is not on the loopback interface, where a foreign Origin may be right; ${asked} sends one all the same`;
}

/** The response names a session. */
export function namesSession({ headers }: { headers: Parameters<typeof header>[0] }): boolean {
  return header(headers, "Mcp-Session-Id") !== undefined;
}

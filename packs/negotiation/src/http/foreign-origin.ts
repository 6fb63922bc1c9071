import type { Negotiated, PackContext } from "@mcptest/pack";
import type { NegotiationOptions } from "../options.js";

/** True where foreign `Origin` and `Host` headers may be sent (A57). */
export function mayAttack(
  { loopback }: Pick<Negotiated, "loopback">,
  { origin }: Pick<NegotiationOptions, "origin">,
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

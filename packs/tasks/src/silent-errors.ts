import { type Exchange, errorOf, excerpt, member, type Verdict } from "@mcptest/pack";

/** Warns of JSON-RPC errors whose message says nothing (I55, H36). */
export function tellSilentErrors(exchanges: readonly Exchange[], rule: "I55" | "H36", verdict: Verdict): void {
  const refused = exchanges.filter((exchange) => errorOf(exchange) !== undefined);
  const silent = refused.filter((exchange) => {
    const message = member(errorOf(exchange), "message");
    return typeof message !== "string" || message.trim() === "";
  });
  const [first] = silent;
  if (first !== undefined)
    verdict.fail(
      `${first.method}: an error without words, ${excerpt(errorOf(first), 120)} (${rule})`,
      silent.slice(0, 20).map(({ number }) => number),
    );
  verdict.detail("errorsRead", refused.length);
}

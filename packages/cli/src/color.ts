/** What decides about colour on one stream. */
export interface ColorFacts {
  /** `--color` or `--no-color`, when one was given. */
  flag?: boolean;
  isTTY: boolean;
  env: Readonly<Record<string, string | undefined>>;
}

/**
 * True when text on this stream may carry colour. In this order: `--color`/`--no-color`; a NO_COLOR that is not empty;
 * FORCE_COLOR (`0` and `false` turn colour off, anything else that is not empty turns it on); `TERM=dumb`; the stream is
 * a terminal. An empty NO_COLOR or FORCE_COLOR has no effect. Machine formats never ask.
 */
export function usesColor({ flag, isTTY, env }: ColorFacts): boolean {
  if (flag !== undefined) return flag;
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR) return env.FORCE_COLOR !== "0" && env.FORCE_COLOR !== "false";
  return isTTY && env.TERM !== "dumb";
}

/** True when lines on this stream may be overwritten: a terminal that can, and nobody records what it shows. */
export function mayRewriteLines({ isTTY, env }: ColorFacts): boolean {
  const recorded = env.CI !== undefined && env.CI !== "" && env.CI !== "false" && env.CI !== "0";
  return isTTY && env.TERM !== "dumb" && !recorded;
}

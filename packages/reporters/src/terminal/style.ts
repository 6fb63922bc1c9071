import { createColors } from "picocolors";

/** How the text for people is written. */
export interface TerminalOptions {
  /** Escape codes for colour. Default `false`. */
  color?: boolean;
  /** Every check, notes, details and longer excerpts. Default `false`. */
  verbose?: boolean;
  /** Failures and the last line only; all of it where nothing was decided. Default `false`. */
  quiet?: boolean;
}

/** Words in the colours of their meaning. */
export interface Style {
  good(text: string): string;
  bad(text: string): string;
  doubtful(text: string): string;
  dim(text: string): string;
  strong(text: string): string;
}

/** The style for a terminal with colours, or for plain text. */
export function styleFor(options: TerminalOptions): Style {
  const colors = createColors(options.color ?? false);
  return {
    good: colors.green,
    bad: (text) => colors.bold(colors.red(text)),
    doubtful: colors.yellow,
    dim: colors.dim,
    strong: colors.bold,
  };
}

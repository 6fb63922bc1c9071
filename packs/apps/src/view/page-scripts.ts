/** JavaScript for the browser, as text. */
export interface PageScripts {
  /** The host page. */
  host: string;
  /** Runs in every frame ahead of its page. Expects the constant `mcptest`. */
  guard: string;
  /** Declares `look`, with the function `measure`. */
  look: string;
}

/** Stands in the name of each group of tests that is skipped because there is no browser. */
export const NO_BROWSER = "(skipped: no browser)";

/** How to get one. */
export const GET_A_BROWSER =
  "apt-get install chromium-headless-shell (Debian), or npx playwright install chromium; CHROMIUM_PATH names one that is elsewhere";

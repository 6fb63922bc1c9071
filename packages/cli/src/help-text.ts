/** Where the documentation is. */
export const DOCUMENTATION = "https://github.com/mcptest/mcptest#readme";

/** Exit codes of commands that run checks. */
export const VERDICT_CODES = `Exit codes:
  0         passed
  1         failed: a server breaks a rule
  2         usage, configuration or pack trouble: nothing was tested
  3         incomplete: a server could not be reached or read, or a check could not run
  130, 143  interrupted, terminated; the report so far is written`;

/** Exit codes of commands that contact no server. */
export const LIST_CODES = `Exit codes:
  0  done
  2  usage, configuration or pack trouble`;

/** Exit codes of commands that only look. */
export const LOOK_CODES = `Exit codes:
  0         the server answered
  2         usage or configuration trouble
  3         the server could not be reached or read
  130, 143  interrupted, terminated`;

/** Exit codes that mcptest chooses, from the mildest to the gravest. A signal's code (128 and its number) is graver still. */
const ORDER: readonly number[] = [0, 3, 1, 2];

/** What is decided so far; nothing but the end of mcptest itself may make it 0. */
let decided = 0;

/** The graver of two exit codes: what was once decided only ever gets worse. */
export function worse(one: number, other: number): number {
  return gravity(other) > gravity(one) ? other : one;
}

function gravity(code: number): number {
  const place = ORDER.indexOf(code);
  return place < 0 ? ORDER.length : place;
}

/** Records an exit code before the end, so that whatever ends the process from now on cannot make it milder. */
export function decide(code: number): void {
  decided = worse(decided, code);
}

/** The gravest exit code that was decided; 0 when none was. */
export function decidedCode(): number {
  return decided;
}

/** Exit code of a program that a signal ended. */
export function codeOfSignal(signal: "SIGHUP" | "SIGINT" | "SIGTERM"): number {
  return 128 + { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 }[signal];
}

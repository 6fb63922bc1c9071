/** The parts of a finding's message. */
export interface Finding {
  /** What was sent, as a clause: `tools/call of "long_job", declared`. */
  sent: string;
  /** What came back, and what is wrong with it. */
  came: string;
  /** Number of the rule and what it asks. */
  rule: string;
  /** What to change in the server. */
  fix: string;
}

/** One finding as three lines: what was sent and came back, what the rule asks, how to fix it. */
export function say({ sent, came, rule, fix }: Finding): string {
  return `${sent}: ${came}\nrule ${rule}\nfix: ${fix}`;
}

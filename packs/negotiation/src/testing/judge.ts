import type { Check, Exchange, Negotiated, PackHost, TranscriptQuery, Verdict } from "@mcptest/pack";

/** What a check that only reads the transcript said, in order: `fail SUBJECT VARIANT`, and the messages. */
export interface Said {
  words: string[];
  messages: string[];
  evidence: number[][];
}

/** Lets a check judge these exchanges, as it would judge a saved transcript. */
export async function judge(
  check: Check | undefined,
  exchanges: Exchange[],
  negotiated: Partial<Negotiated> = {},
): Promise<Said> {
  if (check?.reads !== "transcript") throw new Error(`${check?.id} does more than to read the transcript`);
  const said: Said = { words: [], messages: [], evidence: [] };
  const tell =
    (kind: string): Verdict["fail"] =>
    (message, evidence = [], about = {}) => {
      said.words.push([kind, about.subject, about.variant].filter((part) => part !== undefined).join(" "));
      said.messages.push(message);
      said.evidence.push(evidence);
    };
  const verdict: Pick<Verdict, "fail" | "warn" | "note" | "couldNotRun"> = {
    fail: tell("fail"),
    warn: tell("warn"),
    note: tell("note"),
    couldNotRun: (reason) => tell("could-not-run")(reason),
  };
  const host: Pick<PackHost, "transcript"> = {
    transcript: async ({ defects }: TranscriptQuery = {}) =>
      exchanges.filter(({ tags }) => defects !== false || tags.defect === undefined),
  };
  const lane: Negotiated = {
    transport: "http",
    era: "modern",
    protocolVersion: "2026-07-28",
    capabilities: {},
    discovered: true,
    ...negotiated,
  };
  await check.run({}, verdict as Verdict, { host, negotiated: lane } as never);
  return said;
}

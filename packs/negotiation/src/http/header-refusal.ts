import { ERROR, type Exchange, say, type Verdict } from "@mcptest/pack";
import { type Answer, answerOf, came, draftNumber, judgeable } from "./answer.js";

/** A request whose headers are wrong in one way. */
export interface HeaderProbe {
  /** What was sent, as a clause. */
  sent: string;
  /** Method of the request. */
  method: string;
  /** What is wrong: `missing`, `different`. */
  variant: string;
  exchange: Exchange;
}

/** What the rule of a probe is. */
export interface HeaderRule {
  /** Number and words: `A61: …`. */
  rule: string;
  fix: string;
  /** A code that is defensible, too, and warns (J12). */
  tolerated?: number;
}

/**
 * Judges that a request is refused with 400, and with the code -32020 where an error came. What else the body is worth is
 * `http-header-mismatch-body`'s to say (A66).
 */
export function judgeHeaderProbe(verdict: Verdict, probe: HeaderProbe, { rule, fix, tolerated }: HeaderRule): void {
  const { exchange, sent, method, variant } = probe;
  const about = { subject: method, variant };
  const answer = judgeable(verdict, exchange, sent, about);
  if (!answer) return;
  const code = answer.kind === "refused" ? answer.code : undefined;
  const wrong = wrongRefusal(exchange, answer, code);
  if (wrong === undefined) verdict.pass(about, [exchange.number]);
  else {
    const outcome = code !== undefined && code === tolerated ? "warn" : "fail";
    verdict[outcome](say({ sent, came: wrong, rule, fix }), [exchange.number], about);
  }
}

function wrongRefusal(exchange: Exchange, { kind }: Answer, code: number | undefined): string | undefined {
  if (kind === "served") return `it was served: ${came(exchange)}`;
  if (code !== undefined && code !== ERROR.headerMismatch) {
    return `refused: ${came(exchange)}, and not with the code -32020${draftNumber(code)}`;
  }
  return exchange.status === 400 ? undefined : `refused: ${came(exchange)}, and not with the status 400`;
}

/** Judges that a request is served whose headers are unusual and right. `control` sends the usual request. */
export async function judgeAccepted(
  verdict: Verdict,
  { exchange, sent, method, variant }: HeaderProbe,
  { rule, fix }: HeaderRule,
  control: () => Promise<Exchange>,
): Promise<void> {
  const about = { subject: method, variant };
  const answer = judgeable(verdict, exchange, sent, about);
  if (!answer) return;
  const evidence = [exchange.number];
  if (answer.kind === "refused") {
    const usual = answer.code === ERROR.headerMismatch ? undefined : await control();
    if (usual) evidence.push(usual.number);
    // Whatever the usual request is refused for as well is no matter of headers.
    if (!usual || answerOf(usual).kind === "served") {
      verdict.fail(say({ sent, came: `refused: ${came(exchange)}`, rule, fix }), evidence, about);
      return;
    }
  }
  verdict.pass(about, evidence);
}

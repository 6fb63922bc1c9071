import {
  type Check,
  came,
  ERROR,
  type Exchange,
  errorOf,
  excerpt,
  member,
  type PackHost,
  type RequestSpec,
  say,
  type Verdict,
} from "@mcptest/pack";
import { callOf, callRole } from "../call-target.js";
import { modernCheck } from "../define.js";
import { shapeOf } from "../extensions/answer.js";
import { type DeclaredCall, extensionCalls } from "../extensions/calls.js";
import { declaring } from "../extensions/judged.js";
import type { ToolCall } from "../options.js";
import { askSteadily } from "../steady.js";
import { streamEnd } from "../stream-end.js";

/** A18. */
const stateless = modernCheck({
  id: "rpc-stateless",
  category: "extensions",
  title: "Capabilities come from the request itself",
  description:
    "Where a call is answered in another way with an extension declared: a call without the declaration after one with it, and one with it after one without, on one connection each, are answered by what they declare themselves.",
  level: "must",
  contract: "A18",
  source: "basic/index",
  section: "Statelessness",
  phase: "probe",
  needs: { attempt: extensionCalls, role: callRole },
  async run({ attempt }, verdict, { host }) {
    if (attempt.problem) throw attempt.problem;
    const { undeclared, declared, target } = attempt.calls;
    const without = shapeOf(undeclared[0]);
    const telling = declared.filter(
      ({ exchanges }) =>
        exchanges.length === 1 && differs(shapeOf(exchanges[0]), without) && !exchanges.some(isInternalError),
    );
    const [first] = telling;
    if (without === undefined || first === undefined || isInternalError(undeclared[0])) {
      return verdict.notApplicable(
        "the call is not answered in two ways, with and without an extension declared, so nothing would show",
      );
    }
    const plain = callOf(target);
    const declaredCall = { ...callOf(target), extensions: declaring([first.id]) };
    const after = await inTurn(host, declaredCall, plain);
    judge(verdict, { target, first, undeclared: undeclared[0], later: after, isDeclared: false });
    const later = await inTurn(host, plain, declaredCall);
    judge(verdict, { target, first, undeclared: undeclared[0], later, isDeclared: true });
  },
});

interface Order {
  target: ToolCall;
  first: DeclaredCall;
  undeclared: Exchange;
  /** The second call on its connection. */
  later: Exchange;
  /** It declares the extension, and the first one did not. */
  isDeclared: boolean;
}

/** The second call is answered as its like is on a connection of its own, and not as the call before it. */
function judge(verdict: Verdict, { target, first, undeclared, later, isDeclared }: Order) {
  const declared = first.exchanges[0];
  const about = { subject: first.id, variant: isDeclared ? "declared after" : "undeclared after" };
  const [own, other] = isDeclared ? [declared, undeclared] : [undeclared, declared];
  const evidence = [undeclared.number, declared.number, later.number];
  const shape = shapeOf(later);
  const words = isDeclared ? "with" : "without";
  const sent = `tools/call of ${excerpt(target.tool, 80)} ${words} ${excerpt(first.id, 100)} declared, after one ${isDeclared ? "without" : "with"} it on the same connection`;
  if (shape === shapeOf(own)) return verdict.pass(about, evidence);
  if (shape !== shapeOf(other)) {
    const origin = later.outcome === "timeout" ? "host" : "environment";
    return verdict.couldNotRun(`${sent}: ${came(later)}`, { origin, evidence, about });
  }
  verdict.fail(
    say({
      sent,
      came: `${came(later, 120)}, as the call before it; on a connection of its own it is ${came(own, 120)}`,
      rule: "A18: capabilities come from the request itself, never from an earlier one on the same connection or process",
      fix: "keep nothing of a declaration beyond its request",
    }),
    evidence,
    about,
  );
}

/**
 * The answer to the second of two requests on one connection of their own: over HTTP on the same TCP connection as well,
 * which is free once the answer to the first has ended.
 */
async function inTurn(host: PackHost, first: RequestSpec, second: RequestSpec): Promise<Exchange> {
  const connection = await host.open({ fresh: true });
  try {
    await streamEnd(host, await askSteadily(host, connection, first));
    return await askSteadily(host, connection, second);
  } finally {
    await host.close(connection);
  }
}

/** An error that may come or not come with any call is no way of answering a declaration. */
function isInternalError(exchange: Exchange | undefined): boolean {
  if (exchange === undefined) return false;
  return (exchange.status ?? 0) >= 500 || member(errorOf(exchange), "code") === ERROR.internal;
}

function differs(shape: string | undefined, from: string | undefined): boolean {
  return shape !== undefined && shape !== from;
}

export const statelessChecks: Check[] = [stateless];

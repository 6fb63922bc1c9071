import {
  type Check,
  came,
  ERROR,
  type Exchange,
  errorOf,
  excused,
  hasResultAndError,
  isObject,
  META,
  member,
  type PackContext,
  resultOf,
  say,
  sentJson,
  type Verdict,
} from "@mcptest/pack";
import { modernCheck } from "../define.js";
import { discoveries } from "../discoveries.js";
import { lists } from "../lists.js";
import type { NegotiationOptions } from "../options.js";
import { plainRequest } from "../plain-request.js";
import { recorded } from "../record.js";
import { askSteadily } from "../steady.js";

/** Capabilities with a list, by the method that gives it and the member that holds it. */
const LISTED = [
  ["tools", "tools/list"],
  ["prompts", "prompts/list"],
  ["resources", "resources/list"],
] as const;

/** B12. */
const capabilityHandlers = modernCheck({
  id: "discover-capability-handlers",
  category: "discovery",
  title: "Capabilities and methods agree",
  description:
    "A declared capability answers its list method, one that is not declared is answered with -32601, and who logs declares logging.",
  level: "must",
  phase: "change",
  contract: "B12",
  source: "server/tools",
  section: "Capabilities",
  needs: { lists, plain: plainRequest },
  async run({ lists: listed, plain }, verdict, context) {
    const { host, connection, negotiated } = context;
    if (!negotiated.discovered)
      return verdict.notApplicable("the server has no server/discover that names capabilities");
    if (await isUnreadable(context)) return verdict.notApplicable("capabilities of server/discover is no object (B04)");
    for (const [name, method] of LISTED) {
      const [page] = listed[name].pages;
      if (page) judgeDeclared(verdict, name, method, page);
      else judgeUndeclared(verdict, name, method, await undeclared(context, method));
    }
    const { method, params } = plain;
    await host.exchange(connection, { method, params, meta: { [META.logLevel]: "debug" } });
    await judgeLogging(verdict, context);
  },
});

/** On stdio from a process of its own, which a poor server may not survive. */
async function undeclared({ host, connection, negotiated }: PackContext, method: string): Promise<Exchange> {
  const own = negotiated.transport === "stdio" ? await host.open({ fresh: true }) : connection;
  try {
    return await askSteadily(host, own, { method, freshSocket: true });
  } finally {
    if (own.id !== connection.id) await host.close(own);
  }
}

async function isUnreadable(context: PackContext<NegotiationOptions>): Promise<boolean> {
  return (await discoveries(context)).some(({ result }) => !isObject(member(result, "capabilities")));
}

function judgeDeclared(verdict: Verdict, name: string, method: string, page: Exchange): void {
  if (excused(verdict, page, method, { subject: name })) return;
  // What has both a result and an error is A06's.
  if (resultOf(page) !== undefined || hasResultAndError(page)) return;
  if (member(errorOf(page), "code") === ERROR.internal) {
    // The handler is there and broke: without a backend, for one, as many a server is on a machine of its tests.
    const reason = `${method} was answered with ${came(page)}, which tells nothing about what the server has`;
    verdict.couldNotRun(reason, { origin: "environment", evidence: [page.number], about: { subject: name } });
    return;
  }
  verdict.fail(
    say({
      sent: method,
      came: `${came(page)}, although server/discover declares ${name}`,
      rule: "B12: a declared capability answers its list method; the list may be empty",
      fix: `answer ${method} with a list, or leave ${name} out of the capabilities`,
    }),
    [page.number],
    { subject: name },
  );
}

function judgeUndeclared(verdict: Verdict, name: string, method: string, exchange: Exchange): void {
  if (excused(verdict, exchange, method, { subject: name })) return;
  if (hasResultAndError(exchange)) return;
  const result = resultOf(exchange);
  const error = errorOf(exchange);
  if (result === undefined && member(error, "code") === ERROR.methodNotFound) return;
  const text = say({
    sent: method,
    came: `${came(exchange)}, although server/discover does not declare ${name}`,
    rule: "B12: who has tools, prompts or resources declares it; a method of an undeclared capability gives -32601",
    fix: `declare "${name}": {} in the capabilities, or answer ${method} with -32601`,
  });
  const items = member(result, name);
  if (Array.isArray(items) && items.length === 0) verdict.warn(text, [exchange.number], { subject: name });
  else verdict.fail(text, [exchange.number], { subject: name });
}

/** Messages that were not asked for are A22's to judge. */
async function judgeLogging(verdict: Verdict, context: PackContext<NegotiationOptions>): Promise<void> {
  if (member(context.negotiated.capabilities, "logging") !== undefined) return;
  const own = await recorded(context);
  // On stdio a log message names no request, so it counts for any of its process that asked.
  const asked = new Map(own.filter(asksForLogs).map((exchange) => [exchange.connection, exchange]));
  const isStdio = context.negotiated.transport === "stdio";
  const talking = own.find(
    (exchange) => hasLog(exchange) && (isStdio ? asked.has(exchange.connection) : asksForLogs(exchange)),
  );
  if (!talking) return;
  verdict.fail(
    say({
      sent: `${(isStdio ? asked.get(talking.connection) : talking)?.method} with a log level`,
      came: "notifications/message, although server/discover does not declare logging",
      rule: "B12: a server that sends notifications/message declares logging",
      fix: 'declare "logging": {} in the capabilities',
    }),
    [talking.number],
    { subject: "logging" },
  );
}

function asksForLogs(exchange: Exchange): boolean {
  return member(member(member(sentJson(exchange), "params"), "_meta"), META.logLevel) !== undefined;
}

function hasLog({ messages }: Exchange): boolean {
  return messages.some(({ json }) => member(json, "method") === "notifications/message");
}

/** B12. */
export const capabilityHandlerChecks: Check[] = [capabilityHandlers];

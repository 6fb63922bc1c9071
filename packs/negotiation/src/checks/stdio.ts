import { type Check, excerpt, member, say } from "@mcptest/pack";
import { cameIn, idKey, ofKind, sentWords } from "../came.js";
import { anyCheck, modernCheck } from "../define.js";
import { lists } from "../lists.js";
import { everythingOn, passive, recorded } from "../record.js";
import { report, type Sighting } from "../sightings.js";
import { type StrayLine, sortLines, strayLines } from "../stdout.js";
import { isInTrouble } from "../unanswered.js";

const overStdout = { ...passive, prepares: { lists }, category: "transport", on: { transport: "stdio" } } as const;

/** A30. */
const lineFraming = anyCheck({
  ...overStdout,
  id: "stdio-line-framing",
  title: "One message on one line",
  description: "Each message on stdout is one line that ends with a line feed, without a line break inside.",
  level: "must",
  contract: "A30",
  source: "basic/transports",
  section: "stdio",
  async run(_values, verdict, context) {
    const exchanges = await everythingOn(context);
    const { frames } = sortLines(strayLines(exchanges));
    const rule = "A30: a message is one line of stdout, ended by a line feed, with no line break inside";
    const broken = frames.map(({ kind, lines }): Sighting => {
      const [first] = lines as [StrayLine];
      const came =
        kind === "several"
          ? `a message with more behind it on the same line, ${excerpt(first.message.raw, 160)}`
          : `a message over ${lines.length} lines, that begins with ${excerpt(first.message.raw, 80)}`;
      const fix =
        kind === "several"
          ? "write a line feed behind each message"
          : "write the JSON without indentation; in a text a line break is \\n";
      return {
        kind,
        subject: "stdout",
        exchange: first.exchange.number,
        finding: { sent: "on stdout", came, rule, fix },
      };
    });
    const unended = exchanges.flatMap((exchange) =>
      exchange.messages
        .filter(({ problem = "", json }) => json !== undefined && problem.includes("not ended by a line feed"))
        .map(({ raw }): Sighting => {
          const came = `a message whose line had no end when the process ended, ${excerpt(raw, 160)}`;
          const fix = "write a line feed behind each message, the last one too, and flush before the process ends";
          const finding = { sent: "on stdout", came, rule, fix };
          return { kind: "unended", subject: "stdout", exchange: exchange.number, finding };
        }),
    );
    report(verdict, [...broken, ...unended]);
  },
});

/** Exchanges that one finding cites. */
const MOST_EVIDENCE = 10;

/** A31. */
const stdoutClean = anyCheck({
  ...overStdout,
  id: "stdio-stdout-clean",
  title: "Nothing but messages on stdout",
  description: "The server writes nothing to stdout that is not a valid MCP message: no banner, no log line.",
  level: "must",
  contract: "A31",
  source: "basic/transports",
  section: "stdio",
  async run(_values, verdict, context) {
    const { rest } = sortLines(strayLines(await everythingOn(context)));
    const empty = rest.filter(({ message }) => message.raw.trim() === "");
    const dirty = rest.filter(({ message }) => message.raw.trim() !== "");
    const rule = "A31: a server writes nothing to its stdout that is not a valid MCP message";
    const fix = "log to stderr, which is free for it; on stdout stands the protocol alone";
    tell(dirty, (first, count) => {
      const came = `${count} ${count === 1 ? "line that is" : "lines that are"} no MCP message; the first is ${excerpt(first.message.raw)}`;
      return { outcome: "fail", variant: "line", text: say({ sent: "on stdout", came, rule, fix }) };
    });
    tell(empty, (_first, count) => {
      const came = `${count} empty ${count === 1 ? "line" : "lines"}, which strict clients take for a broken message`;
      return {
        outcome: "warn",
        variant: "empty",
        text: say({ sent: "on stdout", came, rule, fix: "write one line feed behind a message, not two" }),
      };
    });

    function tell(
      lines: readonly StrayLine[],
      words: (first: StrayLine, count: number) => { outcome: "fail" | "warn"; variant: string; text: string },
    ): void {
      const [first] = lines;
      if (first === undefined) return;
      const { outcome, variant, text } = words(first, lines.length);
      const evidence = lines.slice(0, MOST_EVIDENCE).map(({ exchange }) => exchange.number);
      verdict[outcome](text, evidence, { subject: "stdout", variant });
    }
  },
});

/** A35. */
const cancelOrigin = modernCheck({
  ...overStdout,
  id: "stdio-cancel-origin",
  title: "The server cancels subscriptions alone",
  description: "The server sends notifications/cancelled only to end a subscriptions/listen stream.",
  level: "must",
  contract: "A35",
  source: "basic/patterns/cancellation",
  async run(_values, verdict, context) {
    const listens = new Set(
      (await everythingOn(context))
        .filter(({ method, id }) => method === "subscriptions/listen" && id !== undefined)
        .map(({ connection, id }) => JSON.stringify([connection, idKey(id ?? null)])),
    );
    const came = ofKind(cameIn(await recorded(context), context.negotiated), "notification");
    report(
      verdict,
      came
        .filter(({ subject, exchange, json }) => {
          const id = member(member(json, "params"), "requestId");
          return (
            subject === "notifications/cancelled" &&
            !listens.has(JSON.stringify([exchange.connection, idKey(id ?? null)]))
          );
        })
        .map(({ exchange, json, subject }): Sighting => {
          const rule = "A35: a server sends notifications/cancelled only to end a subscriptions/listen stream";
          const fix =
            "answer a request that cannot be carried out with an error; requestId is the id of an open listen";
          const shown = `a cancellation of what is no subscription, ${excerpt(json, 160)}`;
          return {
            kind: "cancelled",
            subject,
            exchange: exchange.number,
            finding: { sent: sentWords(exchange), came: shown, rule, fix },
          };
        }),
    );
  },
});

/** Milliseconds that a process may take to end after its stdin was closed. */
const END_MS = 5_000;

/** A36. */
const exitOnEof = modernCheck({
  id: "stdio-exit-on-eof",
  category: "transport",
  title: "The process ends when its stdin does",
  description: `The server exits promptly, here within ${END_MS / 1_000} seconds, when its stdin is closed.`,
  level: "should",
  contract: "A36",
  source: "basic/transports/stdio",
  section: "Shutdown",
  phase: "change",
  on: { transport: "stdio" },
  async run(_values, verdict, { host }) {
    const own = await host.open({ fresh: true });
    const exchange = await host.exchange(own, { method: "server/discover" });
    if (isInTrouble(verdict, exchange, "server/discover, before stdin was closed")) return;
    const about = { subject: "stdin" };
    if ((await host.endInput(own, END_MS)) !== "running") {
      verdict.pass(about, [exchange.number]);
      return;
    }
    verdict.warn(
      say({
        sent: "stdin of a process of its own was closed",
        came: `the process was still running after ${END_MS / 1_000} seconds, and was ended by a signal`,
        rule: "A36: a server exits promptly when its stdin is closed",
        fix: "end the process at the end of stdin; close timers, sockets and watchers that keep it alive",
      }),
      [exchange.number],
      about,
    );
  },
});

export const stdioChecks: Check[] = [lineFraming, stdoutClean, cancelOrigin, exitOnEof];

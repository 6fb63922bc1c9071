import {
  type Check,
  came,
  type Exchange,
  errorOf,
  excerpt,
  excused,
  MADE_UP_NAME,
  member,
  resultOf,
} from "@mcptest/pack";
import { apps as appsFixture } from "../apps.js";
import { argumentsFor } from "../calls.js";
import { wireCheck } from "../define.js";
import { freshSession } from "../fresh.js";
import { reads as readsFixture } from "../reads.js";
import { ask } from "../surface.js";
import { tell } from "../tell.js";

const ping = wireCheck({
  id: "apps-ping-after-view",
  category: "negotiation",
  title: "ping is answered after a view was read",
  description: "A ping on a connection on which views were read gives a result. 2026-07-28 has no ping.",
  level: "interop",
  phase: "probe",
  source: "mcptest",
  section: "Ping",
  on: { era: "legacy" },
  needs: { apps: appsFixture, reads: readsFixture },
  async run({ apps }, verdict, { host }) {
    const exchange = await ask(host, apps.shown, { method: "ping" });
    if (excused(verdict, exchange, "ping")) return;
    if (resultOf(exchange) !== undefined) return verdict.pass();
    verdict.fail(
      tell({
        id: "apps-ping-after-view",
        sent: "ping, after the views were read",
        came: came(exchange),
        rule: "ping is answered with an empty result; there are hosts that show no view without",
        fix: 'answer ping with "result": {}',
      }),
      [exchange.number],
    );
  },
});

const twoSessions = wireCheck({
  id: "apps-two-sessions",
  category: "negotiation",
  title: "A view works in a session of its own",
  description:
    "In a second session, beside the first and without a list before, tools that views call give what they gave in the first. That views can be read there is judged by apps-resource-exists-per-transport.",
  level: "interop",
  phase: "probe",
  source: "mcptest",
  section: "Sessions",
  needs: { fresh: freshSession },
  run({ fresh }, verdict) {
    for (const { tool, first, second } of fresh.calls) {
      const about = { subject: tool.name };
      const sent = `tools/call of ${excerpt(tool.name, 80)} in a second session`;
      if (!isGood(first) || excused(verdict, second, sent, about)) continue;
      const evidence = [first.number, second.number];
      if (isGood(second)) {
        verdict.pass(about, evidence);
        continue;
      }
      verdict.fail(
        tell({
          id: "apps-two-sessions",
          sent,
          came: `${came(second)}; in the first session the same call gave a result`,
          rule: "there are hosts that open one session for the model and another for the view",
          fix: "keep what a tool needs by a handle in its arguments, not by the session",
        }),
        evidence,
        about,
      );
    }
    const [read] = fresh.reads;
    if (fresh.calls.length === 0 && !read) verdict.notApplicable("no view could be read, and no tool of a view called");
  },
});

function isGood(exchange: Exchange): boolean {
  const result = resultOf(exchange);
  return result !== undefined && member(result, "isError") !== true;
}

const callable = wireCheck({
  id: "apps-apponly-listed-and-callable",
  category: "tools",
  title: "Tools of views are listed and can be called",
  description:
    'Each tool that the options name is in tools/list of a client with the extension, and a tool with visibility ["app"] that may be called is not answered like one that does not exist.',
  level: "interop",
  phase: "probe",
  source: "mcptest",
  section: "Tool Visibility",
  needs: { apps: appsFixture },
  async run({ apps: { declared, tools } }, verdict, { host, options }) {
    const listed = new Set(declared.tools.entries.map(({ entry }) => member(entry, "name")));
    const words = {
      id: "apps-apponly-listed-and-callable",
      rule: "tools that only views call are listed too, and called by their names; hiding them is the host's part",
      fix: 'list them with "visibility": ["app"], and serve their calls',
    };
    for (const { tool } of options.calls.filter((call) => !listed.has(call.tool))) {
      const came = "it is not listed, with the extension declared";
      const text = tell({
        ...words,
        sent: `tools/list, looking for ${excerpt(tool, 80)}, which the options name`,
        came,
      });
      verdict.fail(text, declared.tools.pages, { subject: tool });
    }
    const hidden = tools.filter(({ visibility }) => visibility.length === 1 && visibility[0] === "app");
    let unknown: Exchange | undefined;
    for (const { name, entry } of hidden) {
      const args = argumentsFor(entry, options);
      if (args === undefined) continue;
      const call = (tool: string) =>
        ask(host, declared, { method: "tools/call", params: { name: tool, arguments: args } });
      const exchange = await call(name);
      if (isGood(exchange) || excused(verdict, exchange, `tools/call of ${excerpt(name, 80)}`, { subject: name }))
        continue;
      unknown ??= await call(MADE_UP_NAME);
      if (refusal(exchange, name) !== refusal(unknown, MADE_UP_NAME)) continue;
      const text = `${came(exchange)}, as for a name that no tool has`;
      const evidence = [exchange.number, unknown.number];
      verdict.fail(tell({ ...words, sent: `tools/call of ${excerpt(name, 80)}`, came: text }), evidence, {
        subject: name,
      });
    }
    if (hidden.length === 0 && options.calls.length === 0)
      verdict.notApplicable("no tool is for views alone, and the options name none");
  },
});

/** Code and message of a refusal with the name of the tool taken out, or the text of an error result. */
function refusal(exchange: Exchange, name: string): string {
  const error = errorOf(exchange);
  const said = error
    ? [member(error, "code"), member(error, "message")]
    : ["result", JSON.stringify(member(resultOf(exchange), "content"))];
  return JSON.stringify(said.map((each) => String(each).replaceAll(name, "")));
}

export const sessionsChecks: Check[] = [ping, twoSessions];
export const callableChecks: Check[] = [callable];

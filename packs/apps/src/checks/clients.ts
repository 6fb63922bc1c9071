import {
  type Check,
  type Exchange,
  excerpt,
  member,
  type PackContext,
  type RequestSpec,
  resultOf,
  troubleOf,
} from "@mcptest/pack";
import { apps as appsFixture, offeredOn } from "../apps.js";
import { wireCheck } from "../define.js";
import { APPS_EXTENSION, DECLARED, FLAT_URI_KEY, VIEW_MIME_TYPE } from "../ids.js";
import type { AppsOptions } from "../options.js";
import { listing, type Surface } from "../surface.js";
import { few, tell } from "../tell.js";

function namesOf({ tools }: Pick<Surface, "tools">): string[] {
  return tools.entries.flatMap(({ entry }) => {
    const name = member(entry, "name");
    return typeof name === "string" ? [name] : [];
  });
}

const sameTools = wireCheck({
  id: "apps-noui-client-same-tools",
  category: "negotiation",
  title: "A client without the extension has the tools as well",
  description:
    "Each UI tool that is visible to the model is listed for a client that does not declare the extension. Where that one is given other tools in their place, missing ones are noted.",
  level: "should",
  phase: "list",
  source: "ext-apps",
  section: "Graceful Degradation",
  needs: { apps: appsFixture },
  run({ apps: { declared, plain, uiTools } }, verdict) {
    const wanted = uiTools.filter(({ visibility }) => visibility.includes("model")).map(({ name }) => name);
    if (wanted.length === 0) return verdict.notApplicable("no tool names a view and is visible to the model");
    if (plain.tools.problem !== undefined) return verdict.couldNotRun(plain.tools.problem, { origin: "environment" });
    const offered = namesOf(plain);
    const missing = wanted.filter((name) => !offered.includes(name));
    if (missing.length === 0) return verdict.pass();
    const known = namesOf(declared);
    const hasOthers = offered.some((name) => !known.includes(name));
    const evidence = [...declared.tools.pages, ...plain.tools.pages];
    const came = `it is not shown ${few(missing.map((name) => excerpt(name, 60)))}`;
    const sent = "tools/list, extension not declared";
    if (hasOthers) return verdict.note(`${sent}: ${came}, and other tools in their place`, evidence);
    verdict.fail(
      tell({
        id: "apps-noui-client-same-tools",
        sent,
        came,
        rule: "a tool works as an ordinary one for a client without views",
        fix: "list the tools for everybody; leave out _meta.ui at most",
      }),
      evidence,
    );
  },
});

/** What a client declares that shows other types than views. */
const OTHER_TYPES = { [APPS_EXTENSION]: { mimeTypes: ["text/plain"] } };

const noMeta = wireCheck({
  id: "apps-noui-client-no-meta",
  category: "negotiation",
  title: "Metadata that goes to clients without views is named",
  description: `Notes that _meta.ui is given to a client that does not declare the extension, or declares other types than ${VIEW_MIME_TYPE}. It does no harm.`,
  level: "info",
  phase: "probe",
  source: "ext-apps",
  section: "Capability Negotiation",
  needs: { apps: appsFixture },
  async run({ apps }, verdict, context) {
    const { plain } = apps;
    const given = offeredOn(plain).tools.length;
    const keys = `_meta.ui or _meta[${JSON.stringify(FLAT_URI_KEY)}]`;
    if (given > 0) {
      verdict.note(
        `a client that does not declare the extension is given ${keys} of ${given} tools`,
        plain.tools.pages,
        {
          variant: "undeclared",
        },
      );
    }
    const other = await otherTypes(context);
    const count = offeredOn({ tools: other, resources: other }).tools.length;
    if (count > 0) {
      verdict.note(`a client that shows text/plain alone is given ${keys} of ${count} tools`, other.pages, {
        variant: "other-types",
      });
    }
  },
});

/** The tools that a client is shown whose `mimeTypes` lack the type of views. */
async function otherTypes({ host, connection, negotiated }: PackContext<AppsOptions>) {
  if (negotiated.era === "modern") {
    const exchange = await host.exchange(connection, { method: "tools/list", params: {}, extensions: OTHER_TYPES });
    const items = member(resultOf(exchange), "tools");
    const entries = (Array.isArray(items) ? items : []).flatMap((entry) =>
      typeof entry === "object" && entry !== null && !Array.isArray(entry)
        ? [{ entry, exchange: exchange.number }]
        : [],
    );
    return { advertised: true, entries, pages: [exchange.number] };
  }
  const own = await host.open({ fresh: true, capabilities: { extensions: OTHER_TYPES } });
  try {
    return await listing(host, { connection: own, declares: true }, "tools/list", "tools");
  } finally {
    await host.close(own);
  }
}

const LIST: RequestSpec = { method: "tools/list", params: {} };

const perCall = wireCheck({
  id: "apps-percall-capability",
  category: "negotiation",
  title: "Each request is answered by its own declaration",
  description:
    "tools/list with and without the extension in turn, on two connections that begin with another one each: what a request is given depends on what it declares, and not on what came before.",
  level: "must",
  phase: "probe",
  source: "core",
  section: "Per-request Capabilities",
  on: { era: "modern" },
  needs: { apps: appsFixture },
  async run(_values, verdict, { host }) {
    const answers: { declares: boolean; exchange: Exchange; shown: string }[] = [];
    for (const order of [
      [true, true, false, true],
      [false, false, true, false],
    ]) {
      const connection = await host.open({ fresh: true, handshake: false });
      for (const declares of order) {
        const exchange = await host.exchange(connection, { ...LIST, ...(declares ? { extensions: DECLARED } : {}) });
        const trouble = troubleOf(exchange, "tools/list");
        if (trouble)
          return verdict.couldNotRun(trouble.reason, { origin: trouble.origin, evidence: [exchange.number] });
        answers.push({ declares, exchange, shown: surfaceOf(exchange) });
      }
      await host.close(connection);
    }
    const [first, second] = [answers[0], answers[1]];
    const [third, fourth] = [answers[4], answers[5]];
    if (first?.shown !== second?.shown || third?.shown !== fourth?.shown)
      return verdict.couldNotRun(
        "two equal tools/list in a row gave different tools, so that nothing can be compared",
        {
          origin: "environment",
        },
      );
    for (const declares of [true, false]) {
      const alike = answers.filter((answer) => answer.declares === declares);
      const other = alike.find(({ shown }) => shown !== alike[0]?.shown);
      if (!other || !alike[0]) continue;
      verdict.fail(
        tell({
          id: "apps-percall-capability",
          sent: `tools/list ${declares ? "with" : "without"} the extension declared, after others that declare ${declares ? "nothing" : "it"}`,
          came: "other tools or metadata than the same request gave on another connection, or before",
          rule: "a server answers each request by what that request declares, and remembers nothing of earlier ones",
          fix: "read _meta of each request; keep no capabilities of a client, and no list that was made for one",
        }),
        [alike[0].exchange.number, other.exchange.number],
        { variant: declares ? "declared" : "undeclared" },
      );
    }
  },
});

/** Names, metadata of the extension: what may depend on the declaration. */
function surfaceOf(exchange: Exchange): string {
  const tools = member(resultOf(exchange), "tools");
  if (!Array.isArray(tools)) return "none";
  return JSON.stringify(
    tools.map((tool) => [
      member(tool, "name"),
      member(member(tool, "_meta"), "ui"),
      member(member(tool, "_meta"), FLAT_URI_KEY),
    ]),
  );
}

export const clientsChecks: Check[] = [sameTools, noMeta, perCall];

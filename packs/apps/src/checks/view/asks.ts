import { at, type Check, excerpt, isObject, type Json, member } from "@mcptest/pack";
import { judgeValue } from "../../schema.js";
import { visibilityOf } from "../../tools.js";
import type { VisitRecord } from "../../view/record.js";
import { validBlock } from "./blocks.js";
import { type Asked, appCapabilities, asked, hostContextOf, initializeResult, isRequest, quote } from "./messages.js";
import { type Said, type Surroundings, viewRule } from "./rule.js";
import type { Shown } from "./shown.js";
import { visitsWith } from "./shown.js";

/** Requests of a view with one of these methods in all its visits, each by what makes it another one. */
function requestsOf(
  { visits }: Pick<Shown, "visits">,
  methods: string[],
  keyOf: (message: Asked) => unknown,
): { visit: VisitRecord; message: Asked }[] {
  const all = visits.flatMap((visit) =>
    asked(visit, ...methods)
      .filter(isRequest)
      .map((message) => ({ visit, message })),
  );
  return [...new Map(all.map((each) => [JSON.stringify(keyOf(each.message)) ?? "", each] as const).reverse()).values()];
}

/** The tool of the server that a call names. */
function toolOf({ tools }: Surroundings, { params }: Asked) {
  const name = member(params, "name");
  return tools.find(({ entry }) => member(entry, "name") === name);
}

function exchangesOf(visit: VisitRecord, { index }: Asked): number[] {
  return visit.calls.flatMap(({ message, exchange }) =>
    message === index && exchange !== undefined ? [exchange] : [],
  );
}

const visibleTools = viewRule({
  id: "apps-view-calls-visible-tools",
  title: "A view calls only tools that are there for it",
  description:
    "Each tools/call of a view names a tool of its own server, whose visibility is not given or contains app.",
  level: "must",
  source: "ext-apps",
  section: "Visibility",
  rule: 'a host refuses calls of a view to tools that are not listed, or whose visibility has no "app"',
  fix: 'list the tool, and name "app" in its _meta.ui.visibility',
  judge(shown, around) {
    return requestsOf(shown, ["tools/call"], ({ params }) => member(params, "name") ?? null).flatMap(
      ({ visit, message }): Said[] => {
        const name = excerpt(member(message.params, "name"), 80);
        const tool = toolOf(around, message);
        if (tool === undefined)
          return [{ came: `it called ${name}, which the server does not list (${quote(message)})` }];
        if (visibilityOf(at(tool.entry, "_meta", "ui")).includes("app")) return [];
        const exchanges = [tool.exchange, ...exchangesOf(visit, message)];
        return [{ came: `it called ${name}, which is not for views (${quote(message)})`, exchanges }];
      },
    );
  },
});

const validArgs = viewRule({
  id: "apps-view-calls-valid-args",
  title: "A view calls tools with arguments that they take",
  description: "The arguments of each tools/call of a view are what the inputSchema of the tool asks for.",
  level: "should",
  source: "mcptest",
  section: "Tools",
  rule: "the arguments of a call fit the inputSchema of its tool",
  fix: "send the arguments that the schema names, each of its own type",
  async judge(shown, around) {
    const said: Said[] = [];
    for (const { visit, message } of requestsOf(shown, ["tools/call"], ({ params }) => params ?? null)) {
      const tool = toolOf(around, message);
      const schema = member(tool?.entry, "inputSchema");
      if (tool === undefined || !isObject(schema)) continue;
      const judged = await judgeValue(schema, member(message.params, "arguments") ?? {});
      if (judged.kind !== "invalid") continue;
      const exchanges = [tool.exchange, ...exchangesOf(visit, message)];
      said.push({ came: `${quote(message)} has arguments that do not fit: ${judged.problem}`, exchanges });
    }
    return said;
  },
});

const SAMPLING = "sampling/createMessage";
const OFFERED = ["tools/call", "resources/read", "ui/open-link", "ui/download-file"];

const hostCapabilities = viewRule({
  id: "apps-view-respects-hostcaps",
  title: "A view asks its host only for what it offers",
  description:
    "With hostCapabilities {} a view sends no sampling/createMessage, and none of tools/call, resources/read, ui/open-link and ui/download-file, which warn.",
  level: "must",
  tags: ["draft"],
  source: "ext-apps draft",
  section: "Host Capabilities",
  scenarios: ["no-capabilities"],
  rule: "hostCapabilities says what a host serves; a view does not ask for the rest",
  fix: "look at hostCapabilities of the answer to ui/initialize before each request",
  judge(shown, { options }) {
    const visits = visitsWith(shown, ["no-capabilities"]);
    if (visits.length === 0) return { unjudged: "no host without capabilities saw it" };
    // What it asks before it can know belongs to the handshake.
    const since = visits.map((visit) => {
      const known = initializeResult(visit)?.index ?? Number.POSITIVE_INFINITY;
      return { ...visit, messages: visit.messages.filter(({ index }) => index > known) };
    });
    const all = requestsOf({ visits: since }, [SAMPLING, ...OFFERED], ({ method }) => method);
    return all.map(({ message }) => ({
      as: message.method === SAMPLING && options.draft ? "fail" : "warn",
      came: `it sent ${quote(message)} to a host that offers nothing`,
    }));
  },
});

const displayMode = viewRule({
  id: "apps-view-display-mode",
  title: "A view asks only for modes that there are",
  description:
    "Each mode of ui/request-display-mode is in hostContext.availableDisplayModes and in appCapabilities.availableDisplayModes.",
  level: "must",
  source: "ext-apps",
  section: "Display Modes",
  rule: "a view requests only modes that its host has, and declares every mode that it can be shown in",
  fix: "look at hostContext.availableDisplayModes, and declare the modes in appCapabilities.availableDisplayModes",
  judge(shown) {
    const all = requestsOf(shown, ["ui/request-display-mode"], ({ params }) => member(params, "mode") ?? null);
    return all.flatMap(({ visit, message }): Said[] => {
      const mode = member(message.params, "mode");
      const offered = member(hostContextOf(visit), "availableDisplayModes");
      const declared = member(appCapabilities(visit), "availableDisplayModes");
      const isOffered = !Array.isArray(offered) || (mode !== undefined && offered.includes(mode));
      const isDeclared = Array.isArray(declared) && mode !== undefined && declared.includes(mode);
      const words = [
        ...(isOffered ? [] : ["the host does not have"]),
        ...(isDeclared ? [] : ["its appCapabilities do not name"]),
      ];
      if (words.length === 0) return [];
      return [
        { came: `it asked for the mode ${excerpt(mode, 40)}, which ${words.join(", and which ")} (${quote(message)})` },
      ];
    });
  },
});

const openLink = viewRule({
  id: "apps-view-open-link",
  title: "A view opens links through its host",
  description:
    "No click on a link opens a window, loads another page into the frame or begins a download; a url of ui/open-link is http or https.",
  level: "should",
  source: "mcptest",
  section: "Open Link",
  rule: "the frame of a view may open nothing by itself; what is outside is opened by ui/open-link",
  fix: "take the click, prevent its default, and send ui/open-link with an http or https url",
  judge(shown) {
    const kinds: ReadonlySet<string> = new Set(["popup", "navigation", "download"]);
    const escapes = shown.main.escapes.filter(({ kind }) => kinds.has(kind));
    const urls = requestsOf(shown, ["ui/open-link"], ({ params }) => member(params, "url") ?? null);
    const odd = urls.filter(({ message }) => !isWeb(member(message.params, "url")));
    return [
      ...escapes.map(({ kind, what }) => ({ came: `${KINDS[kind] ?? kind} ${place(what)}` })),
      ...odd.map(({ message }) => ({ came: `${quote(message)} has a url that is neither http nor https` })),
    ];
  },
});

const KINDS: Record<string, string> = {
  popup: "it opened a window:",
  navigation: "it led its frame or the page away:",
  download: "it began a download:",
};

function place(what: string): string {
  const isOwn = /^https?:\/\/(localhost|127\.0\.0\.1)[:/]/.test(what);
  return isOwn ? "an address of its own origin" : what === "" ? "(unknown)" : excerpt(what, 120);
}

function isWeb(url: Json | undefined): boolean {
  return typeof url === "string" && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}

const messageShape = viewRule({
  id: "apps-view-message-shape",
  title: "A message of a view has a role and content",
  description:
    'ui/message has the role "user" and valid blocks of content. The text of the specification has one block there, its SDK a list of them: both are right, and one block is noted.',
  level: "should",
  source: "mcptest",
  section: "Messages",
  rule: 'ui/message is {role: "user", content}, with blocks of content as in a result of a tool',
  fix: 'send role "user" and content [{type: "text", text}]',
  judge(shown) {
    const all = requestsOf(shown, ["ui/message"], ({ params }) => params ?? null);
    return all.flatMap(({ message }): Said[] => {
      const content = member(message.params, "content");
      const blocks = Array.isArray(content) ? content : [content];
      const isRole = member(message.params, "role") === "user";
      if (!isRole) return [{ came: `${quote(message)} has not the role user` }];
      if (blocks.length === 0 || !blocks.every(validBlock)) {
        return [{ came: `${quote(message)} has content that is no block` }];
      }
      const came = `${quote(message)} has one block in place of a list: hosts on older SDKs refuse it`;
      return Array.isArray(content) ? [] : [{ as: "note", came }];
    });
  },
});

/** The checks of what a view asks of its host. */
export const askChecks: Check[] = [visibleTools, validArgs, hostCapabilities, displayMode, openLink, messageShape];

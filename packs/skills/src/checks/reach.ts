import { createHash } from "node:crypto";
import {
  type Check,
  type Connection,
  type Exchange,
  excerpt,
  isUnavailable,
  MADE_UP_NAME,
  member,
  resultOf,
} from "@mcptest/pack";
import { few, skillsCheck, tell } from "../define.js";
import { declaresDirectories } from "../directories.js";
import { bytesOf, filesRead } from "../files.js";
import { DIRECTORY } from "../ids.js";
import { entryOf, getSkill, resourcesOf, type Skill, skillsFound } from "../skills.js";
import { readUri } from "../talk.js";
import { rootOf } from "../uris.js";

/** Ways out of the folder of a skill; `target` is where they lead. URIs are sent as they stand. */
export function waysOut(root: string, target: string): string[] {
  const bare = target.replace(/^\/+/, "");
  const scheme = /^[a-zA-Z][a-zA-Z0-9+.-]*:/.exec(root)?.[0] ?? "skill:";
  const ups = [1, 2, 3, 4, 6, 8];
  return [
    ...ups.map((count) => `${root}/${"../".repeat(count)}${bare}`),
    ...[2, 4, 8].map((count) => `${root}/${"%2e%2e%2f".repeat(count)}${bare.replaceAll("/", "%2f")}`),
    ...[2, 4, 8].map((count) => `${root}/${"%2e%2e/".repeat(count)}${bare}`),
    ...[2, 4].map((count) => `${root}/${"..%5c".repeat(count)}${bare.replaceAll("/", "%5c")}`),
    `${root}/..%252f..%252f${bare}`,
    `${root}//${target.startsWith("/") ? target.slice(1) : bare}`,
    `${root}/${encodeURIComponent(`/${bare}`)}`,
    `${root}/./${bare}`,
    `${root}-${bare}`,
    `${scheme}///${bare}`,
    `file:///${bare}`,
  ];
}

const traversal = skillsCheck({
  id: "skills-traversal",
  category: "files",
  title: "No address leads out of the skills",
  description:
    "Dot segments, their escapes, backslashes and absolute paths are sent as they stand, by resources/read and resources/directory/read. With the option canary a result that holds the text of that file fails. Without it the addresses lead to a file that is not there, and a result that is no listed file warns.",
  level: "must",
  tags: ["security"],
  source: "ext-skills",
  section: "Security",
  needs: { found: skillsFound, files: filesRead },
  timeoutMs: 300_000,
  async run({ found, files }, verdict, { host, connection, options, serverAdvertisement }) {
    const [first] = found.skills;
    if (first === undefined) return verdict.notApplicable("there is no skill");
    const { canary } = options;
    const known = new Set([
      ...digestsOf(found.skills),
      ...files.files.flatMap(({ first: { digest } }) => digest ?? []),
    ]);
    const leaks: [string, Exchange][] = [];
    const strange: [string, Exchange][] = [];
    const targets = [`${MADE_UP_NAME}.md`, ...(canary ? [canary.path] : [])];
    for (const uri of targets.flatMap((target) => waysOut(rootOf(first.uri), target))) {
      const exchange = await readUri(host, connection, uri, "an address that leads out of the skill");
      for (const item of contentsOf(exchange)) {
        const bytes = bytesOf(item);
        if (bytes === undefined) continue;
        if (canary && bytes.includes(canary.text)) leaks.push([uri, exchange]);
        else if (!known.has(`sha256:${createHash("sha256").update(bytes).digest("hex")}`))
          strange.push([uri, exchange]);
      }
    }
    if (canary && declaresDirectories(serverAdvertisement)) {
      const folder = canary.path.slice(0, Math.max(0, canary.path.lastIndexOf("/"))) || ".";
      const name = canary.path.slice(canary.path.lastIndexOf("/") + 1);
      for (const uri of waysOut(rootOf(first.uri), folder)) {
        const exchange = await host.callExtension(
          connection,
          DIRECTORY,
          { uri },
          { defect: "an address that leads out of the skill" },
        );
        const entries = member(resultOf(exchange), "resources");
        const names = (Array.isArray(entries) ? entries : []).map((entry) => String(member(entry, "uri")));
        if (names.some((each) => decoded(each).endsWith(`/${name}`))) leaks.push([uri, exchange]);
      }
    }
    const words = {
      id: "skills-traversal",
      sent: "an address that leads out of the skill",
      fix: "resolve each address to a file, and serve it only where it is a file of a skill",
    };
    const said = (all: [string, Exchange][]) => few(all.map(([uri]) => excerpt(uri, 160)));
    const numbers = (all: [string, Exchange][]) => all.map(([, { number }]) => number).slice(0, 10);
    if (leaks.length > 0) {
      const text = tell({
        ...words,
        came: `the canary, by ${said(leaks)}`,
        rule: "no address leads to a file outside of the skills",
      });
      verdict.fail(text, numbers(leaks), { subject: "canary" });
    } else if (strange.length > 0) {
      const text = tell({
        ...words,
        came: `content that is no listed file, by ${said(strange)}`,
        rule: "what is no file of a skill is refused",
      });
      verdict.warn(text, numbers(strange), { subject: "no listed file" });
    }
  },
});

function digestsOf(skills: readonly Skill[]): string[] {
  return skills.flatMap(({ entry }) => (resourcesOf(entry) ?? []).flatMap(({ digest }) => digest ?? []));
}

function contentsOf(exchange: Exchange) {
  const contents = member(resultOf(exchange), "contents");
  return Array.isArray(contents) ? contents : [];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Skills that are looked at in a second session. */
const MOST_SKILLS = 10;

const stable = skillsCheck({
  id: "skills-stable-across-sessions",
  category: "files",
  title: "A skill is the same in another session",
  description:
    "skills/get of a second connection, and of the other target where the run has one (--also), gives the same digests. Where they differ, both are asked again before it warns.",
  level: "should",
  source: "mcptest",
  needs: { found: skillsFound },
  timeoutMs: 300_000,
  async run({ found }, verdict, { host, connection, facts }) {
    const skills = found.skills.filter(({ entry }) => resourcesOf(entry)).slice(0, MOST_SKILLS);
    if (skills.length === 0) return verdict.notApplicable("there is no skill with digests");
    const places = [
      { name: "a second connection", options: { fresh: true } as const },
      ...(facts.also === "yes" ? [{ name: "the other target", options: { fresh: true, also: true } as const }] : []),
    ];
    for (const place of places) {
      let other: Connection;
      try {
        other = await host.open(place.options);
      } catch (error) {
        if (!isUnavailable(error)) throw error;
        verdict.note(`${place.name} could not be opened: ${error.message}`);
        continue;
      }
      try {
        for (const skill of skills) {
          const about = { subject: skill.uri, variant: place.name };
          const there = await getSkill(host, other, skill.uri);
          const entry = entryOf(there);
          if (entry === undefined) continue;
          if (fingerprint(skill.entry) === fingerprint(entry)) {
            verdict.pass(about, [there.number]);
            continue;
          }
          const [here, again] = [await getSkill(host, connection, skill.uri), await getSkill(host, other, skill.uri)];
          const [one, two] = [entryOf(here), entryOf(again)];
          if (!one || !two) continue;
          if (fingerprint(one) === fingerprint(two)) {
            verdict.note(`${excerpt(skill.uri, 160)} changed during the run`, [here.number, again.number], about);
            continue;
          }
          const rule = "one skill has one content, whoever asks";
          const fix =
            "serve the same bytes on every connection and transport: no line ends, times or languages of the place";
          verdict.warn(
            tell({
              id: "skills-stable-across-sessions",
              sent: `skills/get ${excerpt(skill.uri, 160)} on ${place.name}`,
              came: "other digests",
              rule,
              fix,
            }),
            [skill.exchange, there.number, again.number],
            about,
          );
        }
      } finally {
        await host.close(other);
      }
    }
  },
});

function fingerprint(entry: Skill["entry"]): string {
  return JSON.stringify((resourcesOf(entry) ?? []).map(({ uri, digest }) => `${uri} ${digest}`).sort());
}

/** The checks of what is out of reach, and of other sessions. */
export const reachChecks: Check[] = [traversal, stable];

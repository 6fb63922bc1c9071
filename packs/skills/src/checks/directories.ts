import { type Check, came, excerpt, excused, MADE_UP_NAME, member, normalForm } from "@mcptest/pack";
import { few, skillsCheck, tell } from "../define.js";
import { type Directory, declaresDirectories, type Walk, walk, walks } from "../directories.js";
import { DIRECTORY } from "../ids.js";
import { entryOf, getSkill, isDynamic, resourcesOf, type Skill } from "../skills.js";
import { codeOf, INVALID_PARAMS, METHOD_NOT_FOUND } from "../talk.js";
import { isWithin, rootOf } from "../uris.js";
import { judgeRefused } from "./judge.js";
import { negativeProbes } from "./negotiation.js";

const UNDECLARED = "the server does not declare directoryRead";

const complete = skillsCheck({
  id: "skills-complete",
  category: "directories",
  title: "The files of a skill are those of its directories",
  description:
    "All files that a walk through the directories of a skill finds are in resources, and the other way round. Where they differ, both are read again before it fails.",
  level: "must",
  source: "ext-skills",
  section: "Skill entries",
  needs: { walks },
  timeoutMs: 300_000,
  async run({ walks: all }, verdict, { host, connection, serverAdvertisement }) {
    if (!declaresDirectories(serverAdvertisement)) return verdict.notApplicable(UNDECLARED);
    let judged = 0;
    for (const one of all) {
      const { skill } = one;
      if (isDynamic(skill.entry) || !resourcesOf(skill.entry)?.length || !isWhole(one)) continue;
      judged += 1;
      const about = { subject: skill.uri };
      const evidence = one.directories.map(({ exchanges }) => exchanges[0]?.number ?? 0).slice(0, 10);
      if (gaps(skill, one).length === 0) {
        verdict.pass(about, evidence);
        continue;
      }
      const got = await getSkill(host, connection, skill.uri);
      const fresh: Skill = { ...skill, entry: entryOf(got) ?? skill.entry };
      const again = await walk(host, connection, fresh);
      const trouble = again.directories.find(({ end }) => end?.trouble)?.end?.trouble;
      if (trouble) {
        verdict.couldNotRun(trouble.reason, { origin: trouble.origin, about });
        continue;
      }
      const found = gaps(fresh, again);
      if (found.length === 0) {
        verdict.note(`${excerpt(skill.uri, 160)} changed during the run`, evidence, about);
        continue;
      }
      const rule = "resources names every file of the skill, nested skills included, and nothing else";
      const fix = "build resources from the directory itself, hidden and binary files included";
      verdict.fail(
        tell({
          id: "skills-complete",
          sent: `the directories of ${excerpt(skill.uri, 160)}`,
          came: few(found),
          rule,
          fix,
        }),
        [skill.exchange, ...evidence],
        about,
      );
    }
    if (judged === 0) verdict.notApplicable("no skill has a list of files and directories that could be read");
  },
});

function isWhole({ directories, isCut }: Walk): boolean {
  return !isCut && directories.every(({ end }) => end === undefined);
}

function gaps(skill: Skill, { files }: Walk): string[] {
  // What is outside of the root is told by skills-resources-within.
  const own = (resourcesOf(skill.entry) ?? []).filter(({ uri }) => isWithin(uri, rootOf(skill.uri)));
  const listed = new Map(own.map(({ uri }) => [normalForm(uri), uri]));
  const walked = new Map([...files].map((uri) => [normalForm(uri), uri]));
  return [
    ...[...walked].filter(([form]) => !listed.has(form)).map(([, uri]) => `${excerpt(uri, 120)} is not in resources`),
    ...[...listed].filter(([form]) => !walked.has(form)).map(([, uri]) => `${excerpt(uri, 120)} is in no directory`),
  ];
}

const dirRead = skillsCheck({
  id: "skills-dir-read",
  category: "directories",
  title: "Directories list what is in them",
  description:
    "The root of each skill and every directory below it is answered with its direct children: files with uri and name, directories of the type inode/directory, none with a slash at the end of its URI.",
  level: "must",
  source: "ext-skills",
  section: "resources/directory/read",
  needs: { walks },
  timeoutMs: 300_000,
  run({ walks: all }, verdict, { serverAdvertisement }) {
    if (!declaresDirectories(serverAdvertisement)) return verdict.notApplicable(UNDECLARED);
    if (all.length === 0) return verdict.notApplicable("there is no skill");
    for (const { skill, directories } of all) {
      const about = { subject: skill.uri };
      const [troubled] = directories.filter(({ end }) => end?.trouble);
      if (troubled?.end?.trouble) {
        const { reason, origin } = troubled.end.trouble;
        verdict.couldNotRun(reason, { origin, about });
        continue;
      }
      const said = directories.flatMap(problemsOf);
      const evidence = directories.flatMap(({ exchanges }) => exchanges.map(({ number }) => number)).slice(0, 10);
      if (said.length === 0) verdict.pass(about, evidence);
      else {
        const rule = "a directory is answered with its direct children";
        const fix =
          "give each child with uri and name, directories with mimeType inode/directory and without a slash at the end";
        verdict.fail(tell({ id: "skills-dir-read", sent: DIRECTORY, came: few(said), rule, fix }), evidence, about);
      }
    }
  },
});

function problemsOf({ uri, entries, end }: Directory): string[] {
  const at = excerpt(uri, 120);
  if (end?.by === "server" && entries.length === 0) return [`${at}: ${end.came}`];
  const root = normalForm(uri);
  return entries.flatMap((entry): string[] => {
    const child = member(entry, "uri");
    if (typeof child !== "string") return [`${at} has an entry without a uri`];
    if (child.endsWith("/")) return [`${excerpt(child, 120)} ends with a slash`];
    const form = normalForm(child);
    const rest = form.startsWith(`${root}/`) ? form.slice(root.length + 1) : undefined;
    if (rest === undefined || rest === "" || rest.includes("/"))
      return [`${excerpt(child, 120)} is no direct child of ${at}`];
    return typeof member(entry, "name") === "string" ? [] : [`${excerpt(child, 120)} has no name`];
  });
}

const dirPagination = skillsCheck({
  id: "skills-dir-pagination",
  category: "directories",
  title: "Pages of directories come to an end",
  description:
    "Pages of each directory end, no cursor comes twice, and a cursor that the server never gave is refused with -32602, which warns.",
  level: "must",
  source: "ext-skills",
  section: "resources/directory/read",
  needs: { walks },
  timeoutMs: 300_000,
  async run({ walks: all }, verdict, { host, connection, serverAdvertisement }) {
    if (!declaresDirectories(serverAdvertisement)) return verdict.notApplicable(UNDECLARED);
    const [first] = all;
    if (first === undefined) return verdict.notApplicable("there is no skill");
    const id = "skills-dir-pagination";
    for (const { skill, directories } of all) {
      const bad = directories.find(
        ({ end, exchanges }) => end?.by === "server" && exchanges.length > 0 && end.came.startsWith("nextCursor"),
      );
      const cut = directories.find(({ end }) => end?.by === "bound");
      const about = { subject: skill.uri };
      if (bad?.end) {
        const fix = "end each directory with a page without nextCursor";
        verdict.fail(
          tell({
            id,
            sent: `${DIRECTORY} ${excerpt(bad.uri, 160)}`,
            came: bad.end.came,
            rule: "pages lead to an end",
            fix,
          }),
          bad.exchanges.map(({ number }) => number).slice(0, 5),
          about,
        );
      } else if (cut?.end) verdict.couldNotRun(cut.end.came, { origin: "host", about });
      else verdict.pass(about);
    }
    const cursor = "mcptest-no-such-cursor";
    const bogus = await host.callExtension(
      connection,
      DIRECTORY,
      { uri: rootOf(first.skill.uri), cursor },
      { defect: "a cursor that the server never gave" },
    );
    if (excused(verdict, bogus, `${DIRECTORY} with the cursor ${cursor}`)) return;
    if (codeOf(bogus) === INVALID_PARAMS || codeOf(bogus) === METHOD_NOT_FOUND) return;
    const fix = "answer -32602 to a cursor that you did not give";
    verdict.warn(
      tell({
        id,
        sent: `${DIRECTORY} with the cursor ${cursor}`,
        came: came(bogus, 160),
        rule: "an unknown cursor is refused",
        fix,
      }),
      [bogus.number],
    );
  },
});

const dirNotDir = skillsCheck({
  id: "skills-dir-not-dir",
  category: "directories",
  title: "What is no directory is refused",
  description: "resources/directory/read of a file, and of a directory that is not there, gets -32602.",
  level: "must",
  source: "ext-skills",
  section: "Errors",
  needs: { walks },
  async run({ walks: all }, verdict, { host, connection, serverAdvertisement }) {
    if (!declaresDirectories(serverAdvertisement)) return verdict.notApplicable(UNDECLARED);
    const [first] = all;
    if (first === undefined) return verdict.notApplicable("there is no skill");
    if (first.directories[0]?.exchanges.some((exchange) => codeOf(exchange) === METHOD_NOT_FOUND))
      return verdict.notApplicable("the method is unknown to the server, which skills-dir-read tells");
    const { uri } = first.skill;
    const targets = [
      { uri, what: "a file" },
      { uri: `${rootOf(uri)}/${MADE_UP_NAME}`, what: "a directory that is not there" },
    ];
    for (const target of targets) {
      const exchange = await host.callExtension(connection, DIRECTORY, { uri: target.uri }, { defect: target.what });
      judgeRefused(
        verdict,
        exchange,
        codeOf(exchange) === INVALID_PARAMS,
        {
          id: "skills-dir-not-dir",
          sent: `${DIRECTORY} ${excerpt(target.uri, 160)} (${target.what})`,
          came: came(exchange, 160),
          rule: "what is no directory gets -32602",
          fix: "answer the JSON-RPC error -32602",
        },
        target.what,
      );
    }
  },
});

const dirUndeclared = skillsCheck({
  id: "skills-dir-undeclared",
  category: "directories",
  title: "Directories that are not declared are named",
  description:
    "With negativeProbes: a server that does not declare directoryRead is asked for a directory; anything but -32601 is noted.",
  level: "info",
  source: "mcptest",
  needs: { probes: negativeProbes },
  async run(_values, verdict, { host, connection, serverAdvertisement }) {
    if (declaresDirectories(serverAdvertisement)) return verdict.notApplicable("the server declares directoryRead");
    const exchange = await host.exchange(connection, {
      method: DIRECTORY,
      params: { uri: `skill://${MADE_UP_NAME}` },
      defect: "the server does not declare directoryRead",
    });
    if (codeOf(exchange) !== METHOD_NOT_FOUND)
      verdict.note(`${DIRECTORY} is answered though directoryRead is not declared: ${came(exchange, 120)}`, [
        exchange.number,
      ]);
  },
});

/** The checks of directories. */
export const directoryChecks: Check[] = [complete, dirRead, dirPagination, dirNotDir, dirUndeclared];

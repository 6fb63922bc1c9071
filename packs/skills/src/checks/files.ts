import { type Check, excerpt, isObject, member, type Verdict } from "@mcptest/pack";

import { type FileRead, type Files, filesRead, frontmatterOf, type Reading } from "../files.js";
import { differences } from "../front-matter.js";
import { listedResources } from "../resources.js";
import { isDynamic, type Skill } from "../skills.js";
import { type Said, skillRule } from "./judge.js";

const CHANGED = "changed during the run: its fresh entry fits its fresh bytes";

/** The files of one skill. */
function filesOf(values: { files: Files }, skill: Skill): FileRead[] {
  return values.files.files.filter((file) => file.skill === skill);
}

function skillFileOf(values: { files: Files }, skill: Skill): FileRead | undefined {
  return filesOf(values, skill).find(({ resource }) => resource.uri === skill.uri);
}

/** What is said of a value of a file that does not fit its entry: also not when both are fresh. */
function mismatch(
  file: FileRead,
  offOf: (resource: FileRead["resource"], reading: Reading) => string | undefined,
): Said[] {
  const { resource, first, again } = file;
  const off = offOf(resource, first);
  // What could not be read again is told by withTrouble.
  if (off === undefined || again?.reading.trouble) return [];
  const where = excerpt(resource.uri, 160);
  const evidence = [first.exchange, ...(again ? [again.exchange, again.reading.exchange] : [])];
  if (again?.resource && again.reading.digest !== undefined && offOf(again.resource, again.reading) === undefined) {
    return [{ as: "note", came: `${where} ${CHANGED}`, evidence }];
  }
  return [{ came: `${where}: ${off}`, evidence }];
}

const digestMatch = skillRule({
  id: "skills-digest-match",
  category: "files",
  title: "Each file has its digest",
  description:
    "SHA-256 of the bytes that resources/read gives of each file is its digest: of a text its UTF-8 bytes as they were sent, of a blob the decoded bytes. A file that does not fit is read again beside a fresh entry before it fails. Files that cannot be read fail too.",
  level: "must",
  source: "ext-skills",
  section: "Integrity",
  needs: { files: filesRead },
  timeoutMs: 600_000,
  rule: "digest is the SHA-256 of the bytes that resources/read gives",
  fix: "hash exactly the bytes that are sent: no other line ends, no text decoding of binary files",
  judge(skill, values) {
    if (isDynamic(skill.entry) || !Array.isArray(member(skill.entry, "resources"))) return undefined;
    return filesOf(values, skill).flatMap((file): Said[] => {
      const { first, resource } = file;
      if (first.trouble) return [];
      if (first.problem !== undefined)
        return [
          {
            came: `${excerpt(resource.uri, 160)}: ${first.problem}`,
            evidence: [first.exchange],
            fix: "serve each file that the entry names",
          },
        ];
      return mismatch(file, ({ digest }, reading) =>
        digest === undefined || !/^sha256:[0-9a-f]{64}$/.test(digest) || digest === reading.digest
          ? undefined
          : `its bytes have ${reading.digest}, and the entry says ${digest}`,
      );
    });
  },
});

const sizeMatch = skillRule({
  id: "skills-size-match",
  category: "files",
  title: "Each file has its size",
  description:
    "size of each file is the number of bytes that resources/read gives, not of characters. A file that does not fit is read again beside a fresh entry before it fails.",
  level: "must",
  source: "ext-skills",
  section: "Integrity",
  needs: { files: filesRead },
  timeoutMs: 600_000,
  rule: "size is the number of bytes of a file",
  fix: "count bytes: a letter such as é has two in UTF-8",
  judge(skill, values) {
    if (isDynamic(skill.entry) || !Array.isArray(member(skill.entry, "resources"))) return undefined;
    return filesOf(values, skill).flatMap((file) =>
      mismatch(file, ({ size }, reading) =>
        size === undefined || reading.size === undefined || size === reading.size
          ? undefined
          : `it has ${reading.size} bytes, and the entry says ${size}`,
      ),
    );
  },
});

const skillmdFrontmatter = skillRule({
  id: "skills-skillmd-frontmatter",
  category: "skill",
  title: "SKILL.md begins with front matter",
  description:
    "Its first line is ---, a later one ends the front matter, and between them stands a YAML mapping with name and description. A byte order mark and line ends of Windows warn.",
  level: "must",
  source: "agent-skills",
  section: "SKILL.md",
  needs: { files: filesRead },
  timeoutMs: 600_000,
  rule: "SKILL.md begins with a YAML mapping between two lines ---",
  fix: "begin the file with ---, name, description and ---",
  judge(skill, values) {
    const first = skillFileOf(values, skill)?.first;
    if (first?.front === undefined) return undefined;
    const { value, problem, oddities } = first.front;
    const evidence = [first.exchange];
    const missing = ["name", "description"].filter((name) => value && typeof member(value, name) !== "string");
    return [
      ...(problem === undefined ? [] : [{ came: problem, evidence }]),
      ...(missing.length > 0 ? [{ came: `its front matter has no ${missing.join(" and no ")}`, evidence }] : []),
      ...oddities.map(
        (oddity): Said => ({
          as: "warn",
          came: `it has ${oddity}`,
          evidence,
          fix: "save the file as UTF-8 without a byte order mark, with line feeds alone",
        }),
      ),
    ];
  },
});

const frontmatterIdentical = skillRule({
  id: "skills-frontmatter-identical",
  category: "skill",
  title: "The front matter of an entry is that of its file",
  description:
    "frontmatter of the entry equals the YAML of SKILL.md (YAML 1.2, core schema): no member missing, added or of another type. Numbers compare as numbers. A difference that YAML 1.1 explains warns. A file that does not fit is read again beside a fresh entry before it fails.",
  level: "must",
  source: "ext-skills",
  section: "Skill entries",
  needs: { files: filesRead },
  timeoutMs: 600_000,
  rule: "frontmatter has all that the author wrote, unchanged",
  fix: "parse the front matter as YAML 1.2 and give it whole, with the types that it has",
  judge(skill, values) {
    const file = skillFileOf(values, skill);
    const front = file?.first.front;
    const frontmatter = frontmatterOf(skill.entry);
    if (file === undefined || front?.value === undefined || !isObject(frontmatter)) return undefined;
    const found = differences(front.value, frontmatter);
    const { again } = file;
    if (found.length === 0 || again?.reading.trouble) return [];
    const evidence = [file.first.exchange, ...(again ? [again.exchange, again.reading.exchange] : [])];
    const fresh = again?.reading.front?.value;
    if (fresh && differences(fresh, again?.frontmatter, 1).length === 0)
      return [{ as: "note", came: `it ${CHANGED}`, evidence }];
    if (differences(front.value11, frontmatter, 1).length === 0)
      return found.map((came): Said => ({ as: "warn", came: `${came} (a reading as YAML 1.1)`, evidence }));
    return found.map((came) => ({ came, evidence }));
  },
});

/** Links and code that look like a path to a file. */
const REFERENCES = /\]\(\s*<?([^)\s>#?]+)[^)]*\)|`((?:\.\/)?[\w.-]+(?:\/[\w.-]+)+)`/g;
const MOST_REFERENCES = 200;

const relativeRefs = skillRule({
  id: "skills-relative-refs",
  category: "skill",
  title: "References of SKILL.md that lead nowhere are named",
  description:
    "Relative links and paths in code that look like files of the skill are noted where resources has no such file.",
  level: "info",
  source: "mcptest",
  needs: { files: filesRead },
  timeoutMs: 600_000,
  rule: "a model follows the references of a skill",
  fix: "add the file, or mend the reference",
  judge(skill, values) {
    const file = skillFileOf(values, skill);
    if (file?.first.body === undefined || isDynamic(skill.entry)) return undefined;
    const root = skill.uri.slice(0, skill.uri.lastIndexOf("/"));
    const known = new Set(filesOf(values, skill).map(({ resource }) => resource.uri));
    const named = [...file.first.body.matchAll(REFERENCES)]
      .slice(0, MOST_REFERENCES)
      .map(([, link, code]) => ({ path: (link ?? code ?? "").replace(/^\.\//, ""), isLink: link !== undefined }));
    const dangling = named.filter(({ path, isLink }) => {
      if (path === "" || /^([a-z][a-z0-9+.-]*:|\/|#)/i.test(path) || path.includes("..")) return false;
      if (!isLink && !/\.[a-z0-9]{1,5}$/i.test(path)) return false;
      return (
        !known.has(`${root}/${path}`) &&
        ![...known].some((uri) => uri.startsWith(`${root}/${path.replace(/\/$/, "")}/`))
      );
    });
    return [...new Set(dangling.map(({ path }) => path))].slice(0, 10).map(
      (path): Said => ({
        as: "note",
        came: `it refers to ${excerpt(path, 120)}, which is none of its files`,
        evidence: [file.first.exchange],
      }),
    );
  },
});

const readMime = skillRule({
  id: "skills-read-mime",
  category: "files",
  title: "SKILL.md is Markdown, and is listed as the skill is",
  description:
    "SKILL.md has the media type text/markdown when it is read and where resources/list has it, and the name and description there are those of the skill.",
  level: "should",
  source: "ext-skills",
  section: "Resources",
  needs: { files: filesRead, listed: listedResources },
  timeoutMs: 600_000,
  rule: "SKILL.md is text/markdown, with the name and the description of its skill",
  fix: "set mimeType to text/markdown, and name and description to those of the front matter",
  judge(skill, values) {
    const first = skillFileOf(values, skill)?.first;
    if (first?.digest === undefined) return undefined;
    const said: Said[] = [];
    const warn = (came: string, evidence: number) => said.push({ as: "warn", came, evidence: [evidence] });
    if (!isMarkdown(first.mimeType)) warn(`it is read as ${excerpt(first.mimeType ?? null, 80)}`, first.exchange);
    const listed = values.listed.get(skill.uri);
    if (!listed) return said;
    const type = member(listed.entry, "mimeType");
    if (type !== undefined && !isMarkdown(type)) warn(`it is listed as ${excerpt(type, 80)}`, listed.exchange);
    for (const name of ["name", "description"]) {
      const [own, other] = [member(frontmatterOf(skill.entry), name), member(listed.entry, name)];
      if (typeof own === "string" && other !== undefined && own !== other)
        warn(`resources/list has the ${name} ${excerpt(other, 80)}`, listed.exchange);
    }
    return said;
  },
});

function isMarkdown(type: unknown): boolean {
  return typeof type === "string" && /^text\/markdown\s*(;|$)/i.test(type);
}

const OWN_PREFIX = "io.modelcontextprotocol.skills/";

const metaPrefix = skillRule({
  id: "skills-meta-prefix",
  category: "listing",
  title: "Reserved names stand where they belong",
  description:
    "frontmatter.metadata has no key that begins with io.modelcontextprotocol/. Keys of _meta of the files of a skill without a prefix of their owner are noted.",
  level: "should",
  source: "mcptest",
  needs: { files: filesRead },
  timeoutMs: 600_000,
  rule: "names with the prefix of the protocol are the protocol's",
  fix: "use a prefix of your own, such as com.example/",
  judge(skill, values) {
    const metadata = member(frontmatterOf(skill.entry), "metadata");
    const reserved = isObject(metadata)
      ? Object.keys(metadata).filter((key) => key.startsWith("io.modelcontextprotocol/"))
      : [];
    const keys = filesOf(values, skill).flatMap(({ first }) => (isObject(first.meta) ? Object.keys(first.meta) : []));
    const bare = [...new Set(keys)].filter(
      (key) => !key.startsWith(OWN_PREFIX) && !/^[a-z0-9-]+(\.[a-z0-9-]+)+\//i.test(key),
    );
    return [
      ...reserved.map((key): Said => ({ as: "warn", came: `metadata has ${excerpt(key, 80)}` })),
      ...bare
        .slice(0, 10)
        .map((key): Said => ({ as: "note", came: `_meta of a file has ${excerpt(key, 80)}, without a prefix` })),
    ];
  },
});

/** Says once that files could not be read for a reason that is not the server's. */
const unreadable = (verdict: Verdict, { files, left }: Files): void => {
  const troubled = files.find(({ first, again }) => first.trouble ?? again?.reading.trouble);
  const reading = troubled?.first.trouble ? troubled.first : troubled?.again?.reading;
  if (troubled && reading?.trouble) {
    const { reason, origin } = reading.trouble;
    verdict.couldNotRun(reason, {
      origin,
      evidence: [reading.exchange],
      about: { subject: troubled.resource.uri },
    });
  }
  if (left > 0) verdict.note(`${left} more files were not read (a limit of ours)`);
};

/** A check of files also says what could not be read. */
function withTrouble(check: Check): Check {
  return {
    ...check,
    async run(values: { files: Files }, verdict, context) {
      await check.run(values, verdict, context);
      unreadable(verdict, values.files);
    },
  };
}

/** The checks of files and front matter. */
export const fileChecks: Check[] = [
  withTrouble(digestMatch),
  sizeMatch,
  skillmdFrontmatter,
  frontmatterIdentical,
  relativeRefs,
  readMime,
  metaPrefix,
];

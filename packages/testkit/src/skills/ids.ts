/** Id of the extension. */
export const SKILLS_ID = "io.modelcontextprotocol/skills";

/** The skills of the server: a plain one with directories, one inside of it, a single file, one that is made as it is read, and one that no list has. */
export const SKILLS = {
  deploy: "skill://deploy/SKILL.md",
  rollback: "skill://deploy/rollback/SKILL.md",
  review: "skill://review/SKILL.md",
  weather: "skill://weather/SKILL.md",
  hidden: "skill://hidden/SKILL.md",
} as const;

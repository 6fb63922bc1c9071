/** Id of the extension. */
export const SKILLS_EXTENSION = "io.modelcontextprotocol/skills";

/** Name of this package. */
export const PACK_NAME = "@mcptest/pack-skills";

/** The methods of the extension. */
export const LIST = "skills/list";
export const GET = "skills/get";
export const DIRECTORY = "resources/directory/read";

/** The file that a skill begins with. */
export const SKILL_FILE = "SKILL.md";

/** The media type of a directory. */
export const DIRECTORY_TYPE = "inode/directory";

/** What one skill may have at most: entries, and bytes of all sizes together (ext-skills, Limits). */
export const MAX_ENTRIES = 512;
export const MAX_BYTES = 16 * 1024 * 1024;

/** Where servers of an older draft listed their skills. */
export const OLD_INDEX = "skill://index.json";

import { excerpt, type Json, type PackContext } from "@mcptest/pack";
import { declaresDirectories } from "./directories.js";
import { type Files, filesRead } from "./files.js";
import { type SkillsListing, skillsListing } from "./listing.js";
import { type Skills, skillsFound } from "./skills.js";

/** Names of one list. */
const MOST_NAMES = 50;

/** The `discovery` member of the result. */
export function discovery(
  { negotiated, serverAdvertisement, facts }: PackContext<unknown>,
  fixtureValue: (name: string) => unknown,
): Record<string, Json | undefined> {
  const listing = fixtureValue(skillsListing.name) as SkillsListing | undefined;
  const found = fixtureValue(skillsFound.name) as Skills | undefined;
  const read = fixtureValue(filesRead.name) as Files | undefined;
  const files = (read?.files ?? []).filter(({ first }) => first.digest !== undefined);
  return {
    protocolVersion: negotiated.protocolVersion,
    isAdvertised: serverAdvertisement !== undefined,
    directoryRead: declaresDirectories(serverAdvertisement),
    ...(facts.route === undefined ? {} : { route: facts.route }),
    skillCount: listing?.listed.length ?? 0,
    skills: (found?.skills ?? []).slice(0, MOST_NAMES).map(({ uri }) => (uri.length <= 200 ? uri : excerpt(uri, 200))),
    filesVerified: files.length,
    bytesVerified: files.reduce((sum, { first }) => sum + (first.size ?? 0), 0),
  };
}

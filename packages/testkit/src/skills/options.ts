import { SKILLS } from "./ids.js";

/** A file that lies outside of all skills of the Skills server, and that it never gives away unless a fault does. */
export const CANARY = { path: "/srv/canary.txt", text: "canary-of-the-testkit" } as const;

/** Options of `@mcptest/pack-skills` for the Skills server, under which every check is selected. */
export const SKILLS_OPTIONS: {
  skillUris: string[];
  negativeProbes: boolean;
  canary: { path: string; text: string };
} = {
  skillUris: [SKILLS.hidden],
  negativeProbes: true,
  canary: { ...CANARY },
};

import { Extension, Rejected } from "@mcptest/registry";
import * as z from "zod";

const skills = [
  { uri: "skill://deploy/SKILL.md", name: "deploy", description: "Deploy the service step by step" },
  { uri: "skill://review/SKILL.md", name: "review", description: "Review a change before it is merged" },
];

const notes = new Map([
  ["deploy/rollback", "Deploy the version before this one."],
  ["review/naming", "Names say what a thing is for."],
]);

/** A picture of one pixel. */
const picture = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=",
  "base64",
);

const Skill = z.object({ uri: z.string(), name: z.string(), description: z.string() });

/**
 * Files, and methods that speak of them. Every `uri` in arguments and results is translated on older revisions:
 * `skill://deploy/SKILL.md` is `mcp-extensions://example.org/skills/deploy/SKILL.md` there. The handlers see the first only.
 */
export const skillsExtension = new Extension("example.org/skills", {
  instructions: "A skill is a text to follow. List them, then read the uri of the one you need.",
  methods: {
    "skills/list": {
      description: "Lists the skills.",
      result: z.object({ skills: z.array(Skill) }),
      handler: () => ({ skills }),
    },
    "skills/get": {
      description: "Tells of one skill.",
      params: z.object({ uri: z.string() }),
      result: z.object({ skill: Skill }),
      handler({ uri }) {
        const skill = skills.find((one) => one.uri === uri);
        if (skill === undefined) throw new Rejected(1001, "There is no such skill", { uri });
        return { skill };
      },
    },
  },
  files: [
    ...skills.map(({ uri, name, description }) => ({
      uri,
      name,
      description,
      mimeType: "text/markdown",
      read: () => ({ text: `---\nname: ${name}\ndescription: ${description}\n---\n` }),
    })),
    {
      uri: "skill://deploy/picture.png",
      name: "deploy-picture",
      mimeType: "image/png",
      read: () => ({ bytes: picture }),
    },
  ],
  fileTemplates: [
    {
      uriTemplate: "skill://{skill}/notes/{note}.md",
      name: "notes",
      description: "Notes of a skill",
      mimeType: "text/markdown",
      // The variables are as they stand in the address, still percent-encoded.
      read({ skill, note }) {
        const text = notes.get(`${skill}/${note}`);
        return text === undefined ? undefined : { text };
      },
    },
  ],
});

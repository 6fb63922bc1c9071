/** A part of a row that has no verdict of its own. */
export interface RowPart {
  row: string;
  /** Ids of the checks that see the same bytes and report. */
  owner: string;
  why: string;
}

/** Parts of rows that have no verdict of their own; every other row is the check of its id. */
export const PARTS: readonly RowPart[] = [
  {
    row: "skills-list-shape, resources that are absent or of no known form",
    owner: "skills-resources-required",
    why: "one missing member is told once",
  },
  {
    row: "skills-list-shape, digests",
    owner: "skills-digest-format",
    why: "the form of a digest is its own row",
  },
  {
    row: "skills-list-shape, name and description",
    owner: "skills-name-rule and skills-description-rule",
    why: "they are rules of Agent Skills",
  },
  {
    row: "skills-uri-name, a URI that is none of a skill",
    owner: "skills-uri-form",
    why: "there is no directory to compare with",
  },
  {
    row: "skills-size-match and skills-frontmatter-identical, a file that cannot be read",
    owner: "skills-digest-match",
    why: "it has no bytes to count and no text",
  },
  {
    row: "skills-complete, directories that cannot be read",
    owner: "skills-dir-read and skills-dir-pagination",
    why: "a walk that breaks off says nothing of what is missing",
  },
];

import { type Finding, say } from "@mcptest/pack";

/** A finding as three lines. `rule` is the id of the check and what it asks. */
export function tell({ id, rule, ...others }: Finding & { id: string }): string {
  return say({ ...others, rule: `${id}: ${rule}` });
}

/** The first few of a list, and how many more there are. */
export function few(texts: readonly string[], most = 5): string {
  const more = texts.length > most ? ` and ${texts.length - most} more` : "";
  return `${texts.slice(0, most).join(", ")}${more}`;
}

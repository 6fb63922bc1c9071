import { type DetectedUse, member, type PackContext, type PackHost, resultOf } from "@mcptest/pack";
import { OLD_INDEX, SKILLS_EXTENSION } from "./ids.js";
import type { SkillsOptions } from "./options.js";
import { readUri } from "./talk.js";

/**
 * Looks for skills that are not advertised, or in a wrong place: the id under `experimental`, a listed `skill://` resource, or the
 * index of an older draft. It lists and reads that index, and nothing else.
 */
export async function detect(host: PackHost, context: PackContext<SkillsOptions>): Promise<DetectedUse | undefined> {
  const { connection, negotiated } = context;
  if (member(member(negotiated.capabilities, "experimental"), SKILLS_EXTENSION) !== undefined) {
    return { trace: `capabilities.experimental has ${SKILLS_EXTENSION}`, evidence: [] };
  }
  if (member(negotiated.capabilities, "resources") === undefined) return undefined;
  const list = await host.exchange(connection, { method: "resources/list", params: {} });
  const resources = member(resultOf(list), "resources");
  const found = (Array.isArray(resources) ? resources : []).find((entry) =>
    String(member(entry, "uri")).startsWith("skill://"),
  );
  if (!found) return undefined;
  const index = await readUri(host, connection, OLD_INDEX);
  if (resultOf(index) !== undefined) {
    return { trace: `${OLD_INDEX} can be read, which is of an older draft`, evidence: [index.number] };
  }
  return { trace: `resources/list names ${String(member(found, "uri")).slice(0, 120)}`, evidence: [list.number] };
}

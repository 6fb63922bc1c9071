import { parseExtensionId } from "@mcptest/pack";

/** What is wrong with an id in an address, as a sentence; `undefined` where it has its two segments and their grammar. */
export function idProblem(id: string): string | undefined {
  const { grammar, grammarProblem } = parseExtensionId(id);
  if (grammar === "ok") return undefined;
  return `${JSON.stringify(id.slice(0, 200))} is no extension id: ${grammarProblem ?? "its form is prefix/name."}`;
}

/** True for two ids that differ only in case or in percent-encoding. */
export function isSameButSpelling(one: string, other: string): boolean {
  return spelling(one) === spelling(other);
}

function spelling(id: string): string {
  try {
    return decodeURIComponent(id).toLowerCase();
  } catch {
    return id.toLowerCase();
  }
}

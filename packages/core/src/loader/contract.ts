import { CONTRACT } from "@mcptest/pack";
import { McptestError } from "../errors/index.js";
import { installCommand } from "./install-command.js";
import { calledIn, installOf } from "./missing.js";
import { isPathSpecifier } from "./specifier.js";
import type { LoadOptions, PackRequest } from "./types.js";

/** The error for a pack that was made for the number `contract`, where this host does not know that. */
export function contractError(
  contract: unknown,
  request: PackRequest,
  { knownContract = CONTRACT }: Pick<LoadOptions, "knownContract">,
): McptestError | undefined {
  const numbers = [knownContract].flat();
  if (numbers.includes(contract as number)) return undefined;
  const theirs = typeof contract === "number" ? `for contract ${contract}` : "for a contract without a number";
  return new McptestError(
    "PACK_CONTRACT",
    `${calledIn(request)} was made ${theirs}; this mcptest knows contract ${numbers.join(" and ")}`,
    contractFix(contract, Math.max(...numbers), request),
  );
}

/** Which of the two is behind. */
function contractFix(contract: unknown, known: number, request: PackRequest): { fix?: string } {
  if (typeof contract !== "number") return {};
  if (contract > known) {
    const update = installCommand(request.from, ["mcptest@latest"]);
    return {
      fix: `The pack is newer than mcptest. Update mcptest: ${update}; or install an older version of the pack.`,
    };
  }
  const isHeld = request.object !== undefined || isPathSpecifier(request.specifier);
  const update = isHeld
    ? "Build it with a newer @mcptest/pack"
    : `Update it: ${installOf({ ...request, range: "latest" })}`;
  return { fix: `The pack is older than mcptest. ${update}; or install an older version of mcptest.` };
}

import { came, type Exchange, isObject, member, resultOf } from "@mcptest/pack";
import type { Sighting } from "../sightings.js";

/** One thing that is wrong with the result of `initialize`. */
export interface ShapeProblem {
  /** Member that it is about. */
  kind: string;
  came: string;
}

/** What is wrong with the result of `initialize` (A105). Members that no revision defines are legal. */
export function initializeProblems(result: unknown): ShapeProblem[] {
  if (!isObject(result)) return [{ kind: "result", came: "the result is no object" }];
  const problems: ShapeProblem[] = [];
  const serverInfo = member(result, "serverInfo");
  const check = (kind: string, value: unknown, isRight: boolean, wanted: string) => {
    if (!isRight) problems.push({ kind, came: `${kind} is ${value === undefined ? "missing" : `no ${wanted}`}` });
  };
  const { protocolVersion, capabilities, instructions } = Object.fromEntries(
    ["protocolVersion", "capabilities", "instructions"].map((name) => [name, member(result, name)]),
  );
  check("protocolVersion", protocolVersion, typeof protocolVersion === "string", "string");
  check("capabilities", capabilities, isObject(capabilities), "object");
  check("serverInfo", serverInfo, isObject(serverInfo), "object");
  if (isObject(serverInfo)) {
    for (const name of ["name", "version"]) {
      const value = member(serverInfo, name);
      check(`serverInfo.${name}`, value, typeof value === "string", "string");
    }
  }
  if (instructions !== undefined) check("instructions", instructions, typeof instructions === "string", "string");
  return problems;
}

/** The same for every result of `initialize` in `exchanges`. */
export function initializeSightings(exchanges: readonly Exchange[]): Sighting[] {
  return exchanges.flatMap((exchange) => {
    const result = exchange.method === "initialize" ? resultOf(exchange) : undefined;
    if (result === undefined) return [];
    return initializeProblems(result).map(({ kind, came: what }) => ({
      kind,
      subject: "initialize",
      exchange: exchange.number,
      finding: {
        sent: "initialize",
        came: `${what} in the ${came(exchange)}`,
        rule: "A105: the result has protocolVersion (string), capabilities (object) and serverInfo with the strings name and version; instructions is a string",
        fix: `give ${kind} the shape of InitializeResult in the schema of the revision`,
      },
    }));
  });
}

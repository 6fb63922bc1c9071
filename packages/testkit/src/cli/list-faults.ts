import { parseArgs } from "node:util";
import { listFaults } from "../faults/registry.js";
import type { FaultInfo } from "../faults/types.js";
import { LIST_HELP } from "./help.js";

const HEADINGS = {
  fault: "Faults: each breaks one rule",
  variant: "Variants: unusual, and legal",
  hostile: "Hostile traits: for whoever talks to a server",
};

/** `list-faults`. Gives the exit code. */
export function printFaults(args: string[]): number {
  const { values } = parseArgs({ args, options: { json: { type: "boolean" }, help: { type: "boolean", short: "h" } } });
  if (values.help) process.stdout.write(LIST_HELP);
  else if (values.json) process.stdout.write(`${JSON.stringify(listFaults(), null, 2)}\n`);
  else process.stdout.write(faultsText());
  return 0;
}

function faultsText(): string {
  const faults = listFaults();
  const width = Math.max(...faults.map((fault) => fault.name.length)) + 2;
  const sections = (["fault", "variant", "hostile"] as const).map((kind) => {
    const lines = faults.filter((fault) => fault.kind === kind).map((fault) => faultLine(fault, width));
    return `${HEADINGS[kind]}\n${lines.join("\n")}\n`;
  });
  return sections.join("\n");
}

function faultLine(fault: FaultInfo, width: number): string {
  const where = [
    fault.on === undefined || fault.on === "jobs" ? "" : `--kind ${fault.on} only`,
    fault.eras.length === 1 ? `${fault.eras[0]} only` : "",
    fault.transports.length === 1 ? `${fault.transports[0]} only` : "",
    fault.form === "sse" ? "--http-form sse only" : "",
    fault.versions ? `${fault.versions.join(", ")} only` : "",
  ];
  const owner = fault.owner ? `${fault.owner.rule} ${fault.owner.check}: ${fault.owner.verdict}` : "";
  const notes = [owner, ...where].filter((note) => note !== "").join(", ");
  return `  ${fault.name.padEnd(width)}${fault.description}${notes === "" ? "" : ` [${notes}]`}`;
}

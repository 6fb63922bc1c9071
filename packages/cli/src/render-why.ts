import type { PackCandidate } from "@mcptest/core/loader";
import { quoted, visibleLine } from "@mcptest/reporters";
import type { PackReason, WhyDocument } from "./packs-document.js";

/** Why a pack is the one that runs, for people. */
export function renderWhy({ reasons }: WhyDocument): string {
  return reasons.map((reason) => `${lines(reason).join("\n")}\n`).join("\n");
}

const BECAUSE: Readonly<Record<PackReason["because"], string>> = {
  configuration: "the configuration names it",
  suite: "a suite names it with an entry of its own",
  dependency: "nothing names packs, and it is a direct dependency of the project",
  bundled: "nothing names packs, and it comes with mcptest",
  "not used": "it does not run here by itself; this is what --pack would find",
};

const KINDS: Readonly<Record<PackCandidate["kind"], string>> = {
  path: "",
  node_modules: "",
  "plug-and-play": " (Plug'n'Play)",
  bundled: " (comes with mcptest)",
};

function lines(reason: PackReason): string[] {
  const { because, namedIn, suites, skippedBecause, from, candidates, range, loaded, problem } = reason;
  const taken = candidates.findIndex(({ found }) => found);
  return [
    headOf(reason),
    `  because   ${BECAUSE[because]}`,
    ...(skippedBecause === undefined ? [] : [`  skipped   ${visibleLine(skippedBecause)}`]),
    `  named in  ${visibleLine(namedIn)}`,
    ...(suites.length > 0 ? [`  suites    ${visibleLine(suites.join(", "))}`] : []),
    ...(candidates.length > 0 ? [`  looked for from ${visibleLine(from)}, in this order:`] : []),
    ...candidates.map((candidate, index) => `    ${candidateLine(candidate, index, taken)}`),
    ...(loaded ? [`  origin    ${visibleLine(loaded.origin)}`] : []),
    `  pin       ${visibleLine(range)}${pinText(reason)}`,
    ...(problem ? [...quoted(`${problem.message}\nfix: ${problem.fix}\ncode: ${problem.code}`, "  | ")] : []),
  ];
}

function headOf({ name, loaded }: PackReason): string {
  if (loaded === undefined) return visibleLine(name);
  const what = `${visibleLine(loaded.name)} ${visibleLine(loaded.version)}`;
  return name === loaded.name ? what : `${visibleLine(name)}: ${what}`;
}

function candidateLine({ place, kind, found, version }: PackCandidate, index: number, taken: number): string {
  const what = !found ? "not there" : index === taken ? "taken" : "there, and not looked at any more";
  return `${visibleLine(place)}${KINDS[kind]}: ${what}${version === undefined ? "" : `, version ${visibleLine(version)}`}`;
}

function pinText({ range, loaded, problem }: PackReason): string {
  if (problem?.code === "PACK_PIN_UNSATISFIED") return ", not satisfied";
  if (range === "*") return " (any version)";
  return loaded ? `, satisfied by ${visibleLine(loaded.version)}` : "";
}

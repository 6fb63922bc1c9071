import type { Transport } from "@mcptest/pack";
import type { EraOption, HttpForm, ServerKind, ServerOptions } from "../server/options.js";
import { appsServerFaults } from "./apps.js";
import { compatibilityFaults } from "./compat.js";
import { discoveryFaults } from "./hostile-discovery.js";
import { httpFaults } from "./hostile-http.js";
import { messageFaults } from "./hostile-messages.js";
import { processFaults } from "./hostile-process.js";
import { secretFaults } from "./hostile-secrets.js";
import { legacyCapabilityFaults } from "./legacy-capabilities.js";
import { legacyRequestFaults } from "./legacy-requests.js";
import { legacyResultFaults } from "./legacy-results.js";
import { legacyTaskFaults } from "./legacy-tasks.js";
import { negotiationFaults } from "./negotiation.js";
import { observedVariants } from "./observed.js";
import { skillsServerFaults } from "./skills.js";
import { capabilityFaults } from "./tasks-capabilities.js";
import { creationFaults } from "./tasks-creation.js";
import { dispatchFaults } from "./tasks-dispatch.js";
import { endingFaults } from "./tasks-endings.js";
import { identityFaults } from "./tasks-identity.js";
import { inputFaults } from "./tasks-input.js";
import { legacyFaults } from "./tasks-legacy.js";
import { listenFaults } from "./tasks-listen.js";
import { refusalFaults } from "./tasks-refusals.js";
import { inlineResultFaults } from "./tasks-result.js";
import { shapeFaults } from "./tasks-shape.js";
import { supersededFaults } from "./tasks-superseded.js";
import { ttlFaults } from "./tasks-ttl.js";
import { undeclaredCreationFaults } from "./tasks-undeclared-creation.js";
import { undeclaredMethodFaults } from "./tasks-undeclared-methods.js";
import { unknownTaskFaults } from "./tasks-unknown.js";
import { updateFaults } from "./tasks-updates.js";
import type { Fault, FaultInfo } from "./types.js";
import { listVariants, taskVariants } from "./variants.js";

/** Faults of the rules of Tasks. */
const TASKS: readonly Fault[] = [
  ...capabilityFaults,
  ...creationFaults,
  ...undeclaredCreationFaults,
  ...ttlFaults,
  ...inlineResultFaults,
  ...undeclaredMethodFaults,
  ...dispatchFaults,
  ...supersededFaults,
  ...shapeFaults,
  ...endingFaults,
  ...inputFaults,
  ...updateFaults,
  ...unknownTaskFaults,
  ...refusalFaults,
  ...listenFaults,
  ...identityFaults,
  ...legacyFaults,
  ...legacyCapabilityFaults,
  ...legacyTaskFaults,
  ...legacyResultFaults,
  ...legacyRequestFaults,
  ...taskVariants,
  ...observedVariants,
];

const ALL: readonly Fault[] = [
  ...TASKS.map((fault): Fault => ({ ...fault, on: "jobs" })),
  ...listVariants,
  ...negotiationFaults,
  ...compatibilityFaults,
  ...appsServerFaults,
  ...skillsServerFaults,
  ...processFaults,
  ...discoveryFaults,
  ...messageFaults,
  ...httpFaults,
  ...secretFaults,
];

/** Every fault, variant and hostile trait, as plain data. */
export function listFaults(): FaultInfo[] {
  return ALL.map(({ hooks: _hooks, ...info }) => info);
}

/** What a server is on which faults and variants are to show. */
export interface FaultPlace {
  era: EraOption;
  faults: string[];
  variants: string[];
  /** Default `jobs`. */
  kind?: ServerKind;
  /** Default `streamable`. */
  http?: HttpForm;
  /** Default: all. */
  legacyVersions?: readonly string[];
}

/** The faults and variants of these names. Throws an error for people when one does not exist or cannot show. */
export function resolveFaults(named: FaultPlace): Fault[] {
  const faults = named.faults.map((name) => find(name, false));
  const legal = named.variants.map((name) => find(name, true));
  for (const fault of [...faults, ...legal]) {
    const why = absence(fault, named);
    if (why !== undefined) throw new Error(`${fault.name} shows only ${why}`);
  }
  return [...faults, ...legal];
}

/** What the kinds of servers are called, and how one is asked for that is not the default. */
const KINDS: Record<ServerKind, { name: string; choice: string }> = {
  jobs: { name: "the server with Tasks", choice: "" },
  generic: { name: "the generic server", choice: ' (kind: "generic", serve --generic)' },
  mapped: { name: "the mapped server", choice: ' (kind: "mapped", serve --kind mapped)' },
  apps: { name: "the Apps server", choice: ' (kind: "apps", serve --kind apps)' },
  skills: { name: "the Skills server", choice: ' (kind: "skills", serve --kind skills)' },
};

/** Where a fault would show that does not here. */
function absence(fault: Fault, place: FaultPlace): string | undefined {
  const { era, kind = "jobs", http = "streamable", legacyVersions } = place;
  if (era !== "dual" && !fault.eras.includes(era)) {
    return `on ${fault.eras.join(" and ")} servers, not on a ${era} one`;
  }
  if (fault.on !== undefined && fault.on !== kind) {
    const { name, choice } = KINDS[fault.on];
    return `on ${name}${choice}, not on ${KINDS[kind].name}`;
  }
  const { versions, form, eras } = fault;
  if (
    versions &&
    legacyVersions &&
    !eras.includes("modern") &&
    !versions.some((each) => legacyVersions.includes(each))
  ) {
    return `in ${versions.join(", ")}, which this server does not speak`;
  }
  if (form !== undefined && form !== http) {
    return form === "sse" ? 'over HTTP+SSE (http: "sse", serve --http-form sse)' : "over Streamable HTTP";
  }
  return undefined;
}

/** Throws when a server with `options`, or a fault or variant of them, cannot show over `transport`. */
export function checkTransport(options: ServerOptions, transport: Transport): void {
  if (options.http === "sse" && transport === "stdio") throw new Error("HTTP+SSE is a form of HTTP, not of stdio");
  const names = [...(options.faults ?? []), ...(options.variants ?? [])];
  const absent = ALL.find((fault) => names.includes(fault.name) && !fault.transports.includes(transport));
  if (absent)
    throw new Error(`${absent.name} shows only over ${absent.transports.join(" and ")}, not over ${transport}`);
}

function find(name: string, variant: boolean): Fault {
  const found = ALL.find((fault) => fault.name === name);
  const noun = variant ? "variant" : "fault";
  if (!found) throw new Error(`Unknown ${noun} "${name}": ${suggestion(name)}list-faults shows all of them`);
  if ((found.kind === "variant") === variant) return found;
  throw new Error(`"${name}" is a ${variant ? "fault" : "variant"}: ask for it as one`);
}

/** The name that shares the most words with `name`. */
function suggestion(name: string): string {
  const words = name.split("-");
  const shared = (other: string) => other.split("-").filter((word) => words.includes(word)).length;
  const best = [...ALL].sort((a, b) => shared(b.name) - shared(a.name))[0];
  return best && shared(best.name) > 0 ? `did you mean "${best.name}"? ` : "";
}

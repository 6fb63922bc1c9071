import type { Era, Transport } from "@mcptest/pack";
import type { MessageContext } from "../server/checks.js";
import type { Hooks } from "../server/hooks.js";
import type { HttpForm, ServerKind } from "../server/options.js";

/** What a tool that knows the rules says about a server with this fault. */
export type ExpectedVerdict = "failed" | "warning" | "passed" | "could-not-run";

/** A statement about one check. */
export interface Expectation {
  /**
   * Number in the wire contract, such as `I06`; `mapping` for the convention of extensions through resources, `apps` for
   * MCP Apps, `skills` for Skills.
   */
  rule: string;
  check: string;
  verdict: ExpectedVerdict;
}

/** What a fault or a variant is, without what it does. Plain data. */
export interface FaultInfo {
  /** Unique, kebab-case. */
  name: string;
  /** `fault` breaks one rule; `variant` is unusual and legal; `hostile` attacks whoever talks to the server. */
  kind: "fault" | "variant" | "hostile";
  description: string;
  /** Eras in which it shows. */
  eras: Era[];
  transports: Transport[];
  /** The one kind of server on which it shows. Absent: on each of them. */
  on?: ServerKind;
  /** Legacy revisions in which it shows. Absent: in all that the server speaks. */
  versions?: string[];
  /** The one form of HTTP in which it shows. Absent: in both. */
  form?: HttpForm;
  /** The check that owns the broken rule, and what it says. Absent where no rule is about it. */
  owner?: Expectation;
  /** What the eight checks of the Tasks pack's `baseline` say, where `owner` is not among them. */
  baseline?: Expectation;
}

/** What a fault is built with. */
export interface FaultContext {
  jobMs: number;
}

/** A fault, a variant or a hostile trait. */
export interface Fault extends FaultInfo {
  /** Makes the hooks for one server; state that they keep is that server's own. */
  hooks(context: FaultContext): Hooks;
}

/** What the members of a group have in common. */
export type FaultDefaults = Pick<FaultInfo, "kind" | "eras" | "transports" | "owner" | "on" | "versions" | "form">;

/** What is said of each member of a group: name, description and hooks, and what differs from the group. */
export type FaultEntry = Partial<FaultDefaults> &
  Pick<FaultInfo, "name" | "description" | "baseline"> & { hooks: Hooks | ((context: FaultContext) => Hooks) };

/** Both transports. */
export const ANY_TRANSPORT: Transport[] = ["http", "stdio"];

/** Builds a group of faults. Each acts in its own eras and revisions only, also on a server of more. */
export function faultGroup(defaults: FaultDefaults, entries: FaultEntry[]): Fault[] {
  return entries.map(({ hooks, ...entry }) => {
    const info = { ...defaults, ...entry };
    return { ...info, hooks: (context) => confine(typeof hooks === "function" ? hooks(context) : hooks, info) };
  });
}

/** Hooks that act where a fault shows. What belongs to a whole server (policies, HTTP, stdio) is left as it is. */
function confine(hooks: Hooks, { eras, versions }: Pick<FaultInfo, "eras" | "versions">): Hooks {
  const { around, capabilities, refusal, notified, unreadable, batched } = hooks;
  const shows = ({ era, version }: Pick<MessageContext, "era" | "version">) =>
    eras.includes(era) && (era === "modern" || versions === undefined || versions.includes(version));
  return {
    ...hooks,
    ...(around ? { around: (call, next) => (shows(call) ? around(call, next) : next()) } : {}),
    ...(capabilities
      ? { capabilities: (given, era, call) => (shows(call) ? capabilities(given, era, call) : given) }
      : {}),
    ...(refusal ? { refusal: (check, error, at) => (shows(at) ? refusal(check, error, at) : error) } : {}),
    ...(notified ? { notified: (message, outcome, at) => (shows(at) ? notified(message, outcome, at) : outcome) } : {}),
    ...(unreadable ? { unreadable: (outcome, at) => (shows(at) ? unreadable(outcome, at) : outcome) } : {}),
    ...(batched ? { batched: (outcome, at) => (shows(at) ? batched(outcome, at) : outcome) } : {}),
  };
}

import type { JsonObject } from "@mcptest/pack";
import type { HostOrder } from "./page/orders.js";
import type { VisitPlan } from "./plan.js";
import type { Scenario } from "./record.js";

/** Every scenario; the ordinary one first. */
export const SCENARIOS: readonly Scenario[] = [
  "main",
  "initialize-error",
  "other-version",
  "no-context",
  "no-capabilities",
  "late-initialize",
  "same-tick",
  "partial-input",
  "empty-input",
  "odd-input",
  "error-result",
  "content-only",
  "structured-only",
  "cancelled",
  "fixed-height",
  "opaque-origin",
];

/** How the host of a scenario differs from the ordinary one. */
export interface Behaviour {
  answer: HostOrder["answer"];
  delayMs: number;
  serves: boolean;
  fixedSize: boolean;
  /** Flags of the frame of the view. */
  sandbox: string;
  /** In the tick in which the handshake ends. */
  atOnce: JsonObject[];
  /** After it, each on its own. */
  after: JsonObject[];
}

const SANDBOX = "allow-scripts allow-same-origin allow-forms";
const LATE_MS = 3_000;
/** Every host takes a moment: a view that does not wait for the answer to `ui/initialize` is ahead of it. */
const MOMENT_MS = 50;

/** What the host does in a scenario. */
export function behaviour(plan: VisitPlan): Behaviour {
  const { scenario } = plan;
  const { atOnce = [], after = [] } = messagesOf(plan);
  return {
    answer: ANSWERS[scenario] ?? "ok",
    delayMs: scenario === "late-initialize" ? LATE_MS : MOMENT_MS,
    serves: scenario !== "no-capabilities",
    fixedSize: scenario === "fixed-height",
    sandbox: scenario === "opaque-origin" ? "allow-scripts allow-forms" : SANDBOX,
    atOnce,
    after,
  };
}

const ANSWERS: Partial<Record<Scenario, HostOrder["answer"]>> = {
  "initialize-error": "error",
  "other-version": "other-version",
  "no-context": "no-context",
};

function messagesOf({ scenario, input, result }: VisitPlan): { atOnce?: JsonObject[]; after?: JsonObject[] } {
  const given = toolInput(input);
  const { content, structuredContent, _meta } = result;
  switch (scenario) {
    case "initialize-error":
      return {};
    case "same-tick":
      return { atOnce: [given, toolResult(result)] };
    case "partial-input":
      return { after: [...partials(input), given, toolResult(result)] };
    case "empty-input":
      return { after: [toolInput({}), toolResult(result)] };
    case "odd-input":
      return { after: [toolInput({ ...input, "mcptest-odd": ["nobody", { asked: "for this" }] }), toolResult(result)] };
    case "error-result": {
      const text = "The tool has failed: this is the error of an unusual host.";
      return { after: [given, toolResult({ content: [{ type: "text", text }], isError: true })] };
    }
    case "content-only":
      return { after: [given, toolResult({ content: content ?? [] })] };
    case "structured-only": {
      const rest = { ...(structuredContent === undefined ? {} : { structuredContent }), ...(_meta ? { _meta } : {}) };
      return { after: [given, toolResult({ content: [], ...rest })] };
    }
    case "cancelled":
      return { after: [given, notification("tool-cancelled", { reason: "the user has stopped it" })] };
    default:
      return { after: [given, toolResult(result)] };
  }
}

/** Inputs as they grow while a model writes them: nothing, one member after the other, a member that is cut, one that changes. */
function partials(input: JsonObject): JsonObject[] {
  const entries = Object.entries(input).slice(0, 5);
  const grown = entries.map((_, index) => Object.fromEntries(entries.slice(0, index + 1)));
  const [first] = entries;
  const odd = first
    ? [{ [first[0]]: null }, { [first[0]]: typeof first[1] === "string" ? first[1].slice(0, 1) : {} }]
    : [];
  return [{}, ...grown, ...odd, {}].map((partial) => notification("tool-input-partial", { arguments: partial }));
}

function toolInput(input: JsonObject): JsonObject {
  return notification("tool-input", { arguments: input });
}

function toolResult(result: JsonObject): JsonObject {
  return notification("tool-result", result);
}

function notification(name: string, params: JsonObject): JsonObject {
  return { jsonrpc: "2.0", method: `ui/notifications/${name}`, params };
}

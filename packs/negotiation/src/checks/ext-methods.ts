import {
  advertisedKey,
  type Check,
  came,
  ERROR,
  type JsonObject,
  type PackContext,
  say,
  type Verdict,
} from "@mcptest/pack";
import { modernCheck } from "../define.js";
import { aloneSteadily } from "../extensions/alone.js";
import { met } from "../extensions/answer.js";
import { declaring } from "../extensions/judged.js";
import { codeOf } from "../extensions/required.js";
import { SKILLS, TASKS } from "../ids.js";

/** A method of an extension that this pack knows and that changes nothing. */
interface KnownMethod {
  id: string;
  method: string;
  params: JsonObject;
  /** The document of the extension says outright that an undeclared call is refused with -32021. */
  stated: boolean;
}

/** A task that nobody has made. */
const NO_TASK = "mcptest-no-such-task";

const GATED: readonly KnownMethod[] = [
  { id: TASKS, method: "tasks/get", params: { taskId: NO_TASK }, stated: true },
  { id: "io.modelcontextprotocol/interceptors", method: "interceptors/list", params: {}, stated: false },
];

/** List methods that a server which advertises the extension must have. */
const PRESENT = [{ id: SKILLS, method: "skills/list" }] as const;

/** E14. */
const gated = modernCheck({
  id: "ext-methods-gated",
  category: "extensions",
  title: "Methods of an extension need its declaration",
  description:
    "A method of an advertised extension is refused with -32021 where the request does not declare the extension. Asked of the extensions whose methods mcptest knows: tasks/get for a task that does not exist, and interceptors/list.",
  level: "must",
  contract: "E14",
  source: "basic/versioning",
  section: "Extension Negotiation",
  phase: "probe",
  async run(_values, verdict, context) {
    const known = GATED.filter(({ id }) => advertisedKey(context.negotiated.capabilities, id) !== undefined);
    if (known.length === 0) {
      return verdict.notApplicable("no extension is advertised of which mcptest knows a method that is safe to call");
    }
    for (const entry of known) await judgeGated(context, verdict, entry);
  },
});

/** E27. */
const present = modernCheck({
  id: "ext-advertised-present",
  category: "extensions",
  title: "An advertised extension has its methods",
  description: "The list method of an advertised official extension (skills/list) is not answered with -32601.",
  level: "should",
  contract: "E27",
  source: "extensions/overview",
  section: "Server Capabilities",
  phase: "probe",
  async run(_values, verdict, context) {
    const known = PRESENT.filter(({ id }) => advertisedKey(context.negotiated.capabilities, id) !== undefined);
    if (known.length === 0)
      return verdict.notApplicable("no extension is advertised that has a list method of its own");
    for (const { id, method } of known) {
      const exchange = await aloneSteadily(context.host, { method, extensions: declaring([id]) });
      const about = { subject: method };
      const answer = met(exchange);
      if (answer.kind === "hang" || answer.kind === "trouble" || answer.kind === "gate") {
        const origin = answer.kind === "hang" ? "host" : "environment";
        verdict.couldNotRun(`${method}: ${came(exchange)}`, { origin, evidence: [exchange.number], about });
      } else if (codeOf(exchange) !== ERROR.methodNotFound) verdict.pass(about, [exchange.number]);
      else
        verdict.fail(
          say({
            sent: `${method} with ${id} declared`,
            came: `${came(exchange)}, although server/discover advertises ${id}`,
            rule: "E27: an extension that is advertised is there: its methods are answered",
            fix: `answer ${method}, or do not advertise ${id}; drafts of the extension that had no ${method} are over`,
          }),
          [exchange.number],
          about,
        );
    }
  },
});

async function judgeGated(context: PackContext, verdict: Verdict, { id, method, params, stated }: KnownMethod) {
  const exchange = await aloneSteadily(context.host, { method, params });
  const about = { subject: method };
  const evidence = [exchange.number];
  const answer = met(exchange);
  const code = codeOf(exchange);
  if (answer.kind === "hang" || answer.kind === "trouble" || answer.kind === "gate") {
    const origin = answer.kind === "hang" ? "host" : "environment";
    return verdict.couldNotRun(`${method}: ${came(exchange)}`, { origin, evidence, about });
  }
  if (code === ERROR.missingClientCapability) return verdict.pass(about, evidence);
  // The task does not exist either: which of the two comes first is open (J12).
  if (stated && code === ERROR.invalidParams) return verdict.pass(about, evidence);
  const finding = say({
    sent: `${method} without ${id} declared`,
    came: came(exchange),
    rule: "E14: a method of an extension is refused with -32021 where the request does not declare the extension",
    fix: `check the declaration of each request first, and answer -32021 with data.requiredCapabilities.extensions["${id}"]: {}`,
  });
  const isDraft = code === ERROR.draftMissingClientCapability;
  if (stated && !isDraft) verdict.fail(finding, evidence, about);
  else verdict.warn(finding, evidence, about);
}

export const methodChecks: Check[] = [gated, present];

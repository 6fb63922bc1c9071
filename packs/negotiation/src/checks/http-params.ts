import {
  type Check,
  defineFixture,
  ERROR,
  encodeHeaderValue,
  excerpt,
  type JsonObject,
  member,
  say,
  unavailable,
} from "@mcptest/pack";
import { isReadOnly } from "../call-target.js";
import { modernHttpCheck } from "../define.js";
import { annotationProblems } from "../http/annotations.js";
import { answerOf, came } from "../http/answer.js";
import { judgeAccepted, judgeHeaderProbe } from "../http/header-refusal.js";
import { type HeaderArgument, headerArguments, paramHeaders } from "../http/param-headers.js";
import { sendAlone } from "../http/safe-request.js";
import { lists } from "../lists.js";
import type { NegotiationOptions, ToolCall } from "../options.js";

const SOURCE = "basic/transports/streamable-http";

/** The call of the option `headerTool`, with the tool as it is listed and the arguments that travel in headers. */
interface HeaderCall extends ToolCall {
  listed: JsonObject;
  inHeaders: HeaderArgument[];
}

const headerCall = defineFixture<HeaderCall, { lists: typeof lists }, NegotiationOptions>({
  name: "header tool",
  needs: { lists },
  role: {
    name: "headerTool",
    configured: ({ headerTool }) => headerTool !== undefined,
    option: { path: ["headerTool"], example: { tool: "NAME", arguments: {} } },
  },
  prepare({ lists: { tools } }, { options }) {
    const call = options.headerTool;
    if (!call) throw unavailable("the option headerTool is not given");
    const listed = tools.items.find((tool) => member(tool, "name") === call.tool);
    if (!listed) {
      throw unavailable(`tools/list has no tool ${JSON.stringify(call.tool)}, which the option headerTool names`, {
        origin: "environment",
      });
    }
    const inHeaders = headerArguments(listed, call.arguments);
    if (inHeaders.some(({ value }) => value !== undefined && value !== null)) return { ...call, listed, inHeaders };
    throw unavailable(
      `no argument that the option headerTool gives to ${JSON.stringify(call.tool)} is annotated with x-mcp-header`,
      { origin: "environment" },
    );
  },
});

const PARAM_RULE = {
  rule: "A64: an annotated argument is repeated in its Mcp-Param header; else the answer is 400 and the code -32020",
  fix: "compare each Mcp-Param header, decoded, with the argument that it repeats, and refuse what differs or lacks it",
};

const NO_VALUE_RULE = {
  rule: "A64: an argument that is null or absent has no header, and none may be asked for",
  fix: "ask for an Mcp-Param header only where the argument has a value",
};

/** A64. */
const paramHeader = modernHttpCheck({
  id: "http-param-header",
  category: "transport",
  title: "Mcp-Param headers are compared with the arguments",
  description:
    "Calls the tool of the option headerTool with the header of an argument missing, different and with invalid characters, and where that is safe without the argument.",
  level: "must",
  phase: "probe",
  contract: "A64",
  source: SOURCE,
  section: "Server Behavior for Custom Headers",
  needs: { call: headerCall },
  async run({ call }, verdict, { host, connection }) {
    const { tool, listed, inHeaders } = call;
    const method = "tools/call";
    const headersOf = (args: JsonObject) => paramHeaders(listed, args);
    const send = (args: JsonObject, headers: Record<string, string | null> = {}, defect?: string) => {
      const params = { name: tool, arguments: args };
      return sendAlone(host, connection, { method, params, headers: { ...headersOf(args), ...headers }, defect });
    };
    const control = await send(call.arguments);
    if (answerOf(control).kind !== "served") {
      const reason = `the call of ${JSON.stringify(tool)} with every header was not served: ${came(control)}`;
      return verdict.couldNotRun(reason, { origin: "environment", evidence: [control.number] });
    }
    for (const { name, value, path } of inHeaders) {
      if (value === undefined || value === null) continue;
      const what = `tools/call of ${JSON.stringify(tool)}`;
      const right = encodeHeaderValue(String(value));
      const other =
        typeof value === "boolean" ? String(!value) : typeof value === "number" ? String(value + 1) : `${right}-other`;
      const wrong: [variant: string, header: string | null, sent: string][] = [
        ["missing", null, `${what} without ${name}`],
        ["different", other, `${what} with ${name}: ${other}`],
        ["invalid characters", `${right}\u00e9`, `${what} with a byte beyond ASCII in ${name}`],
      ];
      for (const [variant, header, sent] of wrong) {
        const exchange = await send(call.arguments, { [name]: header }, `A64: ${name} ${variant}`);
        const probe = { sent, method: `${method} ${path.join(".")}`, variant, exchange };
        judgeHeaderProbe(verdict, probe, PARAM_RULE);
      }
      if (typeof value !== "number" || !Number.isSafeInteger(value)) continue;
      const exchange = await send(call.arguments, { [name]: `${value}.0` });
      if (answerOf(exchange).kind !== "refused") continue;
      verdict.warn(
        say({
          sent: `${what} with ${name}: ${value}.0 for the argument ${value}`,
          came: `refused: ${came(exchange)}`,
          rule: "A64: integers should compare by value, not by their text",
          fix: "read the header of an integer as a number before you compare it",
        }),
        [exchange.number],
        { subject: `${method} ${path.join(".")}`, variant: "number" },
      );
    }
    if (!isReadOnly(listed)) return;
    for (const { name, path } of inHeaders) {
      const [property, ...deeper] = path;
      if (property === undefined || deeper.length > 0) continue;
      const { [property]: _left, ...absent } = call.arguments;
      const without: [variant: string, args: JsonObject][] = [
        ["null", { ...absent, [property]: null }],
        ["absent", absent],
      ];
      for (const [variant, args] of without) {
        const sent = `tools/call of ${JSON.stringify(tool)} with ${property} ${variant} and without ${name}`;
        const exchange = await send(args);
        const probe = { sent, method: `${method} ${property}`, variant, exchange };
        // What the tool says to such arguments is its own affair; only the refusal for a header counts.
        const answer = answerOf(exchange);
        if (answer.kind === "refused" && answer.code !== ERROR.headerMismatch) continue;
        await judgeAccepted(verdict, probe, NO_VALUE_RULE, () => send(call.arguments));
      }
    }
  },
});

/** Findings for one tool; the rest is counted. */
const MOST_PROBLEMS = 3;

/** A65. */
const paramAnnotation = modernHttpCheck({
  id: "http-param-annotation-valid",
  category: "transport",
  title: "x-mcp-header stands where a client can follow it",
  description:
    "Reads the input schemas of tools/list: each x-mcp-header is a unique header name, on an integer, a string or a boolean that is reached through properties alone.",
  level: "must",
  phase: "list",
  contract: "A65",
  source: SOURCE,
  section: "Schema Extension",
  needs: { lists },
  run({ lists: { tools } }, verdict) {
    if (!tools.advertised) return verdict.notApplicable("the server advertises no tools");
    const evidence = tools.pages.map(({ number }) => number);
    for (const tool of tools.items) {
      const name = member(tool, "name");
      const problems = annotationProblems(member(tool, "inputSchema"));
      if (problems.length === 0) continue;
      const more = problems.length > MOST_PROBLEMS ? `; and ${problems.length - MOST_PROBLEMS} more` : "";
      verdict.fail(
        say({
          sent: "tools/list",
          came: `of the tool ${excerpt(name, 80)}, ${problems.slice(0, MOST_PROBLEMS).join("; ")}${more}`,
          rule: "A65: a client must drop a tool whose x-mcp-header is empty, no header name, used twice, on another type, or not reached through properties",
          fix: "correct the annotation, or leave it out: the argument then travels in the body alone",
        }),
        evidence,
        { subject: typeof name === "string" ? name : undefined },
      );
    }
    if (tools.problem !== undefined && tools.items.length === 0) verdict.couldNotRun(tools.problem, { evidence });
  },
});

export const httpParamChecks: Check[] = [paramHeader, paramAnnotation];

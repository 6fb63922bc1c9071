import {
  defineFixture,
  ERROR,
  type Exchange,
  isObject,
  type JsonObject,
  mayInvoke,
  member,
  nameParameter,
  type RequestSpec,
  unavailable,
} from "@mcptest/pack";
import { CALL_OPTION, callChoice } from "../call-target.js";
import { declarable, declaring } from "../extensions/judged.js";
import { codeOf, requiredExtensions } from "../extensions/required.js";
import { lists } from "../lists.js";
import type { NegotiationOptions } from "../options.js";
import { answerOf, came } from "./answer.js";
import { paramHeaders } from "./param-headers.js";
import { sendAlone } from "./safe-request.js";

/** A request that the server lets everybody make, and that carries `Mcp-Name`. */
export interface NamedRequest {
  method: string;
  /** The value that `Mcp-Name` repeats. */
  name: string;
  request: RequestSpec;
}

/** A longer URI is left alone: its header may be too long for whoever is in between. */
const LONGEST_URI = 1_000;

/**
 * One request for each of the three methods with `Mcp-Name`: a read-only tool, a prompt without arguments, a resource, as
 * far as the server lists them and serves the request. What it refuses as it is cannot show what a header does (J12).
 */
export const namedRequests = defineFixture<
  NamedRequest[],
  { lists: typeof lists; choice: typeof callChoice },
  NegotiationOptions
>({
  name: "requests with a name",
  needs: { lists, choice: callChoice },
  role: {
    name: "call",
    configured: ({ call }, facts) => call !== undefined || facts.call !== "none" || facts.named !== "none",
    option: CALL_OPTION,
    missing:
      "the server has no prompts and no resources, and no tool is annotated readOnlyHint: true and needs no argument",
  },
  async prepare({ lists: { tools, prompts, resources }, choice }, { host, connection, negotiated, optionName }) {
    const { target: call, problem } = choice;
    const tool = call && tools.items.find((each) => member(each, "name") === call.tool);
    const prompt = prompts.items.map((each) => (asksNothing(each) ? member(each, "name") : undefined)).find(isText);
    const uri = resources.items
      .map((each) => member(each, "uri"))
      .find((each) => isText(each) && each.length <= LONGEST_URI && !mayInvoke(each));
    const found = [
      ...(isText(uri) ? [named("resources/read", { uri })] : []),
      ...(isText(prompt) ? [named("prompts/get", { name: prompt })] : []),
      ...(call
        ? [named("tools/call", { name: call.tool, arguments: call.arguments }, paramHeaders(tool, call.arguments))]
        : []),
    ];
    const refused: Exchange[] = [];
    const served: NamedRequest[] = [];
    for (const each of found) {
      let { request } = each;
      let exchange = await sendAlone(host, connection, request);
      if (codeOf(exchange) === ERROR.missingClientCapability) {
        const extensions = { ...declaring(declarable(negotiated.capabilities)), ...wanted(exchange) };
        request = { ...request, extensions };
        exchange = await sendAlone(host, connection, request);
      }
      if (answerOf(exchange).kind === "served") served.push({ ...each, request });
      else refused.push(exchange);
    }
    if (served.length > 0) return served;
    const [first] = refused;
    if (problem && !problem.notApplicable) throw problem;
    if (first) {
      throw unavailable(`the server refuses ${first.method} with right headers, too: ${came(first)}`, {
        origin: "environment",
        evidence: refused.map(({ number }) => number),
      });
    }
    throw unavailable(
      `the server lists no read-only tool without arguments, no prompt without arguments and no resource; name a call that changes nothing with ${optionName(CALL_OPTION.path, CALL_OPTION.example)}`,
      { notApplicable: true, ...(tools.items.length === 0 ? {} : { options: [CALL_OPTION] }) },
    );
  },
});

/** The extensions that a refusal asks for, as far as their settings can be declared. */
function wanted(exchange: Exchange): Record<string, JsonObject> {
  const asked = Object.entries(requiredExtensions(exchange));
  return Object.fromEntries(asked.filter((entry): entry is [string, JsonObject] => isObject(entry[1])));
}

function named(method: string, params: JsonObject, headers?: Record<string, string>): NamedRequest {
  const name = String(member(params, nameParameter(method) ?? ""));
  return { method, name, request: { method, params, ...(headers ? { headers } : {}) } };
}

function asksNothing(prompt: JsonObject): boolean {
  const args = member(prompt, "arguments");
  return !Array.isArray(args) || !args.some((each) => member(each, "required") === true);
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

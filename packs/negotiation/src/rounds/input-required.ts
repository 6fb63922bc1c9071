import { type Exchange, excerpt, isObject, type Json, type JsonObject, member, resultOf } from "@mcptest/pack";
import { declaredIn } from "../sent.js";
import type { Sighting } from "../sightings.js";

/** An answer that asks for input before there is another. */
export interface Asked {
  exchange: Exchange;
  method: string;
  result: JsonObject;
}

/** The answers with `resultType: "input_required"`, but those to `server/discover`, whose kind is B02's to judge. */
export function askedIn(exchanges: readonly Exchange[]): Asked[] {
  return exchanges.flatMap((exchange): Asked[] => {
    const result = resultOf(exchange);
    if (exchange.method === "server/discover" || !isObject(result) || member(result, "resultType") !== "input_required")
      return [];
    return [{ exchange, method: exchange.method ?? "", result }];
  });
}

const METHODS = ["tools/call", "prompts/get", "resources/read"];

/** Methods that may not ask for input (G10). */
export function askedBy(exchanges: readonly Exchange[]): Sighting[] {
  return askedIn(exchanges)
    .filter(({ method }) => !METHODS.includes(method))
    .map((asked) =>
      sighting(asked, "input is asked for", {
        rule: `G10: only ${METHODS.join(", ")} are answered with input_required`,
        fix: "answer with the result or with an error; ask for input in one of the three methods",
      }),
    );
}

/** Answers without anything to go on with (G11). */
export function withoutAny(exchanges: readonly Exchange[]): Sighting[] {
  const words = {
    rule: 'G11: input_required has "inputRequests", "requestState" or both',
    fix: 'put the questions into "inputRequests", or what the retry needs into "requestState", which is a string',
  };
  return askedIn(exchanges).flatMap((asked): Sighting[] => {
    const requests = member(asked.result, "inputRequests");
    const state = member(asked.result, "requestState");
    if (state !== undefined && typeof state !== "string") return [sighting(asked, "requestState is no string", words)];
    if (state !== undefined) return [];
    if (requests === undefined) return [sighting(asked, "there is neither inputRequests nor requestState", words)];
    if (!isObject(requests) || Object.keys(requests).length > 0) return [];
    return [sighting(asked, "inputRequests is empty, and there is no requestState", words, "warn")];
  });
}

const KINDS = ["elicitation/create", "sampling/createMessage", "roots/list"] as const;
type Kind = (typeof KINDS)[number];

/** One entry of `inputRequests`. */
interface Question {
  asked: Asked;
  key: string;
  entry: Json;
}

function questionsIn(exchanges: readonly Exchange[]): Question[] {
  return askedIn(exchanges).flatMap((asked) => {
    const requests = member(asked.result, "inputRequests");
    return isObject(requests) ? Object.entries(requests).map(([key, entry]) => ({ asked, key, entry })) : [];
  });
}

function isKind(method: Json | undefined): method is Kind {
  return KINDS.some((kind) => kind === method);
}

/** Questions that are no request for input (G12). */
export function wrongQuestions(exchanges: readonly Exchange[]): Sighting[] {
  const words = {
    rule: `G12: each entry of inputRequests is {method, params} with one of ${KINDS.join(", ")}`,
    fix: "send the method and the params of the request alone; params may be left out for roots/list only",
  };
  const noMaps = askedIn(exchanges).flatMap((asked): Sighting[] => {
    const requests = member(asked.result, "inputRequests");
    if (requests === undefined || isObject(requests)) return [];
    return [sighting(asked, "inputRequests is no object of requests by key", words)];
  });
  const entries = questionsIn(exchanges).flatMap(({ asked, entry }): Sighting[] => {
    const wrong = wrongEntry(entry);
    if (wrong !== undefined) return [sighting(asked, wrong, words)];
    const odd = ["jsonrpc", "id"].filter((name) => member(entry, name) !== undefined);
    return odd.length > 0 ? [sighting(asked, `an entry has ${odd.join(" and ")}`, words, "warn")] : [];
  });
  return [...noMaps, ...entries];
}

function wrongEntry(entry: Json): string | undefined {
  if (!isObject(entry)) return "an entry is no object";
  const method = member(entry, "method");
  if (!isKind(method)) return "an entry has none of the three methods";
  const params = member(entry, "params");
  if (isObject(params) || (params === undefined && method === "roots/list")) return undefined;
  return "an entry has no object params";
}

/** Questions of a kind that the request does not declare (G13). */
export function undeclared(exchanges: readonly Exchange[]): Sighting[] {
  return questionsIn(exchanges).flatMap(({ asked, entry }): Sighting[] => {
    const needed = neededBy(entry);
    if (needed === undefined || isDeclared(declaredIn(asked.exchange), needed)) return [];
    return [
      sighting(asked, `${needed.join(".")} is asked for, which the request does not declare`, {
        rule: "G13: a request is asked only for what its own clientCapabilities declare; without it the answer is -32021",
        fix: "look at the capabilities of the request, and answer -32021 with requiredCapabilities where they do not suffice",
      }),
    ];
  });
}

/** The capability, and for elicitation the mode, that a question needs. */
function neededBy(entry: Json): string[] | undefined {
  const method = member(entry, "method");
  if (method === "sampling/createMessage") return ["sampling"];
  if (method === "roots/list") return ["roots"];
  if (method !== "elicitation/create") return undefined;
  return ["elicitation", member(member(entry, "params"), "mode") === "url" ? "url" : "form"];
}

/** `elicitation: {}` means forms alone. */
function isDeclared(declared: JsonObject, [name = "", mode]: string[]): boolean {
  const capability = member(declared, name);
  if (!isObject(capability)) return false;
  if (mode === undefined || member(capability, mode) !== undefined) return true;
  return mode === "form" && member(capability, "url") === undefined;
}

/** Answers that say how long they may be cached (G20). */
export function cached(exchanges: readonly Exchange[]): Sighting[] {
  return askedIn(exchanges).flatMap((asked): Sighting[] => {
    const hints = ["ttlMs", "cacheScope"].filter((name) => member(asked.result, name) !== undefined);
    if (hints.length === 0) return [];
    return [
      sighting(
        asked,
        `it has ${hints.join(" and ")}`,
        {
          rule: "G20: input_required is no answer that can be cached, and carries no cache hints",
          fix: "put ttlMs and cacheScope on complete results alone",
        },
        "warn",
      ),
    ];
  });
}

function sighting(
  { exchange, method, result }: Asked,
  kind: string,
  words: { rule: string; fix: string },
  outcome: Sighting["outcome"] = "fail",
): Sighting {
  const came = `${kind}: ${excerpt(result, 240)}`;
  return { kind, subject: method, outcome, exchange: exchange.number, finding: { sent: method, came, ...words } };
}

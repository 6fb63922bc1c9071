import { type Json, member, type RequestSpec, type Unavailable, unavailable } from "@mcptest/pack";
import { listAll } from "../negotiation/paging.js";
import type { Session } from "../negotiation/types.js";
import { isToolCall, messagesOf, type SentCall } from "./sent-messages.js";

/**
 * What packs may send on a lane. `read-only`: no call of a tool that is not annotated `readOnlyHint: true`. `list`: list
 * methods alone. `nothing`: nothing at all.
 */
export type GateMode = "read-only" | "list" | "nothing";

/** A call of a tool that a gate has held back. */
export interface HeldCall {
  tool: Json | undefined;
  arguments: Json | undefined;
  /** Name of the pack, and id of the check, or `fixture:NAME`, that asked for it. */
  pack: string;
  check: string;
  /** The tool is annotated `readOnlyHint: true`. */
  readOnly: boolean;
}

/** Stands between the packs of a lane and its connections. */
export interface Gate {
  readonly mode: GateMode;
  /** Calls of tools that were held back, in the order in which they were asked for. */
  readonly held: readonly HeldCall[];
  /**
   * Why a request may not be sent, or `undefined`. What the body calls decides; a header that names a listed tool counts as
   * well, since a gateway may go by it. `spec` has to be a copy of its own: what is looked at here is what is
   * sent. `asker` is whose request it is.
   */
  refusal(spec: RequestSpec, asker: Pick<HeldCall, "pack" | "check">): Promise<Unavailable | undefined>;
  /** Why a request of the server may not be answered: it may be wherever the call that brought it may be sent. */
  answerRefusal(): Unavailable | undefined;
}

/** The reason that a check has which asks for something under `list`. */
export const ONLY_LISTED = "nothing is called: the run only lists what would run";
/** The same where nothing can be sent. */
const OFFLINE = "nothing is sent: there is a transcript and no server";

/** Methods that are sent under `list`, those of detection apart. */
const LIST_METHODS: ReadonlySet<string> = new Set([
  "server/discover",
  "tools/list",
  "resources/list",
  "resources/templates/list",
  "prompts/list",
]);

/** Calls that are kept. */
const MAX_HELD = 1_000;

/** Makes the gate of a lane. The host reads the list of tools itself, once, and believes no pack about it. */
export function createGate(session: Session, mode: GateMode): Gate {
  const held: HeldCall[] = [];
  let tools: Promise<Json[]> | undefined;

  async function listed(name: Json | undefined): Promise<Json[]> {
    if (typeof name !== "string") return [];
    tools ??= listAll(session, "tools/list", "tools").then(({ items }) => items);
    return (await tools).filter((tool) => member(tool, "name") === name);
  }

  async function isReadOnly(name: Json | undefined): Promise<boolean> {
    const own = await listed(name);
    return own.length > 0 && own.every((tool) => member(member(tool, "annotations"), "readOnlyHint") === true);
  }

  /** Empty for the name in a header that no listed tool has: nothing can be called by it. */
  async function hold(call: SentCall, asker: Pick<HeldCall, "pack" | "check">): Promise<[HeldCall] | []> {
    const tool = member(call.params, "name");
    if (call.misnamed && mode !== "nothing" && (await listed(tool)).length === 0) return [];
    const readOnly = mode !== "nothing" && (await isReadOnly(tool));
    return [{ tool, arguments: member(call.params, "arguments"), ...asker, readOnly }];
  }

  return {
    mode,
    held,
    async refusal(spec, asker) {
      const messages = messagesOf(spec);
      const calls = (await Promise.all((messages ?? []).filter(isToolCall).map((call) => hold(call, asker)))).flat();
      const refused = mode === "read-only" ? calls.filter(({ readOnly }) => !readOnly) : calls;
      held.push(...refused.slice(0, MAX_HELD - held.length));
      const reason = reasonOf(mode, spec, messages, refused);
      return reason === undefined ? undefined : unavailable(reason, { origin: "host" });
    },
    answerRefusal() {
      if (mode === "read-only") return undefined;
      return unavailable(mode === "list" ? ONLY_LISTED : OFFLINE, { origin: "host" });
    },
  };
}

function reasonOf(
  mode: GateMode,
  spec: RequestSpec,
  messages: readonly SentCall[] | undefined,
  refused: readonly HeldCall[],
): string | undefined {
  if (mode === "nothing") return OFFLINE;
  if (mode === "list") {
    const { method, httpMethod = "POST", body, defect } = spec;
    const isList = httpMethod === "POST" && body === undefined && defect === undefined && LIST_METHODS.has(method);
    return isList && refused.length === 0 ? undefined : ONLY_LISTED;
  }
  if (messages === undefined) return "the run is read-only: raw text that may be read as a call of a tool is not sent";
  const [call] = refused;
  if (call === undefined) return undefined;
  const tool = typeof call.tool === "string" ? `the tool ${JSON.stringify(call.tool.slice(0, 100))}` : "a tool";
  return `the run is read-only: ${tool} is not called, since it is not annotated readOnlyHint: true`;
}

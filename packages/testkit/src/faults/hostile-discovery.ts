import { ERROR, type JsonObject, META, MODERN_VERSIONS, member } from "@mcptest/pack";
import type { Call, Outcome } from "../server/call.js";
import type { Hooks } from "../server/hooks.js";
import { ANY_TRANSPORT, type Fault, faultGroup } from "./types.js";

/** Answers to `server/discover` with which detection has to cope (contract C.1 to C.3). */
export const discoveryFaults: Fault[] = faultGroup(
  { kind: "hostile", eras: ["modern", "legacy"], transports: ANY_TRANSPORT },
  [
    {
      name: "silent-discover",
      description: "Never answers server/discover",
      hooks: atDiscover(() => new Promise(() => {})),
    },
    {
      name: "late-discover",
      description: "Answers server/discover only when the next request has come, just before answering that",
      hooks: () => {
        const waiting: (() => void)[] = [];
        return {
          async around(call, next) {
            if (call.method === "server/discover") {
              await new Promise<void>((resolve) => waiting.push(resolve));
              return next();
            }
            for (const release of waiting.splice(0)) release();
            await new Promise((resolve) => setImmediate(resolve));
            return next();
          },
        };
      },
    },
    {
      name: "discover-not-initialized",
      description: 'Answers server/discover with -32000 "Server not initialized", as legacy servers do',
      hooks: atDiscover((call) => refusal(call, -32000, "Server not initialized")),
    },
    {
      name: "discover-invalid-params",
      description: 'Answers server/discover with -32602 "initialize first", as legacy servers do',
      hooks: atDiscover((call) => refusal(call, ERROR.invalidParams, "initialize first")),
    },
    {
      name: "discover-refuses-listed",
      description: "Refuses the version of server/discover with -32022 and lists that very version as supported",
      eras: ["modern"],
      owner: { rule: "A14", check: "rpc-reserved-codes", verdict: "failed" },
      hooks: atDiscover((call) => {
        const requested = member(member(call.params, "_meta"), META.protocolVersion) ?? null;
        const data: JsonObject = { supported: [...MODERN_VERSIONS], requested };
        return refusal(call, ERROR.unsupportedProtocolVersion, "Unsupported protocol version", data);
      }),
    },
  ],
);

function atDiscover(answer: (call: Call) => Promise<Outcome>): Hooks {
  return { around: (call, next) => (call.method === "server/discover" ? answer(call) : next()) };
}

async function refusal(call: Call, code: number, message: string, data?: JsonObject): Promise<Outcome> {
  const error = { code, message, ...(data ? { data } : {}) };
  return { status: 400, message: { jsonrpc: "2.0", id: call.id, error } };
}

import { defineFixture, type Exchange, isUnavailable, META, type PackHost, type RequestSpec } from "@mcptest/pack";
import { UNKNOWN_VERSION } from "./ids.js";
import type { NegotiationOptions } from "./options.js";
import { plainRequest } from "./plain-request.js";
import { askSteadily } from "./steady.js";

/** What was said on one new connection on which nothing else was. Absent: the connection had ended before. */
export interface FreshTalk {
  /** Method of the plain requests. */
  method: string;
  /** A plain request as the first message (B10). */
  first?: Exchange;
  /** `server/discover` with {@link UNKNOWN_VERSION} (B08). */
  discovery?: Exchange;
  /** The plain request with {@link UNKNOWN_VERSION} (C01). */
  refusal?: Exchange;
  /** The plain request again, as it should be (C03). */
  last?: Exchange;
  /** Why there is no more. */
  ended?: string;
}

/** Talks on a connection (stdio: a process) of its own: a good request, bad versions, and a good request again. */
export const freshTalk = defineFixture<FreshTalk, { plain: typeof plainRequest }, NegotiationOptions>({
  name: "fresh talk",
  needs: { plain: plainRequest },
  async prepare({ plain: { method, params } }, { host }) {
    const connection = await host.open({ fresh: true, handshake: false });
    const talk: FreshTalk = { method };
    try {
      talk.first = await askSteadily(host, connection, { method, params });
      talk.discovery = await askSteadily(host, connection, withVersion({ method: "server/discover" }, UNKNOWN_VERSION));
      talk.refusal = await askSteadily(host, connection, withVersion({ method, params }, UNKNOWN_VERSION));
      talk.last = await askSteadily(host, connection, { method, params });
    } catch (reason) {
      if (!isUnavailable(reason)) throw reason;
      talk.ended = reason.message;
    } finally {
      await host.close(connection);
    }
    return talk;
  },
});

/** The request with a version that it should not have, in `_meta` and, over HTTP, in the header. */
function withVersion(request: RequestSpec, version: string): Parameters<PackHost["exchange"]>[1] {
  return {
    ...request,
    meta: { [META.protocolVersion]: version },
    headers: { "MCP-Protocol-Version": version },
    defect: `C01: the version ${version}, which no server speaks`,
  };
}

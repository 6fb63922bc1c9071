import type { HeaderList } from "@mcptest/pack";
import { redirectOf } from "./http-redirect.js";
import { type HttpEvents, type HttpRequest, type HttpTransfer, sendHttpRequest } from "./http-request.js";

/** A request that goes where its redirects lead, as far as they may be followed. */
export interface FollowingRequest extends Omit<HttpRequest, "headers"> {
  /** The header lines for one address on the way. */
  headersFor(url: URL): HeaderList;
}

/** A response that was followed instead of being taken. */
export interface Hop {
  status: number;
  headers: HeaderList;
  from: URL;
  to: URL;
}

/** What happens to such a request: see {@link HttpEvents}. */
export interface FollowingEvents extends Omit<HttpEvents, "head"> {
  /** The head of the response that is taken; `problem` says why it is not followed, if it is a redirect. */
  head(status: number, headers: HeaderList, problem: string | undefined): void;
  followed(hop: Hop): void;
}

/** Sends one request, and sends it again where a redirect leads that {@link redirectOf} allows. Never throws. */
export function sendFollowing(request: FollowingRequest, events: FollowingEvents): HttpTransfer {
  const { headersFor, ...same } = request;
  let followed = 0;
  let transfer = send(request.url);

  function send(url: URL): HttpTransfer {
    const { chunk, end, fail } = events;
    const head = (status: number, headers: HeaderList) => {
      const { to, problem } = redirectOf(status, headers, url, followed);
      if (!to) {
        events.head(status, headers, problem);
        return;
      }
      followed++;
      transfer.destroy();
      events.followed({ status, headers, from: url, to });
      transfer = send(to);
    };
    return sendHttpRequest({ ...same, url, headers: headersFor(url) }, { head, chunk, end, fail });
  }

  return {
    get connected() {
      return transfer.connected;
    },
    destroy: () => transfer.destroy(),
  };
}

import { type Exchange, isObject } from "@mcptest/pack";
import { shortened } from "./shortened.js";

/**
 * Bytes that the bodies of one query may bring back from the disk, requests and responses each. A server can fill the
 * disk's share of the record; all of it at once would not fit into memory.
 */
const BUDGET_BYTES = 32 * 1024 * 1024;
/** Bytes up to which what was brought back stays; more is read again once nobody holds it any more. */
const KEPT_BYTES = 16 * 1024;

/** Brings large bodies back for queries, each of which has its own budget. */
export interface LargeBodies {
  /** For the exchanges of one query, oldest first: `copy` with the bodies of `exchange` that fit into what is left. */
  forQuery(): (exchange: Exchange, copy: Exchange) => Exchange;
}

/** What is known of one recorded state. */
interface Known {
  /** Set once its responses were brought back. */
  responseBytes?: number;
  /** By what is in them; the same for all who ask while somebody holds it. */
  views: Map<string, Exchange | WeakRef<Exchange>>;
}

/** `full` gives whole bodies by number. */
export function createLargeBodies(full: (number: number) => Exchange | undefined): LargeBodies {
  const states = new WeakMap<Exchange, Known>();

  function stateOf(exchange: Exchange): Known {
    const state = states.get(exchange) ?? { views: new Map() };
    states.set(exchange, state);
    return state;
  }

  function viewOf(exchange: Exchange, copy: Exchange, request: boolean, response: boolean): Exchange {
    if (!request && !response) return copy;
    const state = stateOf(exchange);
    const key = `${request} ${response}`;
    const known = state.views.get(key);
    const held = known instanceof WeakRef ? known.deref() : known;
    if (held) return held;
    const whole = full(exchange.number) ?? exchange;
    const responses = response ? responsesOf(whole, copy) : undefined;
    if (responses) state.responseBytes = responses.bytes;
    const view = { ...copy, ...(request ? { request: requestOf(whole, copy) } : {}), ...responses?.members };
    const bytes = (request ? requestBytes(exchange) : 0) + (responses?.bytes ?? 0);
    state.views.set(key, bytes <= KEPT_BYTES ? view : new WeakRef(view));
    return view;
  }

  return {
    forQuery() {
      let requestsLeft = BUDGET_BYTES;
      let responsesLeft = BUDGET_BYTES;
      return (exchange, copy) => {
        const request = exchange.request?.cut === true && requestBytes(exchange) <= requestsLeft;
        if (request) requestsLeft -= requestBytes(exchange);
        const hasLarge = exchange.messages.some(({ cut }) => cut === true);
        if (!hasLarge) return viewOf(exchange, copy, request, false);
        const state = stateOf(exchange);
        if (state.responseBytes === undefined || state.responseBytes <= responsesLeft) {
          const view = viewOf(exchange, copy, request, true);
          const { responseBytes = 0 } = state;
          if (responseBytes <= responsesLeft) {
            responsesLeft -= responseBytes;
            return view;
          }
        }
        return viewOf(exchange, copy, request, false);
      };
    },
  };
}

function requestBytes({ request }: Exchange): number {
  return request?.byteLength ?? 0;
}

/** The request of `whole`; what is not read from the disk comes from `copy`, which is not the record's own. */
function requestOf(whole: Exchange, copy: Exchange): Exchange["request"] {
  if (!whole.request || whole.request.cut || !copy.request) return copy.request;
  return { ...whole.request, headers: copy.request.headers };
}

/** Messages and response in the same way: with the JSON of the large ones, shortened, beside their cut text. */
function responsesOf(whole: Exchange, copy: Exchange) {
  let bytes = 0;
  const messages = copy.messages.map((message, index) => {
    const read = whole.messages[index];
    if (!message.cut || read?.json === undefined) return message;
    const { value, bytes: more } = shortened(read.json);
    bytes += more;
    return { ...message, json: value };
  });
  const index = whole.messages.findIndex(({ json }) => json !== undefined && json === whole.response);
  const response = messages[index]?.json;
  return { bytes, members: isObject(response) ? { messages, response } : { messages } };
}

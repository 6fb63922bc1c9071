import type { OutsideRequest, VisitRecord } from "../../view/record.js";

/** What a page can wait for; pictures and fonts it can do without. */
const AWAITED: ReadonlySet<string> = new Set([
  "document",
  "eventsource",
  "fetch",
  "script",
  "stylesheet",
  "websocket",
  "xhr",
]);

/** The requests outside that a view may have waited for. */
export function awaitedRequests({ requests }: Pick<VisitRecord, "requests">): OutsideRequest[] {
  return requests.filter(({ kind }) => AWAITED.has(kind));
}

/** Whether a view that asked for no handshake has asked for something outside instead: nobody knows what it does with it. */
export function waitsForNetwork(main: VisitRecord): boolean {
  return awaitedRequests(main).some(({ stage }) => stage === "load");
}

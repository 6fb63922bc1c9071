import type { Check } from "@mcptest/pack";
import { listenCheck } from "../listen/define.js";
import { afterCancel, cancelledIn, endedSilently, strayChanges } from "../listen/endings.js";
import { noEventStream, requestScoped, updates, wrongUris } from "../listen/traffic.js";
import { everythingOn } from "../record.js";

/** Rows about what comes on subscriptions, and about their ends. */
export const listenTrafficChecks: Check[] = [
  listenCheck({
    id: "listen-no-request-scoped",
    title: "No progress and no log messages on a subscription",
    description: "notifications/progress and notifications/message do not travel on a listen.",
    level: "must",
    contract: "F06",
    source: "basic/transports/streamable-http",
    judge: requestScoped,
  }),
  listenCheck({
    id: "listen-http-sse",
    title: "A listen over HTTP is an event stream",
    description: "A listen that succeeds is answered as text/event-stream.",
    level: "must",
    contract: "F07",
    source: "basic/transports/streamable-http",
    on: { transport: "http" },
    judge: noEventStream,
  }),
  listenCheck({
    id: "listen-cancel",
    title: "A cancelled subscription is silent",
    description: "Two seconds after notifications/cancelled with its id nothing comes for a listen any more.",
    level: "must",
    contract: "F08",
    on: { transport: "stdio" },
    judge: afterCancel,
    nothing(exchanges, verdict) {
      if (cancelledIn(exchanges).length === 0) verdict.notApplicable("no subscription was cancelled");
    },
  }),
  listenCheck({
    id: "listen-graceful-end",
    title: "The server says that it ends a subscription",
    description: "A stream that the server ends has a completion result or notifications/cancelled at its end.",
    level: "should",
    contract: "F09",
    judge: async (exchanges, context) => endedSilently(exchanges, await everythingOn(context)),
  }),
  listenCheck({
    id: "listen-resource-uri",
    title: "An update names the resource",
    description: "notifications/resources/updated has the uri of a subscribed resource or of a part of it.",
    level: "must",
    contract: "F12",
    source: "schema",
    judge: wrongUris,
    nothing(exchanges, verdict) {
      if (updates(exchanges).length === 0) verdict.notApplicable("no notifications/resources/updated came");
    },
  }),
  listenCheck({
    id: "listen-no-stray-change",
    title: "No change for a subscription that is not open",
    description: "A change notification carries the id of a subscription that is open.",
    level: "must",
    contract: "F16",
    source: "basic/transports/stdio",
    on: { transport: "stdio" },
    judge: strayChanges,
  }),
];

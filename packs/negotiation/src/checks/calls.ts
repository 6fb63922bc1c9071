import type { Check } from "@mcptest/pack";
import { sayWithoutCall } from "../call-target.js";
import { unwantedLogs } from "../calls/logs.js";
import { wrongProgress } from "../calls/progress.js";
import { watchedCalls } from "../calls/watched-calls.js";
import { anyCheck, modernCheck } from "../define.js";
import { everythingOn, passive, recorded } from "../record.js";
import { report } from "../sightings.js";

const prepares = { calls: watchedCalls };

/** A22. */
const logOptIn = modernCheck({
  id: "rpc-log-optin",
  category: "calls",
  title: "Log messages go to requests that ask for them",
  description:
    "notifications/message comes only for a request with a log level, on its own stream, before its response.",
  level: "must",
  contract: "A22",
  source: "server/utilities/logging",
  ...passive,
  prepares,
  async run(_needs, verdict, context) {
    const exchanges = await recorded(context);
    report(verdict, unwantedLogs(exchanges, await everythingOn(context)));
    sayWithoutCall(verdict, context, exchanges);
  },
});

/** A23. */
const progress = anyCheck({
  id: "rpc-progress",
  category: "calls",
  title: "Progress belongs to a request, rises, and stops with its response",
  description: "notifications/progress names the token of a request in progress and a number above the one before.",
  level: "must",
  contract: "A23",
  source: "basic/patterns/progress",
  ...passive,
  prepares,
  async run(_needs, verdict, context) {
    const exchanges = await recorded(context);
    report(verdict, wrongProgress(exchanges, await everythingOn(context)));
    sayWithoutCall(verdict, context, exchanges);
  },
});

export const callsChecks: Check[] = [logOptIn, progress];

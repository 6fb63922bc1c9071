import type { Check } from "@mcptest/pack";
import { legacyCheck } from "../define.js";
import { TRANSPORTS } from "../legacy/revisions.js";
import { endpointSightings, sseMessageSightings } from "../legacy/sse-record.js";
import { passive, recorded } from "../record.js";
import { report } from "../sightings.js";

const REVISION = "2024-11-05";
const SECTION = "HTTP with SSE";

/** A110. */
const endpoint = legacyCheck({
  ...passive,
  id: "sse-endpoint-event",
  category: "transport",
  title: "The first event names the endpoint",
  description: "On every stream of HTTP+SSE in the run, the first event is endpoint.",
  level: "must",
  on: { http: "sse" },
  contract: "A110",
  source: TRANSPORTS,
  section: SECTION,
  revision: REVISION,
  async run(_needs, verdict, context) {
    report(verdict, endpointSightings(await recorded(context)));
  },
});

/** A111. */
const messages = legacyCheck({
  ...passive,
  id: "sse-messages",
  category: "transport",
  title: "Messages are SSE events of the type message",
  description:
    "Everything that the server says over HTTP+SSE comes on its stream, as message events whose data is JSON.",
  level: "must",
  on: { http: "sse" },
  contract: "A111",
  source: TRANSPORTS,
  section: SECTION,
  revision: REVISION,
  async run(_needs, verdict, context) {
    report(verdict, sseMessageSightings(await recorded(context)));
  },
});

/** The deprecated transport of 2024-11-05. */
export const sseChecks: Check[] = [endpoint, messages];

import type { Way } from "./way.js";

/** A finding on published servers that we stand by: `npm run test:interop` takes no other. */
export interface Stand {
  check: string;
  /** Number in the wire contract, or the id of the check where its contract has no numbers (Apps). */
  rule: string;
  verdict: "failed" | "warning";
  /** Names of the servers, and over which transports where it is not seen over all of them. */
  servers: (string | [name: string, ...transports: Way["transport"][]])[];
  /** Found in the message of each. */
  excerpt: string;
  /** Why it is right, and why it could not be refuted. */
  why: string;
}

import { listenAckFaults } from "./negotiation-listen-acks.js";
import { listenIdFaults } from "./negotiation-listen-ids.js";
import { listenTrafficFaults } from "./negotiation-listen-traffic.js";
import type { Fault } from "./types.js";

/** Faults of `subscriptions/listen`. */
export const listenRuleFaults: Fault[] = [...listenAckFaults, ...listenIdFaults, ...listenTrafficFaults];

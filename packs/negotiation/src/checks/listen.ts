import type { Check } from "@mcptest/pack";
import { listenAckChecks } from "./listen-acks.js";
import { listenChangeChecks } from "./listen-changes.js";
import { listenTrafficChecks } from "./listen-traffic.js";

export const listenChecks: Check[] = [...listenAckChecks, ...listenTrafficChecks, ...listenChangeChecks];

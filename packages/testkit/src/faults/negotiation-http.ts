import { httpAnswerFaults } from "./negotiation-http-answers.js";
import { httpHeaderFaults } from "./negotiation-http-headers.js";
import type { Fault } from "./types.js";

/** Faults of the generic server: the rules of Streamable HTTP of 2026-07-28. */
export const httpRuleFaults: Fault[] = [...httpHeaderFaults, ...httpAnswerFaults];

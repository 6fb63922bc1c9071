import { rpcCodeFaults } from "./negotiation-rpc-codes.js";
import { rpcIdFaults } from "./negotiation-rpc-ids.js";
import { rpcShapeFaults } from "./negotiation-rpc-shape.js";
import { rpcStdioFaults } from "./negotiation-rpc-stdio.js";
import type { Fault } from "./types.js";

/** Faults of the generic server: the rules of base JSON-RPC and of stdio. */
export const rpcFaults: Fault[] = [...rpcShapeFaults, ...rpcIdFaults, ...rpcCodeFaults, ...rpcStdioFaults];

/**
 * The mcptest pack for what every extension stands on: identifiers, negotiation, discovery, versions and transports.
 * @packageDocumentation
 */
export type { AskingCall, NegotiationOptions, OriginProbes, ToolCall } from "./options.js";
export { negotiationPack, negotiationPack as default } from "./pack.js";

/**
 * Programmable MCP servers with named faults.
 * @packageDocumentation
 */
export { APPS_ID, APPS_VIEWS, VIEW_MIME } from "./apps/ids.js";
export { APPS_OPTIONS } from "./apps/options.js";
export type { AppsPolicy, AppView } from "./apps/policy.js";
export { type Command, type CommandOptions, program, stdioCommand } from "./command.js";
export { createDispatcher, type Dispatcher } from "./dispatcher.js";
export { listFaults } from "./faults/registry.js";
export { type Change, onError, onNotification, onResponse, onResult } from "./faults/reshape.js";
export type { Expectation, ExpectedVerdict, FaultInfo } from "./faults/types.js";
export type { ChangeKind, GenericPolicy } from "./generic/policy.js";
export type { ListedResource } from "./generic/resource-list.js";
export type { Session } from "./legacy/session.js";
export type { MappedExtension, MappedFile, MappedMethod } from "./mapped/extension.js";
export { MAPPED_OPTIONS } from "./mapped/options.js";
export type { MappedPolicy } from "./mapped/policy.js";
export {
  invalidParams,
  isRpcError,
  methodNotFound,
  missingCapability,
  type RpcError,
  rpcError,
} from "./protocol/json-rpc.js";
export type { Ask, Call, Handler, HeaderMap, Methods, Outcome, Standing } from "./server/call.js";
export type { Check, MessageContext } from "./server/checks.js";
export type { Extension, ExtensionFactory, ServerContext, Subscription } from "./server/extension.js";
export type { Hooks, HttpHooks, ResponseHead, StandingStream, StdioHooks } from "./server/hooks.js";
export { createScope, type Incoming, type InFlight, type Scope } from "./server/incoming.js";
export type { EraOption, HttpForm, ServerKind, ServerOptions } from "./server/options.js";
export type { CorePolicy, Policies, PolicyChange } from "./server/policy.js";
export { type InputRequest, type Tool, type ToolRun, textResult } from "./server/tool.js";
export { SKILLS, SKILLS_ID } from "./skills/ids.js";
export { SKILLS_OPTIONS } from "./skills/options.js";
export type { SkillsPolicy } from "./skills/policy.js";
export { type SenderFault, senderFaults, type Tamper, type Tamperable } from "./tamper.js";
export type { TaskPolicy } from "./tasks/policy.js";
export { elicitation } from "./tools/elicitation.js";
export {
  type HttpServerOptions,
  type LoggedRequest,
  type RunningServer,
  startHttpServer,
} from "./transports/http.js";
export { CRASH_CODE, type StdioServer, type StdioStreams, serveStdio } from "./transports/stdio.js";

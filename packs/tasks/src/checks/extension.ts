import type { Check } from "@mcptest/pack";
import { extensionAdvertised, noLegacyCapability, settingsEmpty } from "./capabilities.js";
import { cancelAck, cancelCooperative, cancelTerminal, surviveRequestEnd, updateAck } from "./changes.js";
import { informativeErrors } from "./errors.js";
import { failedErrorShape, isErrorIsCompleted } from "./errors-of-tools.js";
import { durableCreation, getResultType, getStatusPayload, inlinedResultType } from "./get-answers.js";
import { noEarlyExpiry, statusTransitions } from "./histories.js";
import { headerMismatch, idEntropy, taskIdUnique } from "./ids.js";
import { mrtrBeforeCreate } from "./input-before-task.js";
import { inputDeclaredOnly, inputKeysUnique, inputRequestsComplete, inputRequestsShape } from "./input-requests.js";
import { createOnlySupportedMethod, legacyLeftovers, namespaceReserved, resultTypeReserved } from "./leftovers.js";
import { legacyClientCapabilityInert } from "./legacy-capability.js";
import { legacyParamIgnored } from "./legacy-opt-ins.js";
import { errorCodeFinal, undeclaredErrorData } from "./refusal-record.js";
import { requiredCapabilityError } from "./refusals.js";
import { listRemoved, resultRemoved } from "./removed-methods.js";
import { authBinding } from "./second-identity.js";
import { listenAckTaskIds, noProgressOnListen, notifyOnlySubscribed, notifyShape } from "./subscriptions.js";
import { createInitialStatus, statusEnum, taskShape, timestamps } from "./task-objects.js";
import { cancelUnknownTask, getUnknownTask, updateUnknownTask } from "./unknown-tasks.js";
import { inputDeclined, updatePartial, updateResumes, updateUnknownKeyIgnored } from "./updates.js";

/** The checks of profile `full` on the extension wire (section I.3), in order of their rows. */
export const extensionChecks: Check[] = [
  extensionAdvertised,
  settingsEmpty,
  noLegacyCapability,
  resultTypeReserved,
  createOnlySupportedMethod,
  requiredCapabilityError,
  taskShape,
  timestamps,
  statusEnum,
  statusTransitions,
  durableCreation,
  createInitialStatus,
  getResultType,
  getStatusPayload,
  failedErrorShape,
  isErrorIsCompleted,
  inputRequestsComplete,
  inputRequestsShape,
  inputKeysUnique,
  inputDeclaredOnly,
  updateAck,
  updateUnknownTask,
  updateUnknownKeyIgnored,
  updatePartial,
  updateResumes,
  cancelAck,
  cancelUnknownTask,
  cancelTerminal,
  cancelCooperative,
  getUnknownTask,
  undeclaredErrorData,
  resultRemoved,
  listRemoved,
  legacyParamIgnored,
  legacyClientCapabilityInert,
  notifyOnlySubscribed,
  notifyShape,
  listenAckTaskIds,
  noProgressOnListen,
  headerMismatch,
  idEntropy,
  authBinding,
  noEarlyExpiry,
  mrtrBeforeCreate,
  namespaceReserved,
  informativeErrors,
  inlinedResultType,
  legacyLeftovers,
  errorCodeFinal,
  inputDeclined,
  taskIdUnique,
  surviveRequestEnd,
];

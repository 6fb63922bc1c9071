import type { Check } from "@mcptest/pack";
import { batchChecks } from "./batch.js";
import { errorCodeChecks } from "./error-codes.js";
import { messageShapeChecks } from "./message-shape.js";
import { notificationChecks } from "./notifications.js";
import { removedMethodChecks } from "./removed-methods.js";
import { requestIdChecks } from "./request-ids.js";
import { responseIdChecks } from "./response-ids.js";
import { unknownNameChecks } from "./unknown-names.js";

/** JSON-RPC itself (A.1). */
export const messagesChecks: Check[] = [
  ...messageShapeChecks,
  ...requestIdChecks,
  ...responseIdChecks,
  ...notificationChecks,
  ...batchChecks,
  ...unknownNameChecks,
  ...errorCodeChecks,
  ...removedMethodChecks,
];

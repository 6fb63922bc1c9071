import type { Check } from "@mcptest/pack";
import { httpHeaderChecks } from "./http-headers.js";
import { httpModernOnlyChecks } from "./http-modern-only.js";
import { httpParamChecks } from "./http-params.js";
import { httpStatusChecks } from "./http-statuses.js";

export const httpProbesChecks: Check[] = [
  ...httpHeaderChecks,
  ...httpParamChecks,
  ...httpStatusChecks,
  ...httpModernOnlyChecks,
];

import type { JsonObject } from "@mcptest/pack";
import type { InputRequest } from "../server/tool.js";

/** A form with these properties, all required. */
export function elicitation(message: string, properties: JsonObject): InputRequest {
  return {
    method: "elicitation/create",
    params: {
      mode: "form",
      message,
      requestedSchema: { type: "object", properties, required: Object.keys(properties) },
    },
  };
}

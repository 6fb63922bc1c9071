import { mappedPrefix, methodTemplatePath } from "./addresses.js";
import { RegistrationError } from "./errors.js";
import type { InstalledMethod } from "./installed.js";
import { isJsonObject } from "./json.js";
import { publishedSchema } from "./schemas.js";
import type { AnyMethod, CallContext, JsonObject, MethodResource } from "./types.js";

/** Takes a method as it is declared at this moment. The name is checked already. */
export function takeMethod(id: string, name: string, definition: AnyMethod): InstalledMethod {
  if (!isJsonObject(definition) || typeof definition.handler !== "function") {
    throw new RegistrationError("DECLARATION", `The method ${name} of ${id} has no handler.`);
  }
  const { params, result, description = "" } = definition;
  if (typeof description !== "string") {
    throw new RegistrationError("DECLARATION", `The description of the method ${name} of ${id} is no string.`);
  }
  const inputSchema = publishedSchema(params, definition.inputSchema, `params of ${name}`) ?? { type: "object" };
  const outputSchema = publishedSchema(result, definition.outputSchema, `result of ${name}`);
  const prefix = mappedPrefix(id);
  const resource: MethodResource = {
    uriTemplate: prefix + methodTemplatePath(name),
    inputSchema,
    description,
    ...(mayBeEmpty(inputSchema) ? { uri: prefix + name } : {}),
    ...(outputSchema === undefined ? {} : { outputSchema }),
  };
  const handler: (params: never, context: CallContext) => unknown = definition.handler;
  return { name, resource, params, result, run: (given, context) => handler.call(definition, given as never, context) };
}

/** True when there is no non-empty `required` at the top of a schema: then a method can be called without arguments. */
function mayBeEmpty(inputSchema: JsonObject): boolean {
  return !(Array.isArray(inputSchema.required) && inputSchema.required.length > 0);
}

import { hasFixedUri, type JsonObject, mappedPrefix, methodTemplate, methodUri } from "@mcptest/pack";
import { type MappedExtension, type MappedMethod, mappedAddress } from "./extension.js";

/** The interface of an extension as its `manifest.json` tells it. */
export function manifestOf(extension: MappedExtension): JsonObject {
  const { id, settings, methods, notifications, files } = extension;
  const fixed = methods.filter(({ inputSchema }) => hasFixedUri(inputSchema));
  const addresses = (template: boolean) =>
    files.filter((file) => (file.template ?? false) === template).map((file) => mappedAddress(id, file));
  return {
    name: id,
    instructions: instructionsOf(id),
    capabilities: settings,
    methods: methods.map(({ name }) => name).sort(),
    notifications,
    resources: [...addresses(false), ...fixed.map(({ name }) => methodUri(id, name))].sort(),
    resourceTemplates: [...addresses(true), ...methods.map(({ name }) => methodTemplate(id, name))].sort(),
    methodResources: Object.fromEntries(methods.map((method) => [method.name, methodResource(id, method)])),
  };
}

function methodResource(id: string, { name, description, inputSchema, outputSchema }: MappedMethod): JsonObject {
  return {
    uriTemplate: methodTemplate(id, name),
    ...(hasFixedUri(inputSchema) ? { uri: methodUri(id, name) } : {}),
    inputSchema,
    ...(outputSchema ? { outputSchema } : {}),
    description,
  };
}

function instructionsOf(id: string): string {
  return [
    `Reading ${mappedPrefix(id)}METHOD?params=PARAMS invokes METHOD of ${id}.`,
    "PARAMS is the object of all arguments as JSON, percent-encoded once.",
    "A method that needs no argument can be read at its uri, which invokes it with {}.",
    "The text that comes back is the value of the method as JSON. Each read invokes it again: never answer from a cache.",
  ].join(" ");
}

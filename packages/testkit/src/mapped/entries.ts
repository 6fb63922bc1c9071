import { hasFixedUri, type JsonObject, manifestUri, methodTemplate, methodUri } from "@mcptest/pack";
import { type MappedExtension, type MappedFile, mappedAddress } from "./extension.js";

const JSON_TYPE = "application/json";

/** The entries of `resources/list` that an extension has on the resource route. */
export function mappedResources({ id, files, methods }: MappedExtension): JsonObject[] {
  const manifest = {
    uri: manifestUri(id),
    name: `${id} interface`,
    description: `The interface of ${id}: its methods, files and notifications. Reading it invokes nothing.`,
    mimeType: JSON_TYPE,
  };
  const fixed = methods.filter(({ inputSchema }) => hasFixedUri(inputSchema));
  return [
    manifest,
    ...files.filter(({ template }) => !template).map((file) => ({ uri: mappedAddress(id, file), ...described(file) })),
    ...fixed.map(({ name }) => ({
      uri: methodUri(id, name),
      name,
      description: `Reading this invokes ${name} without arguments.`,
      mimeType: JSON_TYPE,
    })),
  ];
}

/** The entries of `resources/templates/list` that an extension has on the resource route. */
export function mappedTemplates({ id, files, methods }: MappedExtension): JsonObject[] {
  return [
    ...files
      .filter(({ template }) => template)
      .map((file) => ({ uriTemplate: mappedAddress(id, file), ...described(file) })),
    ...methods.map(({ name }) => ({
      uriTemplate: methodTemplate(id, name),
      name,
      description: `Reading this invokes ${name} with the arguments in params.`,
      mimeType: JSON_TYPE,
    })),
  ];
}

/** The entries of `resources/list` that an extension has on 2026-07-28. */
export function nativeResources({ files }: MappedExtension): JsonObject[] {
  return files.filter(({ template }) => !template).map((file) => ({ uri: file.address, ...described(file) }));
}

/** The entries of `resources/templates/list` that an extension has on 2026-07-28. */
export function nativeTemplates({ files }: MappedExtension): JsonObject[] {
  return files.filter(({ template }) => template).map((file) => ({ uriTemplate: file.address, ...described(file) }));
}

function described({ name, mimeType }: MappedFile): JsonObject {
  return { name, mimeType };
}

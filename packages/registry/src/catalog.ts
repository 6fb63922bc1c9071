import type { CatalogOptions, WritableCatalog } from "./catalog-types.js";
import { METHOD_NOT_FOUND } from "./failures.js";
import { invoke } from "./invoke.js";
import { lists } from "./lists.js";
import { read } from "./read.js";
import { addResource, addResourceTemplate, install, nothingRegistered } from "./registered.js";

/** An empty catalog. */
export function createCatalog(options: CatalogOptions = {}): WritableCatalog {
  const registered = nothingRegistered();
  return {
    ...lists(registered),
    extension(extension) {
      const coreTasks = options.capabilities?.tasks !== undefined;
      for (const warning of install(registered, extension, coreTasks)) options.onWarning?.(warning);
    },
    resource: (resource) => addResource(registered, resource),
    resourceTemplate: (template) => addResourceTemplate(registered, template),
    async call(name, params, caller) {
      const found = registered.methods.get(name);
      if (found === undefined) return { ok: false, error: { code: METHOD_NOT_FOUND, message: "Method not found" } };
      const context = { ...caller, route: "native" as const, extension: found.installed.id };
      return invoke(found.method, params === undefined ? {} : params, context, options.onError);
    },
    read: (uri, face, caller) => read(registered, uri, face, caller, options.onError),
  };
}

// Writes down every call of a handler in this process before it is made, a line of JSON each.
import { appendFileSync } from "node:fs";
import { Extension, ExtensionRegistry } from "@mcptest/registry";

const { extension: register } = ExtensionRegistry.prototype;

ExtensionRegistry.prototype.extension = function extension({ id, options }) {
  return register.call(this, new Extension(id, watched(options)));
};

function watched(options) {
  const { methods = {}, files = [], fileTemplates = [] } = options;
  return {
    ...options,
    methods: Object.fromEntries(
      Object.entries(methods).map(([name, method]) => [name, { ...method, handler: noting(name, method.handler) }]),
    ),
    files: files.map((file) => ({ ...file, read: noting(file.uri, file.read) })),
    fileTemplates: fileTemplates.map((one) => ({ ...one, read: noting(one.uriTemplate, one.read) })),
  };
}

function noting(name, work) {
  return function noted(...given) {
    const { route } = given.at(-1);
    const params = given.length > 1 ? given[0] : {};
    appendFileSync(process.env.CALLS_FILE, `${JSON.stringify({ name, route, params })}\n`);
    return work.apply(this, given);
  };
}

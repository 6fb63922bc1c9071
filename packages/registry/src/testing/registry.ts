// biome-ignore lint/style/noRestrictedImports: schemas of zod/mini cannot say what they are.
import * as z from "zod";
import { Extension, ExtensionRegistry, type ExtensionRegistryOptions, Rejected } from "../index.js";

export const TOY = "com.example/toy";
export const PREFIX = `mcp-extensions://${TOY}/`;

/** A registry for tests. `calls` grows with every call of a handler. */
export function toyRegistry(options: ExtensionRegistryOptions = {}): { registry: ExtensionRegistry; calls: string[] } {
  const calls: string[] = [];
  const registry = new ExtensionRegistry({ name: "toys", version: "1.0.0" }, { onWarning: () => {}, ...options });
  registry.extension(
    new Extension(TOY, {
      settings: { color: "red" },
      notifications: { "notifications/toy/changed": { topic: "id" }, "notifications/toy/plain": {} },
      methods: {
        // Says what it was given, and by whom.
        "toy/seen": {
          handler(params, { route, extension, protocolVersion, uri, authInfo, request, mcp }) {
            calls.push("toy/seen");
            const client = authInfo?.clientId;
            return { params, route, extension, protocolVersion, uri, client, http: request?.method, id: mcp.mcpReq.id };
          },
        },
        "toy/typed": { handler: () => ({ resultType: "task", task: { taskId: "a" }, ttlMs: 5 }) },
        "toy/asking": { handler: () => ({ resultType: "input_required", inputRequests: {} }) },
        "toy/refuse": {
          params: z.object({ code: z.int() }),
          handler({ code }) {
            throw new Rejected(code, "Not today", { until: "tomorrow" });
          },
        },
        "toy/broken": {
          handler() {
            throw new Error("the password is hunter2");
          },
        },
        // Answers when its caller has gone.
        "toy/wait": {
          async handler(_params, { signal }) {
            calls.push("toy/wait");
            await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
            calls.push("toy/wait aborted");
            return {};
          },
        },
        "toy/announce": {
          params: z.object({ method: z.string(), params: z.record(z.string(), z.unknown()) }),
          handler({ method, params }) {
            registry.broadcast(method, params);
            return {};
          },
        },
        "tasks/list": { handler: () => ({ tasks: [] }) },
        "tasks/get": { handler: (params) => ({ got: params }) },
      },
      files: [
        { uri: "toy://box/car.txt", name: "car", mimeType: "text/plain", read: () => ({ text: "brumm" }) },
        { uri: "toy://box/dice.bin", name: "dice", read: () => ({ bytes: Uint8Array.of(0, 255) }) },
      ],
    }),
  );
  // An address that a URL parser would change.
  registry.resource({ uri: ODD_URI, name: "odd", read: () => ({ text: "odd" }) });
  return { registry, calls };
}

export const ODD_URI = "app://Host/a/../b/%2e%2e/{c}\tä";

import { open } from "node:fs/promises";
import { defineFixture, readSavedCapabilities, type SavedCapabilities, unavailable } from "@mcptest/pack";
import type { NegotiationOptions } from "../options.js";

/** Bytes of a saved file that are read. */
const MAX_BYTES = 64 * 1024 * 1024;

/** The file of the option `baseline`. */
export const baseline = defineFixture<SavedCapabilities, Record<never, never>, NegotiationOptions>({
  name: "baseline",
  role: {
    name: "baseline",
    configured: (options) => options.baseline !== undefined,
    option: { path: ["baseline"], example: "capabilities.json" },
  },
  async prepare(_values, { options: { baseline: file = "" } }) {
    const saved = readSavedCapabilities(await jsonOf(file));
    if (typeof saved === "string") throw notSaved(file, saved);
    return saved;
  },
});

async function jsonOf(file: string): Promise<unknown> {
  const text = await textOf(file);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw notSaved(file, "It is no JSON.");
  }
}

async function textOf(file: string): Promise<string> {
  try {
    const handle = await open(file);
    try {
      const { size } = await handle.stat();
      if (size > MAX_BYTES) throw notSaved(file, `It has more than ${MAX_BYTES} bytes.`);
      return new TextDecoder().decode(await handle.readFile());
    } finally {
      await handle.close();
    }
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : undefined;
    if (code === undefined) throw error;
    throw notSaved(file, code === "ENOENT" ? "There is no such file." : `It cannot be read (${code}).`);
  }
}

function notSaved(file: string, why: string) {
  return unavailable(`${file} is no file that mcptest capabilities --save wrote. ${why}`, { origin: "environment" });
}

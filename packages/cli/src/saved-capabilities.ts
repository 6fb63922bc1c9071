import { readFile } from "node:fs/promises";
import { McptestError } from "@mcptest/core/errors";
import {
  type ExtensionChange,
  extensionChanges,
  readSavedCapabilities,
  type SavedCapabilities,
  savedLaneFor,
} from "@mcptest/core/extensions";
import { jsonText } from "@mcptest/reporters";
import { writeOutputFile } from "./output.js";
import type { Seen } from "./survey.js";
import { toolVersion } from "./version.js";

/** A saved file, and where it came from. */
export interface SavedFile {
  file: string;
  saved: SavedCapabilities;
}

/** What differs in one era from what was saved. */
export interface EraChanges {
  era: Seen["eras"][number]["era"];
  protocolVersion: string;
  /** False where the file has nothing of this era. */
  wasSaved: boolean;
  changes: ExtensionChange[];
}

/** Bytes of a saved file that are read. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Reads a file that `--save` wrote. Throws `USAGE_BAD_VALUE`. */
export async function readSavedFile(file: string): Promise<SavedFile> {
  const saved = readSavedCapabilities(await jsonOf(file));
  if (typeof saved === "string") throw notSaved(file, saved);
  return { file, saved };
}

async function jsonOf(file: string): Promise<unknown> {
  let text: string;
  try {
    const bytes = await readFile(file);
    if (bytes.byteLength > MAX_BYTES) throw notSaved(file, `It has more than ${MAX_BYTES} bytes.`);
    text = new TextDecoder().decode(bytes);
  } catch (error) {
    if (error instanceof McptestError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw notSaved(
      file,
      code === "ENOENT" ? "There is no such file." : `It cannot be read (${code ?? "no reason given"}).`,
    );
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw notSaved(file, "It is no JSON.");
  }
}

function notSaved(file: string, why: string): McptestError {
  return new McptestError("USAGE_BAD_VALUE", `--against ${file}: ${why}`, {
    fix: "Give a file that mcptest capabilities --save wrote.",
  });
}

/** Writes what was seen into `file`, secrets masked. Rejects with `OUTPUT_FAILED`. */
export async function saveCapabilities(file: string, { name, target, eras }: Seen): Promise<void> {
  const saved: SavedCapabilities = {
    schemaVersion: 1,
    tool: { name: "mcptest", version: toolVersion() },
    savedAt: new Date().toISOString(),
    server: { name, target },
    lanes: eras.map(({ lane, era, protocolVersion, capabilities, serverInfo }) => ({
      transport: transportOf(lane),
      era,
      protocolVersion,
      capabilities,
      ...(serverInfo ? { serverInfo } : {}),
    })),
  };
  await writeOutputFile(file, jsonText(saved));
}

/** What differs from what was saved, era by era. */
export function changesSince({ saved }: SavedFile, { eras }: Seen): EraChanges[] {
  return eras.map(({ lane, era, protocolVersion, capabilities }) => {
    const before = savedLaneFor(saved, { transport: transportOf(lane), era, protocolVersion });
    const changes = before ? extensionChanges(before.capabilities, capabilities) : [];
    return { era, protocolVersion, wasSaved: before !== undefined, changes };
  });
}

/** The transport that a lane id begins with. */
function transportOf(lane: string): "http" | "stdio" {
  return lane.startsWith("http-") ? "http" : "stdio";
}

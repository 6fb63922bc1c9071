import { mkdir, stat, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { Writable } from "node:stream";
import { McptestError } from "@mcptest/core/errors";

/** Where text goes. Every write is awaited, so that a pipe with a slow reader gets all of it before the program ends. */
export interface Output {
  /** Rejects with `OUTPUT_FAILED`. A reader that has gone away (EPIPE) is no failure. */
  out(text: string): Promise<void>;
  err(text: string): Promise<void>;
}

/** The two streams of this process. */
export function processOutput(): Output {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", ignore);
  return {
    out: (text) => write(process.stdout, text, "stdout"),
    err: (text) => write(process.stderr, text, "stderr"),
  };
}

/** Each write hears of its own failure; without a listener the stream's event would end the process. */
function ignore(): void {}

function write(stream: Writable, text: string, name: string): Promise<void> {
  if (text === "") return Promise.resolve();
  return new Promise((resolve, reject) => {
    stream.write(text, (error) => {
      if (!error || isGone(error)) resolve();
      else reject(new McptestError("OUTPUT_FAILED", `${name} cannot be written: ${error.message}.`));
    });
  });
}

function isGone(error: Error): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === "EPIPE" || code === "ERR_STREAM_DESTROYED" || code === "ERR_STREAM_WRITE_AFTER_END";
}

/**
 * Makes the folder of the file that `flag` names and sees that no folder stands in its place, before a run and not after
 * it. Rejects with `OUTPUT_FAILED`, and with `USAGE_BAD_VALUE` for an empty name.
 */
export async function prepareFile(file: string, flag: string): Promise<void> {
  if (file === "") {
    throw new McptestError("USAGE_BAD_VALUE", `${flag}: the name of the file is empty.`, {
      fix: "Give the name of a file; if a variable of the shell stands there, see that it is set.",
    });
  }
  try {
    await mkdir(dirname(resolve(file)), { recursive: true });
  } catch (error) {
    throw unwritable(file, error);
  }
  const found = await stat(file).catch(() => undefined);
  if (found?.isDirectory()) throw new McptestError("OUTPUT_FAILED", `${file} cannot be written: it is a folder.`);
}

/** Writes a whole file. Rejects with `OUTPUT_FAILED`. */
export async function writeOutputFile(file: string, content: string | Uint8Array): Promise<void> {
  try {
    await writeFile(file, content);
  } catch (error) {
    throw unwritable(file, error);
  }
}

function unwritable(file: string, error: unknown): McptestError {
  const reason = error instanceof Error ? error.message : String(error);
  return new McptestError("OUTPUT_FAILED", `${file} cannot be written: ${reason}.`, { cause: error });
}

import type { CatalogOptions, Outcome, ReadContents } from "./catalog-types.js";
import { failureOf, internalError } from "./failures.js";
import { isJsonObject } from "./json.js";
import type { FileContents } from "./types.js";

/**
 * What a file gave, as one item of contents with the address that was asked for; `undefined` where there is no such file.
 * Never throws.
 * @param mimeType that of the declaration, where the contents name none
 */
export async function readContents(
  uri: string,
  mimeType: string | undefined,
  read: () => FileContents | undefined | Promise<FileContents | undefined>,
  onError: CatalogOptions["onError"],
): Promise<Outcome<ReadContents[]> | undefined> {
  const what = `The reading of ${uri}`;
  try {
    const given = await read();
    if (given === undefined) return undefined;
    const body = bodyOf(given);
    if (body === undefined) return internalError(`${what} gave neither text nor bytes.`, given, onError);
    const type = given.mimeType ?? mimeType;
    return { ok: true, value: [{ uri, ...(type === undefined ? {} : { mimeType: type }), ...body }] };
  } catch (thrown) {
    return failureOf(thrown, what, onError);
  }
}

function bodyOf(given: unknown): Pick<ReadContents, "text" | "blob"> | undefined {
  if (!isJsonObject(given)) return undefined;
  const { text, bytes } = given;
  if (typeof text === "string") return { text };
  if (!(bytes instanceof Uint8Array)) return undefined;
  return { blob: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64") };
}

import { type ArtifactRef, unavailable } from "@mcptest/pack";
import type { Artifact } from "../report/model.js";
import { sha256 } from "../wire/message.js";

/** Bytes of one artifact. */
const MAX_BYTES = 8 * 1024 * 1024;
/** Bytes of all artifacts of a run. */
const MAX_TOTAL_BYTES = 64 * 1024 * 1024;
/** Artifacts of a run. */
const MAX_COUNT = 256;
/** Characters of a name or a media type. */
const MAX_NAME = 200;

/** What a pack wants to be stored. */
export interface AttachedFile {
  name: string;
  mediaType: string;
  bytes: Uint8Array;
}

/** The artifacts of a run. */
export interface ArtifactStore {
  /** Stores a copy, redacted where it is text. Throws an `Unavailable` when a limit is reached. */
  add(file: AttachedFile): ArtifactRef;
  all(): Artifact[];
}

const TEXT = /^text\/|[/+](?:json|xml|javascript|yaml)\b/i;

/** Makes an empty store; `redact` masks secrets in names and in files that are text. */
export function createArtifactStore(redact: <T>(value: T) => T): ArtifactStore {
  const artifacts: Artifact[] = [];
  let total = 0;
  return {
    add(file) {
      const mediaType = redact(String(file.mediaType).slice(0, MAX_NAME));
      const given = Buffer.from(file.bytes);
      if (given.byteLength > MAX_BYTES) throw tooMuch(`an artifact has at most ${MAX_BYTES} bytes`);
      if (artifacts.length >= MAX_COUNT) throw tooMuch(`a run has at most ${MAX_COUNT} artifacts`);
      if (total + given.byteLength > MAX_TOTAL_BYTES) {
        throw tooMuch(`the artifacts of a run have at most ${MAX_TOTAL_BYTES} bytes together`);
      }
      const bytes = TEXT.test(mediaType) ? Buffer.from(redact(given.toString("utf8"))) : given;
      total += bytes.byteLength;
      const artifact: Artifact = {
        id: `artifact-${artifacts.length + 1}`,
        name: redact(String(file.name).slice(0, MAX_NAME)),
        mediaType,
        sha256: sha256(bytes),
        byteLength: bytes.byteLength,
        data: bytes.toString("base64"),
      };
      artifacts.push(artifact);
      return { id: artifact.id };
    },
    all: () => [...artifacts],
  };
}

function tooMuch(limit: string) {
  return unavailable(`the file was not stored: ${limit}`, { origin: "host" });
}

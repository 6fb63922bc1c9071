import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { createRedactor } from "../wire/redact.js";
import { createArtifactStore } from "./artifacts.js";

const redact = createRedactor(["CANARY-TOKEN"]).value;
const file = (text: string, mediaType = "text/plain") => ({ name: "notes", mediaType, bytes: Buffer.from(text) });

it("redacts files that are text, and keeps others byte for byte", () => {
  const store = createArtifactStore(redact);
  const types = ["text/html; charset=utf-8", "application/json", "image/svg+xml", "image/png"];
  for (const type of types) store.add(file("got CANARY-TOKEN", type));
  const contents = store.all().map(({ data }) => Buffer.from(data ?? "", "base64").toString());
  expect(contents).toEqual(["got [redacted]", "got [redacted]", "got [redacted]", "got CANARY-TOKEN"]);
  expect(store.all()[3]).toMatchObject({
    id: "artifact-4",
    name: "notes",
    mediaType: "image/png",
    byteLength: 16,
    sha256: createHash("sha256").update("got CANARY-TOKEN").digest("hex"),
  });
});

it("stores a copy: bytes that change later change nothing", () => {
  const store = createArtifactStore(redact);
  const bytes = Buffer.from("before");
  store.add({ name: "x", mediaType: "image/png", bytes });
  bytes.write("AFTER!");
  expect(Buffer.from(store.all()[0]?.data ?? "", "base64").toString()).toBe("before");
});

it("limits number and size", () => {
  const store = createArtifactStore(redact);
  for (let count = 0; count < 256; count++) store.add(file("x"));
  expect(() => store.add(file("x"))).toThrow("the file was not stored: a run has at most 256 artifacts");
  const large = createArtifactStore(redact);
  const bytes = Buffer.alloc(8 * 1024 * 1024);
  for (let count = 0; count < 8; count++) large.add({ name: "x", mediaType: "image/png", bytes });
  expect(() => large.add(file("x"))).toThrow(
    "the file was not stored: the artifacts of a run have at most 67108864 bytes together",
  );
});

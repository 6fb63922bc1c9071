import { type JsonObject, member } from "@mcptest/pack";
import { invalidParams, rpcError } from "../protocol/json-rpc.js";
import type { Broadcast, MappedExtension, MappedMethod } from "./extension.js";

/** Id of the extension with notes. */
export const NOTES_ID = "com.example/notes";

/** What the server answers with a rejection of its own: a note that is not there, or is locked. */
export const REJECTED = { unknown: 4404, locked: 4423 };

/** The notification that tells of a change; its topic is the folder. */
export const NOTES_CHANGED = "notifications/notes/changed";

/** A PNG of one pixel. */
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** Notes that `notes/list` gives at once. */
const PAGE = 2;

/** Notes are kept up to this number, the oldest of the added ones go first. */
const MOST = 20;

const TEXT = { type: "string" };
const NOTE = { type: "object", properties: { uri: TEXT, title: TEXT }, required: ["uri", "title"] };

/** `com.example/notes`: methods of every kind, files, a template, and a notification with a topic. */
export function notesExtension(broadcast: Broadcast): MappedExtension {
  const texts = new Map([
    ["note://a/one.md", "# One\n\nThe first note."],
    ["note://a/hello.txt", "Hello."],
    ["note://b/caf%C3%A9.txt", "Coffee, tea, water."],
  ]);
  let [added, touched] = [0, 0];

  const methods: MappedMethod[] = [
    {
      name: "notes/list",
      description: "Lists the notes, two at a time.",
      inputSchema: { type: "object", properties: { cursor: TEXT } },
      outputSchema: {
        type: "object",
        properties: { notes: { type: "array", items: NOTE }, nextCursor: TEXT },
        required: ["notes"],
      },
      run: (args) => page([...texts.keys()], member(args, "cursor")),
    },
    {
      name: "notes/get",
      description: "Gives a note.",
      inputSchema: { type: "object", properties: { uri: TEXT }, required: ["uri"] },
      run({ uri }) {
        const text = texts.get(String(uri));
        if (text === undefined)
          throw rpcError(REJECTED.unknown, "There is no such note", { data: { uri: uri ?? null } });
        return { ...noteOf(String(uri)), text, links: { next: { uri: neighbour([...texts.keys()], String(uri)) } } };
      },
    },
    {
      name: "notes/echo",
      description: "Gives the text back, unchanged.",
      inputSchema: { type: "object", properties: { text: TEXT }, required: ["text"] },
      run: ({ text }) => ({ text: text ?? null }),
    },
    {
      name: "notes/add",
      description: "Adds a note.",
      inputSchema: { type: "object", properties: { text: TEXT, folder: TEXT }, required: ["text"] },
      outputSchema: {
        type: "object",
        properties: { uri: TEXT, size: { type: "integer" } },
        required: ["uri", "size"],
      },
      run({ text, folder = "added" }) {
        added += 1;
        const uri = `note://${encodeURIComponent(String(folder))}/${added}.txt`;
        texts.set(uri, String(text));
        texts.delete(`note://added/${added - MOST}.txt`);
        broadcast(NOTES_CHANGED, { folder, uri });
        return { uri, size: String(text).length };
      },
    },
    {
      name: "notes/touch",
      description: "Counts how often it was called.",
      inputSchema: { type: "object", properties: {} },
      run() {
        touched += 1;
        return { touched };
      },
    },
    {
      name: "notes/drop",
      description: "Would take a note away, and is always rejected: every note is locked.",
      inputSchema: { type: "object", properties: { uri: TEXT }, required: ["uri"] },
      run() {
        throw rpcError(REJECTED.locked, "The note is locked", { data: { by: "Ada" } });
      },
    },
  ];
  return {
    id: NOTES_ID,
    settings: { formats: ["text/plain", "text/markdown"], folders: true },
    methods,
    notifications: { [NOTES_CHANGED]: "folder" },
    files: [
      {
        address: "note://a/one.md",
        name: "one.md",
        mimeType: "text/markdown",
        read: (uri) => ({ text: texts.get(uri) ?? "" }),
      },
      { address: "note://a/pixel.png", name: "pixel.png", mimeType: "image/png", read: () => ({ blob: PIXEL }) },
      {
        address: "note://{folder}/{name}.txt",
        template: true,
        name: "note",
        mimeType: "text/plain",
        read(uri) {
          const text = texts.get(uri);
          return text === undefined ? undefined : { text };
        },
      },
    ],
  };
}

/** One page of the notes; the cursor belongs to this method alone. */
function page(uris: string[], cursor: unknown): JsonObject {
  const start = cursor === undefined ? 0 : uris.indexOf(String(cursor).replace(/^from /, ""));
  if (start < 0) throw invalidParams("Unknown cursor");
  const next = uris[start + PAGE];
  return {
    notes: uris.slice(start, start + PAGE).map(noteOf),
    ...(next === undefined ? {} : { nextCursor: `from ${next}` }),
  };
}

function noteOf(uri: string): JsonObject {
  return { uri, title: decodeURIComponent(uri.slice(uri.lastIndexOf("/") + 1)) };
}

function neighbour(uris: string[], uri: string): string {
  return uris[(uris.indexOf(uri) + 1) % uris.length] ?? uri;
}

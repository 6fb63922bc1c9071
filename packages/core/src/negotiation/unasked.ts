import type { ReceivedMessage } from "@mcptest/pack";
import { kindOf } from "../wire/message.js";
import type { Detector } from "./detector.js";
import { quoted } from "./safe-text.js";

/** What the server sent without being asked, on the connections of this detection. */
export function unaskedMessages({ wire: { transcript }, links }: Pick<Detector, "wire" | "links">): ReceivedMessage[] {
  const connections = links.map((link) => link.wire.id);
  return transcript
    .all()
    .filter(({ request, connection }) => request === null && connections.includes(connection))
    .flatMap(({ messages }) => messages);
}

/** True for what is no MCP message at all, such as a banner or a log line on stdout (A31). */
export function isTalk({ json }: ReceivedMessage): boolean {
  const kind = kindOf(json);
  return kind === "other" || kind === "array";
}

/** The first of `messages` for people, and how many more there are. `undefined` for none. They must be redacted. */
export function firstAndCount(messages: ReceivedMessage[]): string | undefined {
  const [first, ...others] = messages;
  if (!first) return undefined;
  return others.length === 0 ? quoted(first.raw) : `${quoted(first.raw)} and ${others.length} more`;
}

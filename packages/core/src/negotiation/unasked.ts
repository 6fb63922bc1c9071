import type { ReceivedMessage } from "@mcptest/pack";
import { isTalk } from "../wire/stdio-unasked.js";
import type { StdoutTalk, WireConnection } from "../wire/types.js";
import type { Detector } from "./detector.js";
import { quoted } from "./safe-text.js";

/** What the server sent without being asked, on the connections of this detection, for people. `undefined` for nothing. */
export function whatWasUnasked(detector: Pick<Detector, "wire" | "links">): string | undefined {
  const talk = talkOf(detector.links.map(({ wire }) => wire));
  const messages = unaskedMessages(detector).filter((message) => !isTalk(message));
  const first = talk?.first ?? messages[0]?.raw;
  return first === undefined ? undefined : firstAndCount(first, (talk?.lines ?? 0) + messages.length);
}

function unaskedMessages({ wire: { transcript }, links }: Pick<Detector, "wire" | "links">): ReceivedMessage[] {
  const connections = links.map((link) => link.wire.id);
  return transcript
    .all()
    .filter(({ request, connection }) => request === null && connections.includes(connection))
    .flatMap(({ messages }) => messages);
}

/** What came on the stdout of these connections that is no MCP message, taken together. */
export function talkOf(connections: readonly WireConnection[]): StdoutTalk | undefined {
  const all = connections.flatMap((connection) => connection.talk() ?? []);
  const lines = all.reduce((sum, talk) => sum + talk.lines, 0);
  return all[0] && { first: all[0].first, lines };
}

const TALK_NOTE = "stdout carries something that is no MCP message: ";

/** `notes` with one on what stdout carries by now, in place of an earlier one. */
export function withTalkNote(notes: readonly string[], talk: StdoutTalk | undefined): string[] {
  if (!talk) return [...notes];
  const others = notes.filter((note) => !note.startsWith(TALK_NOTE));
  return [...others, `${TALK_NOTE}${firstAndCount(talk.first, talk.lines)}`];
}

function firstAndCount(first: string, count: number): string {
  return count === 1 ? quoted(first) : `${quoted(first)} and ${count - 1} more`;
}

import { isObject } from "@mcptest/pack";
import { sha256 } from "../../wire/message.js";
import { MASK } from "../../wire/redact.js";

/**
 * What a pack elsewhere is given of the host, without the hashes that would let it prove a guess at a masked secret: a
 * message in which something is masked, or which is cut, has the `sha256` of the text that is given, and a masked one
 * its `byteLength` too. Takes an exchange, a list of them, or one message; returns anything else as it is.
 */
export function withoutTellingHashes(given: unknown): unknown {
  if (Array.isArray(given)) return given.map(withoutTellingHashes);
  if (!isObject(given)) return given;
  const { messages, request } = given;
  if (Array.isArray(messages)) {
    return { ...given, request: messageOf(request), messages: messages.map(messageOf) };
  }
  return messageOf(given);
}

function messageOf(message: unknown): unknown {
  if (!isObject(message) || typeof message.sha256 !== "string") return message;
  const text = message.raw ?? message.body;
  if (typeof text !== "string") return message;
  const masked = text.includes(MASK);
  if (!masked && message.cut !== true) return message;
  return {
    ...message,
    ...(masked && message.cut !== true ? { byteLength: Buffer.byteLength(text) } : {}),
    sha256: sha256(text),
  };
}

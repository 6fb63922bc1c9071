import type { Told } from "./told.js";

/** Messages that are told, and characters of one. */
const MAX_MESSAGES = 10_000;
const MAX_MESSAGE = 1024 * 1024;
const MAX_STRING = 1_000;

type Fields = Told extends infer Each ? (Each extends Told ? Omit<Each, "at"> : never) : never;

/** Tells the harness, by the console, what comes to pass in the host page. */
export function createTeller(token: string) {
  const { debug } = console;
  let count = 0;
  const tell = (what: Fields): void => {
    debug.call(console, `${token} ${JSON.stringify({ ...what, at: performance.timeOrigin + performance.now() })}`);
  };
  return {
    tell,
    /** Messages that were logged. */
    countOf: () => count,
    /** Logs one message. False where there were too many: it is then to be dropped. */
    log(from: "view" | "host", data: unknown, garbage = false): boolean {
      if (count === MAX_MESSAGES) tell({ kind: "cut" });
      if (++count > MAX_MESSAGES) return false;
      const written = write(data);
      tell({ kind: "message", from, ...written, ...(garbage ? { garbage } : {}) });
      return true;
    },
  };
}

function write(data: unknown): { text: string; isJson: boolean; short?: true } {
  const text = json(data);
  if (text === undefined) return { text: inWords(data), isJson: false };
  if (text.length <= MAX_MESSAGE) return { text, isJson: true };
  const shorter = json(data, (_, value) => (typeof value === "string" ? value.slice(0, MAX_STRING) : value));
  if (shorter !== undefined && shorter.length <= MAX_MESSAGE) return { text: shorter, isJson: true, short: true };
  return { text: text.slice(0, MAX_MESSAGE), isJson: false, short: true };
}

/** Undefined for what JSON cannot hold. A map, a date or bytes would become an object that was never sent. */
function json(data: unknown, replacer?: (key: string, value: unknown) => unknown): string | undefined {
  if (typeof data === "object" && data !== null && !Array.isArray(data)) {
    if (Object.prototype.toString.call(data) !== "[object Object]") return undefined;
  }
  try {
    return JSON.stringify(data, replacer);
  } catch {
    return undefined;
  }
}

function inWords(data: unknown): string {
  const type = Object.prototype.toString.call(data).slice(8, -1);
  return type === "Object" || type === "Array" ? `${type} that JSON cannot hold` : type;
}

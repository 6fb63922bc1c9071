// The words of which lies are made: see lies.mjs.

/** Nothing is answered. */
export const SILENCE = { silence: true };
/** The server ends at once: its process, or over HTTP its port with all sockets. */
export const END = { end: true };

/** One message in place of the answer: a value, or the bytes of one. */
export function one(message) {
  return { messages: [typeof message === "string" || Buffer.isBuffer(message) ? message : JSON.stringify(message)] };
}

/** Messages in place of the answer, one after the other. */
export function several(...messages) {
  return { messages: messages.map((message) => JSON.stringify(message)) };
}

/** `say` makes the answer to `method` from the honest one; everything else is answered honestly. */
export function at(method, say) {
  return () => ({ answer: (request, honest) => (request.method === method ? say(honest, request) : undefined) });
}

/** Changes the result of `method`. */
export function result(method, change) {
  return at(method, (honest) => one({ ...honest, result: change(honest.result) }));
}

/** `say` makes every answer from the honest one. */
export function always(say) {
  return () => ({ answer: (request, honest) => say(honest, request) });
}

/** Replaces in the text of every answer. */
export function inText(pattern, replacement) {
  return always((honest) => one(JSON.stringify(honest).replace(pattern, replacement)));
}

/** Puts a member into the text of the answer to `method`, so that it may hold what no value can. */
export function inTextOf(method, before, member) {
  return at(method, (honest) => one(JSON.stringify(honest).replace(before, `${member},${before}`)));
}

/** A copy of `value` with every object changed by `change`, from the inside out. */
export function walk(value, change) {
  if (Array.isArray(value)) return value.map((item) => walk(item, change));
  if (typeof value !== "object" || value === null) return value;
  return change(Object.fromEntries(Object.entries(value).map(([key, item]) => [key, walk(item, change)])));
}

/** Changes each task object that the server shows, in any answer. */
export function eachTask(change) {
  return always((honest) =>
    one(
      walk(honest, (value) =>
        Object.hasOwn(value, "taskId") && Object.hasOwn(value, "status") ? change(value) : value,
      ),
    ),
  );
}

/** Changes the poll interval, or the lifetime, of each task under the name that it goes by there, and `more`. */
export function interval(value, more = {}) {
  const name = (task) => ("pollIntervalMs" in task ? "pollIntervalMs" : "pollInterval");
  return eachTask((task) => ({ ...task, [name(task)]: value, ...more }));
}
export function ttl(value) {
  return eachTask((task) => ({ ...task, ["ttlMs" in task ? "ttlMs" : "ttl"]: value }));
}

/** The server knows its first task by `id`, whatever the one inside it calls it. */
export function taskId(id) {
  const swap = (value, from, to) => {
    if (value === from) return to;
    if (Array.isArray(value)) return value.map((item) => swap(item, from, to));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, swap(item, from, to)]));
  };
  return () => {
    let honestId;
    return {
      request: (message) => (honestId === undefined ? message : swap(message, id, honestId)),
      answer({ method }, honest) {
        if (method === "tools/call") honestId ??= (honest.result?.task ?? honest.result)?.taskId;
        return honestId === undefined ? undefined : one(swap(honest, honestId, id));
      },
    };
  };
}

/** `count` notifications before the answer. */
export function flood(count, honest) {
  const note = (progress) => ({
    jsonrpc: "2.0",
    method: "notifications/progress",
    params: { progressToken: "nobody's", progress },
  });
  return several(...Array.from({ length: count }, (_, index) => note(index)), honest);
}

/** A lie for each of `values`, named by it: `the date "yesterday"`, `the end at tools/call`. */
export function table(prefix, values, lieFor) {
  const name = (value) => (prefix.endsWith(" at") ? value : JSON.stringify(value));
  return Object.fromEntries(values.map((value) => [`${prefix} ${name(value)}`, lieFor(value)]));
}

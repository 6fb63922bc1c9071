/**
 * Thrown by a handler to refuse a call deliberately. All three parts reach the caller, by either route, as a JSON-RPC error.
 * Whatever else a handler throws becomes `-32603` without its words.
 */
export class Rejected extends Error {
  override readonly name = "Rejected";
  /** A JSON-RPC error code: an integer. */
  readonly code: number;
  /** Any JSON value. */
  readonly data?: unknown;

  /** @throws TypeError when `code` is no integer. */
  constructor(code: number, message: string, data?: unknown) {
    super(message);
    if (!Number.isSafeInteger(code)) throw new TypeError(`The code of a JSON-RPC error is an integer, not ${code}.`);
    this.code = code;
    if (data !== undefined) this.data = data;
  }
}

import { describe, expect, it } from "vitest";
import { decodeHeaderValue, encodeHeaderValue } from "./header-value.js";

/** The vectors of the specification (A.3), then the borders between plain and wrapped. */
const VECTORS: [value: string, header: string][] = [
  ["Hello, 世界", "=?base64?SGVsbG8sIOS4lueVjA==?="],
  [" padded ", "=?base64?IHBhZGRlZCA=?="],
  ["line1\nline2", "=?base64?bGluZTEKbGluZTI=?="],
  ["=?base64?literal?=", "=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?="],
  ["x://测试", "=?base64?eDovL+a1i+ivlQ==?="],
  ["plain", "plain"],
  ["a b\tc ~", "a b\tc ~"],
  ["", ""],
  ["\ttab", "=?base64?CXRhYg==?="],
  ["\u007f", "=?base64?fw==?="],
  ["\u00a0", "=?base64?wqA=?="],
  ["=?base64?only the start", "=?base64?only the start"],
  ["only the end?=", "only the end?="],
  ["=?BASE64?dDE=?=", "=?BASE64?dDE=?="],
  ["=?base64?=", "=?base64?="],
  ["\ufeffmark", "=?base64?77u/bWFyaw==?="],
];

describe("a header value", () => {
  it.each(VECTORS)("%j travels as %j and comes back", (value, header) => {
    expect(encodeHeaderValue(value)).toBe(header);
    expect(decodeHeaderValue(header)).toBe(value);
  });

  it("may be wrapped although it need not be", () => {
    expect(decodeHeaderValue("=?base64?dDE=?=")).toBe("t1");
    expect(decodeHeaderValue("=?base64??=")).toBe("");
  });

  it("loses the outer white space of HTTP and no other", () => {
    expect(decodeHeaderValue("  t1\t ")).toBe("t1");
    expect(decodeHeaderValue(" =?base64?dDE=?= ")).toBe("t1");
    expect(decodeHeaderValue("\u00a0t1")).toBe("\u00a0t1");
    expect(decodeHeaderValue(" \t ")).toBe("");
  });

  it.each(["=?base64?SGVs!!!bG8=?=", "=?base64?%%%?=", "=?base64?dDE?=", "=?base64?dD E=?=", "=?base64?/w==?="])(
    "is unreadable as %j",
    (header) => {
      expect(decodeHeaderValue(header)).toBeUndefined();
    },
  );
});

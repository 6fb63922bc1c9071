import { expect, test } from "vitest";
import { traceProblem } from "./trace-context.js";

const ID = "0af7651916cd43dd8448eb211c80319c";
const PARENT = "b7ad6b7169203331";

test.each([
  [`00-${ID}-${PARENT}-01`, true],
  [`00-${ID}-${PARENT}-00`, true],
  [`cc-${ID}-${PARENT}-01`, true],
  [`cc-${ID}-${PARENT}-01-what-the-future-brings`, true],
  [`00-${ID}-${PARENT}-01-more`, false],
  [`ff-${ID}-${PARENT}-01`, false],
  [`00-${"0".repeat(32)}-${PARENT}-01`, false],
  [`00-${ID}-${"0".repeat(16)}-01`, false],
  [`00-${ID.toUpperCase()}-${PARENT}-01`, false],
  [`00-${ID}-${PARENT}`, false],
  [`00-${ID}-${PARENT}-1`, false],
  [` 00-${ID}-${PARENT}-01`, false],
  [`00-${ID}-${PARENT}-01\n`, false],
  ["", false],
  [1, false],
  [null, false],
])("traceparent %j", (value, ok) => {
  expect(traceProblem("traceparent", value) === undefined).toBe(ok);
});

test.each([
  ["rojo=00f067aa0ba902b7,congo=t61rcWkgMzE", true],
  ["rojo=1, congo=2", true],
  ["fw529a3039@dt=FfAAAAAAAADh", true],
  ["", true],
  ["a=1,,b=2", true],
  ["rojo", false],
  ["Rojo=1", false],
  ["rojo=a=b", false],
  ["rojo=", false],
  ["rojo=é", false],
  [Array.from({ length: 33 }, (_, index) => `k${index}=1`).join(","), false],
  [Array.from({ length: 32 }, (_, index) => `k${index}=1`).join(","), true],
  [{ rojo: "1" }, false],
])("tracestate %j", (value, ok) => {
  expect(traceProblem("tracestate", value) === undefined).toBe(ok);
});

test.each([
  ["userId=alice,serverNode=DF%2028,isProduction=false", true],
  ["key1=value1;property1;property2, key2 = value2, key3=value3; propertyKey=propertyValue", true],
  ["key=", true],
  ["key=a=b", true],
  ["key", false],
  ["=value", false],
  ["a b=c", false],
  ["key=a b", false],
  ['key="x"', false],
  ["key=é", false],
  ["", false],
  ["a=1,", false],
  ["a=1;b c", false],
  [["a=1"], false],
])("baggage %j", (value, ok) => {
  expect(traceProblem("baggage", value) === undefined).toBe(ok);
});

test("a value without end is not judged", () => {
  expect(traceProblem("baggage", "x".repeat(1_000_000))).toBeUndefined();
});

import type { Exchange } from "@mcptest/pack";
import { expect, it } from "vitest";
import { createHeldValues } from "./held-values.js";
import { sentExchanges } from "./sent-exchanges.js";

it("holds values until their lane is over, under numbers that are given once", () => {
  const values = createHeldValues();
  const options = values.hold({ tool: "make" });
  const one = values.hold("one", "lane-1");
  const other = values.hold(undefined, "lane-2");
  expect([options, one, other]).toEqual([{ held: 1 }, { held: 2 }, { held: 3 }]);
  expect(values.get(other)).toBeUndefined();
  values.release("lane-1");
  expect(() => values.get(one)).toThrow("there is no value 2 in this process");
  expect(() => values.get({ held: "__proto__" as never })).toThrow("there is no value __proto__ in this process");
  expect([values.get(options), values.get(other)]).toEqual([{ tool: "make" }, undefined]);
  expect(values.hold("late", "lane-1")).toEqual({ held: 4 });
});

it("sends each state of an exchange once for each lane, until the lane is over", () => {
  const sent = sentExchanges();
  const exchange = (number: number) => ({ number }) as Exchange;
  const [first, second] = [exchange(1), exchange(2)];
  expect(sent.inputFor([first], "a")).toEqual({ numbers: [1], exchanges: [{ number: 1 }] });
  expect(sent.inputFor([first, second], "a")).toEqual({ numbers: [1, 2], exchanges: [{ number: 2 }] });
  expect(sent.inputFor([exchange(1), second], "a")).toEqual({ numbers: [1, 2], exchanges: [{ number: 1 }] });
  expect(sent.inputFor([second], "b")).toEqual({ numbers: [2], exchanges: [{ number: 2 }] });
  sent.release("a");
  expect(sent.inputFor([second], "a")).toEqual({ numbers: [2], exchanges: [{ number: 2 }] });
});

import { expect, test } from "vitest";
import { didYouMean, nearest } from "./suggest.js";

test("a slip of the keyboard finds its name, and another word finds none", () => {
  expect(nearest("severs", ["servers", "suites", "packs"])).toBe("servers");
  expect(nearest("SERVERS", ["servers"])).toBe("servers");
  expect(nearest("database", ["servers", "suites"])).toBeUndefined();
  expect(nearest("tow", ["one", "two"])).toBe("two");
  expect(nearest("abcd", ["badc"])).toBeUndefined();
  expect(nearest("x", ["y"])).toBeUndefined();
});

test("the sentence lists what there is", () => {
  expect(didYouMean("stagng", ["local", "staging"])).toMatchInlineSnapshot(
    `" Did you mean "staging"? There are: local, staging."`,
  );
  expect(didYouMean("production", ["local"])).toMatchInlineSnapshot(`" There are: local."`);
  expect(didYouMean("local", [])).toMatchInlineSnapshot(`" There are none."`);
  const many = Array.from({ length: 32 }, (_, index) => `name-${index}`);
  expect(didYouMean("something", many)).toContain("name-29, and 2 more.");
});

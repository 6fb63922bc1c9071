import { randomBytes, randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { guessable } from "./ids-entropy.js";

it("finds nothing to say about random ids", () => {
  expect(guessable([randomUUID(), randomUUID(), randomUUID()])).toEqual([]);
  expect(guessable(["task_9f2c4b7e01d3", "task_0a81cc77e2b4"])).toEqual([]);
});

it("takes no random id in plain hexadecimal for a UUID, whatever digit stands where a version would", () => {
  const ids = ["893842feb385154462d9a789c77ffdfa"];
  for (let count = 0; count < 1_000; count++) ids.push(randomBytes(16).toString("hex"));
  expect(guessable(ids)).toEqual([]);
  expect(guessable(ids.slice(0, 1))).toEqual([]);
});

it("takes the time out of UUIDv7 and ULID before it compares", () => {
  const v7 = ["019a0f3c-1111-7aaa-8bbb-0123456789ab", "019a0f3c-1112-7ccc-9ddd-fedcba987654"];
  expect(guessable([...v7, "019a0f3c-1113-7eee-afff-00112233aabb"])).toEqual([]);
  const ulids = ["01HZX3V9GQ0000000000000001", "01HZX3V9GR0000000000000002", "01HZX3V9GS0000000000000003"];
  expect(guessable(ulids)).toEqual([
    "the ids differ in fewer than 8 characters",
    "the ids look counted: they are numbers close to each other",
  ]);
});

it.each([
  [["7"], ["an id has fewer than 16 characters"]],
  [
    [`${"a".repeat(20)}1`, `${"a".repeat(20)}2`, `${"a".repeat(20)}3`],
    ["the ids differ in fewer than 8 characters", "the ids look counted: they are numbers close to each other"],
  ],
  [
    ["1760000000000000001", "1760000000000000455", "1760000000000000900"],
    ["the ids differ in fewer than 8 characters", "the ids look counted: they are numbers close to each other"],
  ],
  [["6ba7b810-9dad-11d1-80b4-00c04fd430c8"], ["the ids are UUIDs of version 1, made of time and network address"]],
  [
    ["6ba7b8109dad11d180b400c04fd430c8", "7ba7b8109dad11d180b400c04fd430c8", "8ba7b8109dad11d180b400c04fd430c8"],
    ["the ids are UUIDs of version 1, made of time and network address"],
  ],
])("finds what is odd about %j", (ids, expected) => {
  expect(guessable(ids)).toEqual(expected);
});

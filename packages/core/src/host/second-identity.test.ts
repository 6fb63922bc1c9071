import { expect, it } from "vitest";
import type { HttpTarget } from "../wire/types.js";
import { targetOfSecondIdentity } from "./second-identity.js";

const target: HttpTarget = {
  kind: "http",
  name: "small",
  url: "https://one:secret@example.com/a/../mcp?x=1",
  headers: [
    ["authorization", "Bearer one"],
    ["COOKIE", "session=one"],
    ["X-Tenant", "t"],
    ["X-User", "one"],
  ],
};

it("replaces headers by name, and sends no credentials of the first principal", () => {
  const second = targetOfSecondIdentity(target, [["x-user", "two"]]);
  expect(second).toEqual({
    ...target,
    url: "https://example.com/mcp?x=1",
    headers: [
      ["X-Tenant", "t"],
      ["x-user", "two"],
    ],
  });
});

it("leaves a URL without credentials byte for byte", () => {
  const url = "https://example.com/a/../mcp";
  expect(targetOfSecondIdentity({ ...target, url }, [["x-user", "two"]])).toMatchObject({ url });
});

import { describe, expect, it } from "vitest";
import { answeredBy, concernedBy, idWithoutParsing } from "./stdio-routing.js";

const call = { id: 1, progressToken: "token" };
const listen = { id: "1" };
const both = [call, listen];

describe("answeredBy", () => {
  it("compares ids by value and type", () => {
    expect(answeredBy({ id: 1, result: {} }, both)).toEqual([call]);
    expect(answeredBy({ id: "1", error: {} }, both)).toEqual([listen]);
    expect(answeredBy({ id: 2, result: {} }, both)).toEqual([]);
    expect(answeredBy({ id: 1, method: "ping" }, both)).toEqual([]);
    expect(answeredBy(undefined, both)).toEqual([]);
  });

  it("gives the oldest of two requests with one id", () => {
    const twin = { id: 1 };
    expect(answeredBy({ id: 1, result: {} }, [call, twin])[0]).toBe(call);
  });

  it("gives all whose response an array holds", () => {
    expect(
      answeredBy(
        [
          { id: "1", result: {} },
          { id: 1, result: {} },
        ],
        both,
      ),
    ).toEqual(both);
    expect(answeredBy([{ id: 1, method: "ping" }, 7], both)).toEqual([]);
  });
});

describe("concernedBy", () => {
  const progress = (progressToken: string | number) => ({
    method: "notifications/progress",
    params: { progressToken },
  });
  const tagged = (subscriptionId: string | number) => ({
    method: "notifications/tools/list_changed",
    params: { _meta: { "io.modelcontextprotocol/subscriptionId": subscriptionId } },
  });

  it("follows a subscription id, a progress token, the request id of a cancellation", () => {
    expect(concernedBy(tagged("1"), both)).toBe(listen);
    expect(concernedBy(progress("token"), both)).toBe(call);
    expect(concernedBy({ method: "notifications/cancelled", params: { requestId: "1" } }, both)).toBe(listen);
  });

  it("gives a message that names another request to nobody, even when one exchange is open", () => {
    expect(concernedBy(tagged(1), [listen])).toBeUndefined();
    expect(concernedBy(progress("other"), [call])).toBeUndefined();
    expect(concernedBy({ method: "notifications/cancelled", params: { requestId: 2 } }, [call])).toBeUndefined();
  });

  it("gives any other message to the only open exchange", () => {
    expect(concernedBy({ method: "notifications/message" }, [call])).toBe(call);
    expect(concernedBy({ id: 7, method: "roots/list" }, [call])).toBe(call);
    expect(concernedBy({ id: null, error: {} }, [call])).toBe(call);
    expect(concernedBy({ method: "notifications/message" }, both)).toBeUndefined();
    expect(concernedBy({ method: "notifications/message" }, [])).toBeUndefined();
  });
});

describe("idWithoutParsing", () => {
  const long = `"x":"${"y".repeat(1_000)}"`;
  it.each([
    ["first", `{"jsonrpc":"2.0","id":7,${long}`, 7],
    ["first", ` { "id" : "a\\"b" , ${long}`, 'a"b'],
    ["last", `{"result":{${long}},"jsonrpc":"2.0","id":-7}\r`, -7],
    ["last", `{${long},"id":"é"} `, "é"],
    ["first", `{"result":{"id":7,${long}`, undefined],
    ["last", `{"result":{${long},"id":7}}`, undefined],
    ["last", `{${long},"id":1e999}`, undefined],
    ["first", "", undefined],
  ] as const)("finds it at the %s place of %.40s…", (place, text, id) => {
    expect(idWithoutParsing(place, Buffer.from(text))).toBe(id);
  });
});

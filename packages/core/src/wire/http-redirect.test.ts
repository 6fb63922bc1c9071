import { afterEach, describe, expect, it } from "vitest";
import {
  cleanUp,
  post,
  responseText,
  serve,
  type TestHttpOptions,
  type TestRequest,
  withoutPort,
} from "./testing/http.js";

afterEach(cleanUp);

describe("redirects", () => {
  const SECRET: TestHttpOptions = {
    headers: [
      ["Authorization", "Bearer CANARY-1"],
      ["X-Key", "CANARY-2"],
    ],
  };

  it.each([307, 308])("%i on the same origin is followed with the same message and headers", async (status) => {
    const seen: TestRequest[] = [];
    const { send, transcript } = await serve((request, response) => {
      seen.push(request);
      if (request.url === "/mcp") response.writeHead(status, { Location: "/v2/mcp?x=1#y" }).end("moved");
      else response.end(responseText(1));
    }, SECRET);
    const exchange = await send(post(1));
    expect(exchange).toMatchObject({
      number: 1,
      outcome: "answered",
      status: 200,
      messages: [{ raw: responseText(1) }],
    });
    expect(seen.map(({ url }) => url)).toEqual(["/mcp", "/v2/mcp?x=1"]);
    expect(seen[1]!.body).toBe(seen[0]!.body);
    expect(seen[1]!.headers).toEqual(seen[0]!.headers);
    expect(transcript.get(2)).toMatchObject({
      outcome: "no-response",
      status,
      problem: `HTTP ${status} on the way of exchange 1, followed to /v2/mcp`,
    });
  });

  it.each([301, 302, 303, 307, 308])("%i to another origin gets no request at all", async (status) => {
    const other: TestRequest[] = [];
    const elsewhere = await serve((request, response) => {
      other.push(request);
      response.end(responseText(1));
    });
    const location = elsewhere.server.url.replace("//", "//user:CANARY-1@");
    const { send, transcript } = await serve(
      (_, response) => response.writeHead(status, { Location: `${location}?token=CANARY-1` }).end(responseText(9)),
      SECRET,
    );
    const exchange = await send(post(1));
    expect(exchange).toMatchObject({ outcome: "no-response", status, messages: [{ raw: responseText(9) }] });
    expect(withoutPort(exchange.problem)?.replace(/\d+/, "NNN")).toBe(
      status < 307
        ? "HTTP NNN redirects to http://127.0.0.1:PORT/mcp?token=[redacted], which is not followed"
        : "HTTP NNN redirects to another origin, http://127.0.0.1:PORT/mcp?token=[redacted], which is not followed",
    );
    expect(other).toEqual([]);
    expect(JSON.stringify(transcript.all())).not.toContain("CANARY");
  });

  it("that are others are not followed on the same origin either", async () => {
    let count = 0;
    const { send } = await serve((_, response) => {
      count++;
      response.writeHead(302, { Location: "/elsewhere" }).end();
    });
    expect(await send(post(1))).toMatchObject({ outcome: "no-response", status: 302 });
    expect(count).toBe(1);
  });

  it("that go in a circle, nowhere, or to nonsense come to an end", async () => {
    let count = 0;
    const circle = await serve((_, response) => {
      count++;
      response.writeHead(307, { Location: "/mcp" }).end();
    });
    const exchange = await circle.send(post(1));
    expect(withoutPort(exchange.problem)).toMatchInlineSnapshot(
      `"more than 5 redirects, the last one to http://127.0.0.1:PORT/mcp"`,
    );
    expect(count).toBe(6);
    const nowhere = await serve((_, response) => response.writeHead(307).end());
    expect((await nowhere.send(post(1))).problem).toBe("HTTP 307 without a Location");
    const nonsense = await serve((_, response) => response.writeHead(307, { Location: "http://[" }).end());
    expect((await nonsense.send(post(1))).problem).toBe("HTTP 307 to a Location that is no URL");
  });
});

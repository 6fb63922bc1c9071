import { describe, expect, it } from "vitest";
import { connect } from "./connect.js";
import { httpServer, post, responseText, testOptions, testTarget } from "./testing/http.js";
import type { StdioTarget } from "./types.js";

describe("connect", () => {
  it("speaks HTTP with a URL and stdio with a command", async () => {
    const server = await httpServer((_, response) => response.end(responseText(1)));
    const url = testTarget(server.url);
    const program = `process.stdin.on("data", () => console.log(${JSON.stringify(responseText(1))}))`;
    const command: StdioTarget = { kind: "stdio", name: "test", command: process.execPath, args: ["-e", program] };
    for (const target of [url, command]) {
      const wire = await connect(target, testOptions(url));
      expect(wire).toMatchObject({ transport: target.kind, target });
      expect(await wire.send(post(1))).toMatchObject({
        transport: target.kind,
        outcome: "answered",
        response: { id: 1 },
      });
      await wire.close();
    }
    await server.close();
  });
});

import { describe, expect, test } from "vitest";
import { legacy, modern, run, short } from "./testing/detect-stdio.js";
import { verdict } from "./testing/setup.js";
import { discovery, failed, type StdioReply, type StdioScript } from "./testing/stdio-server.js";

describe("late answers to the probe", () => {
  /** The probe is answered when `initialize` has come, which is after its limit. */
  const late = (reply: StdioReply, initialize: StdioReply): StdioScript => ({
    on: { "server/discover": { after: "initialize", reply }, initialize },
  });

  test("a DiscoverResult opens the modern era when initialize is declined, in the process that gave it", async () => {
    const { detection, sent } = await run(late(modern, failed(-32601, "no")), { firstMs: short });
    expect(verdict(detection)).toBe("modern 2026-07-28");
    expect(sent).toEqual(["stdio-1 server/discover", "stdio-1 initialize"]);
    expect(detection.ok && detection.session.wire.id).toBe("stdio-1");
    expect(detection.ok && detection.session.wire.exit).toBeUndefined();
  });

  test("an initialize that succeeds outweighs it, and the note says so", async () => {
    const { detection, wire } = await run(late(modern, legacy), { firstMs: short });
    expect(verdict(detection)).toBe("legacy 2025-11-25");
    expect(detection.notes).toEqual([
      `dual-era, slow probe: server/discover was answered after its limit of ${short} ms, beside initialize`,
    ]);
    expect(wire.transcript.get(1)?.response).toMatchObject({ id: 1, ...modern });
    expect(wire.transcript.get(2)?.response).toMatchObject({ id: 2, ...legacy });
  });

  test("an ordinary error is logged and matched with nothing else", async () => {
    const { detection, wire } = await run(late(failed(-32601, "x"), legacy), { firstMs: short });
    expect(verdict(detection)).toBe("legacy 2025-11-25");
    expect(detection.notes).toEqual([`legacy (no answer to server/discover within ${short} ms)`]);
    expect(wire.transcript.get(2)?.response).toMatchObject({ id: 2, ...legacy });
    expect(wire.transcript.get(1)?.response).toMatchObject({ id: 1, error: { code: -32601 } });
  });

  test("a refusal fails with it, without another process", async () => {
    const { detection, sent } = await run(late(failed(-32021, "no"), failed(-32601, "no")), { firstMs: short });
    expect(verdict(detection)).toBe("SERVER_DISCOVERY_REFUSED");
    expect(sent).toEqual(["stdio-1 server/discover", "stdio-1 initialize"]);
    expect(!detection.ok && detection.problem.message).toContain('server/discover (2026-07-28): error -32021 "no"');
  });

  test("versions without a common one fail with them", async () => {
    const { detection } = await run(late(discovery(["2099-01-01"]), failed(-32601, "no")), { firstMs: short });
    expect(verdict(detection)).toBe("SERVER_NO_COMMON_VERSION");
    expect(!detection.ok && detection.problem.serverVersions).toEqual(["2099-01-01"]);
  });

  test("an ordinary error beside a declined initialize leaves the rest of the detection as it is", async () => {
    const { sent } = await run(late(failed(-32601, "x"), failed(-32601, "no")), { firstMs: short });
    expect(sent).toEqual(["stdio-1 server/discover", "stdio-1 initialize", "stdio-2 initialize", "stdio-3 tools/list"]);
  });

  test("it is listened for until the verdict when only the modern era is asked for", async () => {
    const { detection } = await run(
      { on: { "server/discover": { after: "tools/list", reply: modern } } },
      { era: "modern", firstMs: short },
    );
    expect(verdict(detection)).toBe("modern 2026-07-28");
    expect(detection.ok && detection.session.negotiated.discovered).toBe(true);
  });
});

import { type Check, defineFixture, defineProjection } from "@mcptest/pack";
import { describe, expect, it } from "vitest";
import { run } from "./run.js";
import { BEHAVIOURS, forEver, later, trap } from "./testing/behaviours.js";
import {
  check,
  httpTarget,
  OFFERS_WIDGETS,
  onlyPack,
  packOf,
  requestFor,
  runChecks,
  select,
  words,
} from "./testing/setup.js";

describe.each([false, true])("pack code is contained (cloneHostValues: %s)", (cloneHostValues) => {
  it("whatever it does, all at once, and a check beside it passes", async () => {
    const checks = BEHAVIOURS.map(([, run], index) => check(`c${index}`, run));
    const last = check("afterwards", () => later(120), { phase: "end" });
    const report = await runChecks([...checks, check("beside", (verdict) => verdict.pass()), last], {
      cloneHostValues,
      checkTimeoutMs: 300,
    });
    const results = onlyPack(report).checks;
    expect(words(results)).toEqual({
      ...Object.fromEntries(BEHAVIOURS.map(([, , word], index) => [`c${index}`, word])),
      beside: "passed",
      afterwards: "passed",
    });
    for (const [index, [name, , , message, origin]] of BEHAVIOURS.entries()) {
      const result = results[index];
      expect(result?.error?.message, name).toMatch(message);
      expect(result?.error?.message.length, name).toBeLessThanOrEqual(4_000);
      expect(result?.origin, name).toBe(origin);
    }
    expect(results[BEHAVIOURS.length - 1]?.notes).toEqual(["the check called process.exit(0)"]);
    expect(report).toMatchObject({ complete: true, outcome: "failed", exitCode: 1 });
  });

  it("keeps stdout for the report", async () => {
    const said: string[] = [];
    const report = await runChecks(
      [
        check("noisy", () => {
          process.stdout.write("from the pack\n");
          process.stdout.write(new TextEncoder().encode("bytes\n"));
        }),
      ],
      { cloneHostValues, onPackOutput: (text) => said.push(text) },
    );
    expect(words(onlyPack(report).checks)).toEqual({ noisy: "passed" });
    expect(said).toEqual(["from the pack\n", "bytes\n"]);
  });

  it("says of a check that forgot an await what it is, and passes it over nothing", async () => {
    const forgets = check("forgets", (verdict, { host, connection }) => {
      void host.exchange(connection, { method: "tools/list" }).then(({ number }) => verdict.fail("wrong", [number]));
    });
    const alone = onlyPack(await runChecks([forgets], { cloneHostValues })).checks[0];
    expect(alone).toMatchObject({ status: "skipped", skipReason: "could-not-run", origin: "pack" });
    expect(alone?.error?.message).toBe(
      "the check ended while a request of its own was not answered: a promise was not awaited",
    );
    const speak: (() => void)[] = [];
    const late = [
      check("fails-late", (verdict) => void speak.push(() => verdict.fail("wrong"))),
      check("details-late", (verdict) => void speak.push(() => verdict.detail("seen", 1))),
      check("fails-twice", (verdict) => {
        verdict.fail("wrong");
        speak.push(() => verdict.fail("worse"));
      }),
    ];
    const lateTalk = () => {
      for (const say of speak) say();
    };
    const stays = check("stays", lateTalk, { phase: "end" });
    const { checks } = onlyPack(await runChecks([...late, stays], { cloneHostValues }));
    const said = "the check gave a finding after it had ended: a promise was not awaited";
    expect(checks.map(({ status, origin, error, notes }) => [status, origin, error?.message, notes])).toEqual([
      ["skipped", "pack", said, undefined],
      ["skipped", "pack", said, undefined],
      ["failed", undefined, "wrong", [said]],
      ["passed", undefined, undefined, undefined],
    ]);
  });

  it("blames no check for what it says after its time is over", async () => {
    const slow = check("slow", async (verdict) => {
      await later(100);
      verdict.fail("wrong");
    });
    const stays = check("stays", () => later(100), { phase: "end", timeoutMs: 1_000 });
    const { checks } = onlyPack(await runChecks([{ ...slow, timeoutMs: 20 }, stays], { cloneHostValues }));
    expect(checks[0]).toMatchObject({ origin: "host", error: { message: expect.stringContaining("within 20 ms") } });
  });

  it("ends a check's door with the check", async () => {
    const late: unknown[] = [];
    let ask = async () => {};
    const report = await runChecks(
      [
        check("leaves", (_, { host, connection }) => {
          ask = () =>
            host.exchange(connection, { method: "tools/list" }).then(
              () => {},
              (error) => void late.push(error),
            );
        }),
        check("stays", () => ask(), { phase: "end" }),
      ],
      { cloneHostValues },
    );
    expect(words(onlyPack(report).checks)).toEqual({ leaves: "could-not-run", stays: "passed" });
    expect(onlyPack(report).checks[0]?.error?.message).toBe(
      "the check used the host after it had ended: a promise was not awaited",
    );
    expect(late).toMatchObject([{ message: "the check that this host was given to has ended", origin: "pack" }]);
  });

  it("tells its signal and its calls why they were stopped", async () => {
    const heard: string[] = [];
    const listen = async (signal: AbortSignal, call: Promise<unknown>) => {
      signal.addEventListener("abort", () => {
        heard.push(`signal: ${signal.reason.message}`);
        throw new Error("in a listener");
      });
      await call.catch((error: Error) => heard.push(`call: ${error.message}`));
      await forEver();
    };
    const report = await runChecks([check("slow", (_, { host, signal }) => listen(signal, host.sleep(1e9)))], {
      cloneHostValues,
      checkTimeoutMs: 50,
    });
    const reason = "the check did not end within 50 ms, a limit of mcptest";
    expect(onlyPack(report).checks[0]?.error?.message).toBe(reason);
    expect(heard.sort()).toEqual([`call: ${reason}`, `signal: ${reason}`]);
  });

  it("in everything else that a pack may have", async () => {
    const broken = () => {
      throw new Error("broken");
    };
    const target = await httpTarget({ modern: OFFERS_WIDGETS });
    const pack = packOf([check("fine", () => {})], {
      facts: broken,
      discovery: broken,
      preExtensionWire: broken,
    });
    const report = await run(requestFor([target], [select(pack, { always: true })], { cloneHostValues }));
    expect(onlyPack(report).checks[0]).toMatchObject({
      skipReason: "could-not-run",
      origin: "pack",
      error: { message: "facts threw Error: broken" },
    });
    expect(onlyPack(report).warnings).toEqual([
      "preExtensionWire threw Error: broken",
      "discovery threw Error: broken",
    ]);
  });

  it("in detect, facts, fixtures, projections, teardown and discovery that never settle or exit", async () => {
    const target = await httpTarget({ modern: {} });
    const slow = defineFixture({ name: "slow", prepare: forEver, teardown: () => {} });
    const left = defineFixture({ name: "left", prepare: () => 1, teardown: () => process.exit(0) });
    const sum = defineProjection({ name: "sum", initial: () => 0, fold: () => trap() });
    const needing = (id: string, needs: Check["needs"]) => check(id, () => {}, { needs });
    const checks = [needing("slow", { slow }), needing("left", { left }), needing("sum", { sum })];
    const asks = packOf(checks, { detect: forEver as never });
    const skipped = await run(requestFor([target], [select(asks)], { cloneHostValues, checkTimeoutMs: 100 }));
    expect(onlyPack(skipped)).toMatchObject({
      ran: false,
      warnings: ["detect did not end within 100 ms, a limit of mcptest"],
    });
    const ran = await run(
      requestFor([target], [select(asks, { always: true })], { cloneHostValues, checkTimeoutMs: 100 }),
    );
    expect(onlyPack(ran).checks.map(({ error, origin }) => [error?.message, origin])).toEqual([
      ["the fixture slow did not end within 100 ms, a limit of mcptest", "host"],
      [undefined, undefined],
      ["the projection sum threw Error: trapped", "pack"],
    ]);
    expect(onlyPack(ran).warnings).toEqual(["the teardown of the fixture left called process.exit(0)"]);
  });

  it("in the simple form", async () => {
    const target = await httpTarget({ modern: OFFERS_WIDGETS });
    const runs = [
      () => {},
      () => "it is broken",
      () => {
        throw null;
      },
      (context: { fail(message: string): void; serverAdvertisement: unknown }) => {
        context.fail(`got ${JSON.stringify(context.serverAdvertisement)}`);
      },
      () => false,
      () => 5,
      () => "",
      async () => null,
      (context: { fail(message: string): void }) => {
        context.fail("it is broken");
        return {};
      },
    ];
    const results = await Promise.all(
      runs.map(async (simple) => {
        const pack = packOf([], { run: simple as never });
        return onlyPack(await run(requestFor([target], [select(pack)], { cloneHostValues }))).checks[0];
      }),
    );
    expect(results.map((result) => [result?.id, result?.skipReason ?? result?.status, result?.error?.message])).toEqual(
      [
        ["widgets-run", "passed", undefined],
        ["widgets-run", "failed", "it is broken"],
        ["widgets-run", "could-not-run", "the check threw null"],
        ["widgets-run", "failed", 'got {"version":"2.3"}'],
        ...["false", "5", "an empty text", "null"].map((what) => [
          "widgets-run",
          "could-not-run",
          `run returned ${what}: it returns nothing where all is well, and the problem as a text where it is not`,
        ]),
        ["widgets-run", "failed", "it is broken"],
      ],
    );
    expect(results.slice(4, 8).map((result) => result?.origin)).toEqual(Array(4).fill("pack"));
  });
});

it("leaves what is no pack's alone", async () => {
  await runChecks([check("one", () => {})]);
  const listeners = process.listenerCount("unhandledRejection");
  const seen: unknown[] = [];
  const others = process.listeners("unhandledRejection");
  process.removeAllListeners("unhandledRejection");
  const heard = new Promise<void>((resolve) => {
    process.once("unhandledRejection", (reason) => {
      seen.push(reason);
      resolve();
    });
  });
  void Promise.reject(new Error("ours"));
  await heard;
  for (const listener of others) process.on("unhandledRejection", listener);
  expect(seen).toMatchObject([{ message: "ours" }]);
  expect(process.listenerCount("unhandledRejection")).toBe(listeners);
});

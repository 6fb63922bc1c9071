import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineFixture, defineProjection, type Pack, resultOf, unavailable } from "@mcptest/pack";
import { afterAll, describe, expect, it } from "vitest";
import type { Report } from "../report/model.js";
import { readTranscript } from "./read-transcript.js";
import { type ReplayRequest, replay } from "./replay.js";
import { run } from "./run.js";
import {
  check,
  closeServers,
  httpTarget,
  OFFERS_WIDGETS,
  onlyPack,
  packOf,
  requestFor,
  select,
  stdioTarget,
  words,
} from "./testing/setup.js";
import type { PackSelection } from "./types.js";

const folder = mkdtempSync(join(tmpdir(), "mcptest-replay-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const sums = defineProjection<number[]>({
  name: "sums",
  initial: () => [],
  fold: (state, exchange) => {
    const sum = (resultOf(exchange) as { sum?: number } | undefined)?.sum;
    return sum === undefined ? state : [...state, sum];
  },
});

const asks = check("asks", async (verdict, { host, connection }) => {
  const { number } = await host.exchange(connection, { method: "widgets/sum", params: { key: "hunter-22" } });
  verdict.pass({}, [number]);
});
const judges = (limit: number) =>
  check(
    "judges",
    async (verdict, { host, negotiated, options }, { sums: found }) => {
      const [asked] = await host.transcript({ method: "widgets/sum" });
      verdict.detail("seen", {
        found: found as number[],
        version: negotiated.protocolVersion,
        options: options as never,
      });
      for (const sum of found as number[])
        if (sum > limit) verdict.fail(`the sum ${sum} is above ${limit}`, [asked!.number]);
    },
    { reads: "transcript", phase: "end", needs: { sums } },
  );

const REPLIES = { "widgets/sum": { resultType: "complete", sum: 7, long: "x".repeat(100_000) } };

function pack(limit: number, more: Partial<Pack> = {}) {
  return packOf([asks, judges(limit)], more);
}

/** Records a run; the server is gone afterwards. */
async function record(name: string, more: Partial<PackSelection> & { options?: object } = {}, stdio = false) {
  const settings = { modern: OFFERS_WIDGETS, replies: REPLIES };
  const target = stdio ? stdioTarget(settings) : await httpTarget(settings, [["Authorization", "Bearer hunter-22"]]);
  const file = join(folder, name);
  const report = await run(requestFor([target], [select(pack(10), more)], { saveTranscript: file }));
  await closeServers();
  return { report, file };
}

async function again(file: string, packs: PackSelection[], more: Partial<ReplayRequest> = {}): Promise<Report> {
  const saved = await readTranscript(file);
  return await replay({
    tool: { version: "9.9.9" },
    saved,
    packs,
    checkTimeoutMs: 5_000,
    runTimeoutMs: 20_000,
    ...more,
  });
}

describe.each([false, true])("a saved transcript (stdio: %s)", (stdio) => {
  it("is judged again as it was, by the checks that only read it", async () => {
    const { report, file } = await record(`same-${stdio}.jsonl`, { options: { limit: 3 } }, stdio);
    const replayed = await again(file, [select(pack(10))]);
    const [was, is] = [onlyPack(report), onlyPack(replayed)];
    expect(words(was.checks)).toEqual({ asks: "passed", judges: "passed" });
    expect(words(is.checks)).toEqual({ judges: "passed" });
    expect(is.checks[0]?.details).toEqual(was.checks[1]?.details);
    expect(is.checks[0]?.details).toMatchObject({ seen: { found: [7], options: { limit: 3 } } });
    expect(is.notSelected).toEqual([{ id: "asks", needs: "a server" }]);
    const about = ({ servers: [server] }: Report) => [server?.name, server?.target, server?.lanes, server?.extensions];
    expect(about(replayed)).toEqual(about(report));
    expect(replayed).toMatchObject({ exitCode: 0, outcome: "passed", tool: { version: "9.9.9" } });
  });

  it("is judged anew by another version of the pack, with evidence", async () => {
    const { file } = await record(`new-${stdio}.jsonl`, {}, stdio);
    const replayed = await again(file, [select(pack(5))]);
    const [result] = onlyPack(replayed).checks;
    expect(result).toMatchObject({ status: "failed", error: { message: "the sum 7 is above 5" } });
    const cited = replayed.servers[0]?.exchanges.map(({ number }) => number);
    expect(cited).toEqual(result?.evidence);
    expect(replayed.exitCode).toBe(1);
  });
});

it("is judged with the profile that it was recorded with, and as what was asked for", async () => {
  const profiles = { default: "small", names: ["small", "large"] };
  const target = await httpTarget({ modern: {}, replies: REPLIES });
  const file = join(folder, "profile.jsonl");
  const large = check("large", (verdict, { asked }) => verdict.detail("asked", asked), {
    reads: "transcript",
    phase: "end",
    profiles: ["large"],
  });
  const both = packOf([asks, large], { profiles });
  await run(requestFor([target], [select(both, { profile: "large", always: true })], { saveTranscript: file }));
  const [result] = onlyPack(await again(file, [select(both)])).checks;
  expect(result).toMatchObject({ id: "large", details: { asked: true } });
});

it("holds no secret", async () => {
  const { file } = await record("secret.jsonl", { options: { token: "hunter-22" } });
  expect(readFileSync(file, "utf8")).not.toContain("hunter");
});

it("sends nothing, whatever a check asks for: that could not run", async () => {
  const { file } = await record("sends.jsonl");
  const sly = check(
    "sly",
    async (verdict, { host, connection }) => {
      await host.exchange(connection, { method: "tools/list" }).catch(() => {});
      await host.open({ fresh: true }).catch(() => {});
      verdict.pass();
    },
    { reads: "transcript", phase: "end" },
  );
  const live = await httpTarget({ modern: OFFERS_WIDGETS });
  const reports = [await again(file, [select(packOf([sly]))]), await run(requestFor([live], [select(packOf([sly]))]))];
  for (const report of reports) {
    expect(onlyPack(report).checks[0]).toMatchObject({
      skipReason: "could-not-run",
      origin: "pack",
      error: { message: "the check says that it only reads the transcript, and asks for more" },
    });
  }
});

it("judges what was prepared for it, and not the clean-up", async () => {
  const made = defineFixture({
    name: "made",
    prepare: (_values, { host, connection }) => host.exchange(connection, { method: "widgets/sum" }),
    teardown: async (_value, { host, connection }) => {
      await host.exchange(connection, { method: "widgets/sum" });
    },
  });
  const absent = defineFixture({
    name: "absent",
    prepare() {
      throw unavailable("there is no widget: make one");
    },
  });
  const counts = check("counts", (verdict, _context, { sums: found }) => verdict.detail("found", found as number[]), {
    reads: "transcript",
    phase: "end",
    needs: { sums },
    prepares: { made, absent },
  });
  const empty = check("empty", (verdict) => verdict.couldNotRun("nothing was recorded"), {
    reads: "transcript",
    phase: "end",
    prepares: { absent },
  });
  const late = check("late", (verdict, { host, connection }) => asks.run({}, verdict, { host, connection } as never), {
    phase: "end",
    mayChange: true,
  });
  const all = packOf([counts, empty, late]);
  const target = await httpTarget({ modern: OFFERS_WIDGETS, replies: REPLIES });
  const file = join(folder, "prepared.jsonl");
  const live = onlyPack(await run(requestFor([target], [select(all)], { saveTranscript: file })));
  await closeServers();
  const offline = onlyPack(await again(file, [select(all)]));
  expect(live.checks).toMatchObject([
    { id: "counts", status: "passed", details: { found: [7, 7] } },
    { id: "empty", skipReason: "could-not-run", error: { message: "there is no widget: make one" } },
    { id: "late", status: "passed" },
  ]);
  expect(offline.checks).toMatchObject([
    { id: "counts", status: "passed", details: { found: [7, 7] } },
    { id: "empty", skipReason: "could-not-run", error: { message: "nothing was recorded" } },
  ]);
});

it("tolerates, and finds no entry stale", async () => {
  const { file } = await record("tolerate.jsonl");
  const tolerate = [{ check: "judges", reason: "known" }];
  expect(await again(file, [select(pack(5))], { tolerate })).toMatchObject({
    exitCode: 0,
    tolerations: [{ state: "applied" }],
  });
  expect(await again(file, [select(pack(10))], { tolerate })).toMatchObject({
    exitCode: 0,
    tolerations: [{ state: "undecided" }],
  });
});

it("of a server that could not be tested is incomplete", async () => {
  const file = join(folder, "dead.jsonl");
  const dead = { kind: "http" as const, name: "dead", url: "http://127.0.0.1:1/mcp", headers: [] };
  await run(requestFor([dead], [select(pack(10))], { saveTranscript: file }));
  const report = await again(file, [select(pack(10))]);
  expect(report).toMatchObject({ exitCode: 3, servers: [{ name: "dead", problem: { origin: "environment" } }] });
});

it("keeps a body that was cut when it was saved a cut one", async () => {
  const { file } = await record("cut.jsonl");
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  const cut = lines.map((line) =>
    line.replace(/"raw":"[^\n]*?x{60000}x*[^\n]*?","byteLength"/, '"cut":true,"raw":"{","byteLength"'),
  );
  writeFileSync(file, cut.join("\n"));
  const { transcript } = await readTranscript(file);
  const messages = transcript.all().flatMap(({ number }) => transcript.full(number)?.messages ?? []);
  expect(messages.filter((message) => message.cut).map(({ raw }) => raw)).toEqual(["{"]);
  transcript.dispose();
});

const NO_TIME = /, line 2: this exchange does not say when it was sent and what came when$/;

describe("what is no transcript is refused, with its line", () => {
  const HEADER = '{"mcptestTranscript":1,"servers":[],"exchanges":1}';
  it.each([
    ["empty", "", /: it is empty$/],
    ["text", "hello", /, line 1: .*JSON/],
    ["old", '{"number":1}', /, line 1: its first line is not that of a transcript with the facts of the run$/],
    ["newer", '{"mcptestTranscript":2}', /, line 1: its form is 2, not 1$/],
    ["bare", '{"mcptestTranscript":1}', /, line 1: its first line has no list of servers$/],
    [
      "lane",
      '{"mcptestTranscript":1,"servers":[{"name":"a","target":"b","transport":"http","lanes":[{}]}]}',
      /no list of servers$/,
    ],
    ["uncounted", '{"mcptestTranscript":1,"servers":[]}', /does not say how many exchanges follow$/],
    ["exchange", `${HEADER}\n{"number":1}`, /, line 2: this is no exchange$/],
    ["cut off", `${HEADER}\n{"numb`, /, line 2: .*JSON/],
  ])("%s", async (name, text, says) => {
    const file = join(folder, `${name}.broken`);
    writeFileSync(file, text);
    await expect(readTranscript(file)).rejects.toMatchObject({
      code: "TRANSCRIPT_UNREADABLE",
      message: expect.stringMatching(says),
    });
  });

  it.each<[string, (exchanges: string[]) => string[], RegExp]>([
    ["lacks its end", (lines) => lines.slice(0, -1), /, line 2: it ends here with 1 of 2 exchanges$/],
    ["lacks its beginning", (lines) => lines.slice(1), /, line 2: it ends here with 1 of 2 exchanges$/],
    ["is doubled", (lines) => lines.flatMap((line) => [line, line]), /, line 3: exchange 1 is there twice$/],
    ["has no time", (lines) => lines.map((line) => line.replace(/"sentAt":"[^"]*"/, '"sentAt":"yesterday"')), NO_TIME],
    [
      "has no duration",
      (lines) => lines.map((line) => line.replace(/"durationMs":[^,]*/, '"durationMs":null')),
      NO_TIME,
    ],
    [
      "has messages without time",
      (lines) => lines.map((line) => line.replaceAll(/"afterMs":[^,]*/g, '"afterMs":-1')),
      NO_TIME,
    ],
  ])("one that %s", async (name, damage, says) => {
    const { file } = await record(`${name}.jsonl`);
    const [header = "", ...lines] = readFileSync(file, "utf8").trimEnd().split("\n");
    writeFileSync(file, [header, ...damage(lines)].join("\n"));
    await expect(readTranscript(file)).rejects.toMatchObject({
      code: "TRANSCRIPT_UNREADABLE",
      message: expect.stringMatching(says),
    });
  });

  it("missing", async () => {
    await expect(readTranscript(join(folder, "missing"))).rejects.toMatchObject({ code: "TRANSCRIPT_UNREADABLE" });
  });
});

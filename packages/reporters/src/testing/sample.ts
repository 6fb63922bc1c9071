import type { CheckResult, Exchange, PackResult, Report } from "@mcptest/core/report";

/** What a hostile server may put into any string. */
export const HOSTILE =
  "\u001b[31mred\u001b[0m \u0000 \u000b \ufffe \ud800 ]]> \u0085 </failure> \"&'\n::error::faked ##[error]x";

export function sampleCheck(change: Partial<CheckResult> = {}): CheckResult {
  return {
    id: "tasks-ttl-shape",
    category: "lifecycle",
    title: "TTL and poll interval use the native shapes",
    description: "ttlMs is an integer or null",
    level: "must",
    status: "passed",
    durationMs: 12,
    rule: { contract: "I12", source: "ext-tasks", section: "Tasks", revision: "2026-07-28" },
    ...change,
  };
}

export function failedCheck(message: string): CheckResult {
  return sampleCheck({
    status: "failed",
    error: { message },
    subjects: [{ status: "failed", message, evidence: [7] }],
    evidence: [7],
  });
}

function sampleExchange(raw: string): Exchange {
  return {
    number: 7,
    tags: { lane: "http-modern-2026-07-28", identity: "first" },
    transport: "http",
    connection: "c1",
    sentAt: "2026-11-30T10:00:00.000Z",
    durationMs: 3,
    request: { headers: [], body: '{"jsonrpc":"2.0","id":7,"method":"tasks/get"}', byteLength: 44, sha256: "00" },
    method: "tasks/get",
    id: 7,
    outcome: "answered",
    status: 200,
    headers: [],
    messages: [{ afterMs: 3, raw, byteLength: raw.length, sha256: "00", via: "body" }],
  };
}

export function samplePack(checks: CheckResult[], change: Partial<PackResult> = {}): PackResult {
  return {
    name: "@mcptest/pack-tasks",
    version: "0.1.0",
    range: "*",
    origin: "bundled",
    contentHash: "00",
    contract: 1,
    isolation: "none",
    extension: "io.modelcontextprotocol/tasks",
    lane: "http-modern-2026-07-28",
    ran: true,
    outcome: "failed",
    summary: "1/2 checks passed, 1 failed, 0 could not run, 0 not applicable",
    durationMs: 1500,
    categorySummary: {},
    notSelected: [],
    checks,
    ...change,
  };
}

export function sampleReport(packs: PackResult[], change: Partial<Report> = {}): Report {
  return {
    schemaVersion: 1,
    tool: { name: "mcptest", version: "0.1.0" },
    startedAt: "2026-11-30T10:00:00.000Z",
    durationMs: 1500,
    complete: true,
    seed: 1,
    outcome: "failed",
    passed: false,
    summary: { total: 2, passed: 1, failed: 1, couldNotRun: 0, notApplicable: 0, warnings: 0, skippedPacks: 0 },
    exitCode: 1,
    servers: [
      {
        name: "local",
        target: "http://127.0.0.1:3000/mcp",
        transport: "http",
        serverInfo: { name: "toy", version: "1.0.0" },
        calls: [{ tool: "job", count: 1, by: [{ name: "provoked call", count: 1 }] }],
        outcome: "failed",
        lanes: [
          {
            id: "http-modern-2026-07-28",
            transport: "http",
            era: "modern",
            protocolVersion: "2026-07-28",
            preferred: true,
          },
        ],
        extensions: [
          { id: "io.modelcontextprotocol/tasks", label: "Tasks", advertised: true, inUse: true, grammar: "ok" },
        ],
        packs,
        exchanges: [sampleExchange('{"jsonrpc":"2.0","id":7,"result":{"ttlMs":"60000"}}')],
      },
    ],
    artifacts: [],
    ...change,
  };
}

import * as z from "zod/mini";
import { REPORT_SCHEMA_VERSION } from "./model.js";

/** New members may come without a new version: no object is closed. */
const object = z.looseObject;
const text = z.string();
const count = z.int().check(z.minimum(0));
const milliseconds = z.number();
const numbers = z.array(z.int());
const optional = z.optional;

const outcome = z.enum(["passed", "failed", "incomplete", "skipped"]);
const transport = z.enum(["stdio", "http"]);
const era = z.enum(["modern", "legacy"]);
const anyObject = z.record(text, z.unknown());

const tolerationMembers = {
  server: optional(text),
  lane: optional(text),
  pack: optional(text),
  check: text,
  subject: optional(text),
  reason: text,
  until: optional(text),
};

const subject = object({
  subject: optional(text),
  variant: optional(text),
  status: z.enum(["passed", "failed", "warning", "note", "could-not-run"]),
  message: optional(text),
  tolerated: optional(text),
  evidence: numbers,
});

const rule = object({
  contract: optional(text),
  source: text,
  section: optional(text),
  revision: optional(text),
  url: optional(text),
});

const check = object({
  id: text,
  category: text,
  title: text,
  description: text,
  level: z.enum(["must", "should", "interop", "info"]),
  tags: optional(z.array(text)),
  advisory: optional(z.boolean()),
  status: z.enum(["passed", "failed", "skipped"]),
  tolerated: optional(text),
  skipReason: optional(z.enum(["not-applicable", "could-not-run"])),
  origin: optional(text),
  durationMs: milliseconds,
  warnings: optional(z.array(text)),
  notes: optional(z.array(text)),
  error: optional(object({ message: text })),
  details: optional(anyObject),
  subjects: optional(z.array(subject)),
  rule,
  docsUrl: optional(text),
  evidence: optional(numbers),
  artifacts: optional(z.array(text)),
});

const categorySummary = object({
  total: count,
  passed: count,
  failed: count,
  skipped: count,
  couldNotRun: count,
  tolerated: optional(count),
});

const pack = object({
  name: text,
  alias: optional(text),
  version: text,
  range: text,
  origin: text,
  contentHash: text,
  contract: z.int(),
  isolation: z.enum(["none", "process"]),
  extension: text,
  lane: text,
  ran: z.boolean(),
  skippedBecause: optional(text),
  outcome,
  incompleteReason: optional(text),
  summary: text,
  durationMs: milliseconds,
  profile: optional(text),
  categorySummary: z.record(text, categorySummary),
  notSelected: z.array(object({ id: text, needs: text, applies: optional(z.literal(false)) })),
  moreWith: optional(object({ profile: text, count })),
  moreWithOptions: optional(z.array(object({ option: text, checks: z.array(text) }))),
  discovery: optional(anyObject),
  warnings: optional(z.array(text)),
  checks: z.array(check),
});

const exchange = object({
  number: z.int(),
  tags: anyObject,
  transport,
  connection: text,
  sentAt: text,
  durationMs: milliseconds,
  request: z.nullable(object({ headers: z.array(z.array(text)), body: text, byteLength: count, sha256: text })),
  method: optional(text),
  id: optional(z.unknown()),
  outcome: text,
  status: optional(z.int()),
  headers: z.array(z.array(text)),
  messages: z.array(
    object({ afterMs: milliseconds, raw: text, byteLength: count, sha256: text, via: text, problem: optional(text) }),
  ),
  response: optional(anyObject),
  problem: optional(text),
});

const server = object({
  name: text,
  target: text,
  transport,
  serverInfo: optional(anyObject),
  stderrTail: optional(z.array(text)),
  calls: z.array(
    object({
      tool: text,
      madeUp: optional(z.literal(true)),
      count,
      by: z.array(object({ name: text, count })),
    }),
  ),
  outcome,
  problem: optional(object({ code: text, message: text, fix: text, origin: text })),
  lanes: z.array(
    object({ id: text, transport, era, protocolVersion: text, preferred: z.boolean(), notes: optional(z.array(text)) }),
  ),
  extensions: z.array(
    object({
      id: text,
      label: text,
      version: optional(text),
      advertised: z.boolean(),
      settingsProblem: optional(text),
      inUse: z.boolean(),
      throughResources: optional(z.literal(true)),
      grammar: z.enum(["ok", "loose", "bad"]),
    }),
  ),
  extensionsLeftOut: optional(count),
  packs: z.array(pack),
  exchanges: z.array(exchange),
});

/** A report as JSON: what `mcptest run --reporter json` writes. */
export const reportSchema = object({
  $schema: optional(text),
  schemaVersion: z.literal(REPORT_SCHEMA_VERSION),
  tool: object({ name: z.literal("mcptest"), version: text }),
  startedAt: text,
  durationMs: milliseconds,
  complete: z.boolean(),
  readOnly: optional(z.boolean()),
  seed: z.number(),
  outcome,
  passed: z.boolean(),
  summary: object({
    total: count,
    passed: count,
    failed: count,
    couldNotRun: count,
    notApplicable: count,
    warnings: count,
    tolerated: optional(count),
    skippedPacks: count,
  }),
  exitCode: z.int(),
  configFile: optional(text),
  browser: optional(object({ path: text, sandbox: z.boolean() })),
  servers: z.array(server),
  tolerations: optional(
    z.array(object({ ...tolerationMembers, state: z.enum(["applied", "stale", "expired", "undecided"]) })),
  ),
  artifacts: z.array(
    object({
      id: text,
      name: text,
      mediaType: text,
      sha256: text,
      byteLength: count,
      data: optional(text),
      file: optional(text),
    }),
  ),
});

import { Extension, Rejected } from "@mcptest/registry";
import * as z from "zod";

/** Codes of an application's own errors lie outside the range that JSON-RPC keeps for itself. */
const NO_SUCH_JOB = 1001;
const PAGE = 2;

const Job = z.object({
  jobId: z.string(),
  name: z.string(),
  state: z.enum(["running", "cancelled"]),
  priority: z.int(),
});

/**
 * Jobs that run until they are cancelled. The handlers do not know by which route a call came: as the method `jobs/start`
 * on 2026-07-28, or as the reading of `mcp-extensions://example.org/jobs/jobs/start?params=...` on older revisions.
 * @param {(method: string, params: Record<string, unknown>) => void} broadcast
 */
export function jobsExtension(broadcast) {
  const jobs = new Map();

  function jobOf(jobId) {
    const job = jobs.get(jobId);
    // All three parts reach the caller: code, message and data.
    if (job === undefined) throw new Rejected(NO_SUCH_JOB, "There is no such job", { jobId });
    return job;
  }

  function changed(job) {
    // To those subscribers (2026-07-28) who asked for this notification, and for this jobId if they named topics.
    broadcast("notifications/jobs/changed", { jobId: job.jobId, state: job.state });
  }

  return new Extension("example.org/jobs", {
    settings: { maxJobs: 100 },
    instructions: "Jobs run until they are cancelled. Start one, keep its jobId, and ask for it with jobs/get.",
    notifications: { "notifications/jobs/changed": { topic: "jobId" } },
    methods: {
      "jobs/start": {
        description: "Starts a job.",
        params: z.object({ name: z.string().min(1), priority: z.int().default(1) }),
        result: z.object({ job: Job }),
        handler({ name, priority }) {
          if (jobs.size >= 100) throw new Rejected(1002, "There are too many jobs", { maxJobs: 100 });
          const job = { jobId: `job-${jobs.size + 1}`, name, state: "running", priority };
          jobs.set(job.jobId, job);
          changed(job);
          return { job };
        },
      },
      "jobs/get": {
        description: "Tells the state of a job.",
        params: z.object({ jobId: z.string() }),
        result: z.object({ job: Job }),
        handler: ({ jobId }) => ({ job: jobOf(jobId) }),
      },
      "jobs/cancel": {
        description: "Cancels a job.",
        params: z.object({ jobId: z.string() }),
        result: z.object({ job: Job }),
        handler({ jobId }) {
          const job = jobOf(jobId);
          job.state = "cancelled";
          changed(job);
          return { job };
        },
      },
      // Nothing is required, so on older revisions this one has a fixed address too: .../jobs/list
      "jobs/list": {
        description: "Lists the jobs, two at a time. Give the nextCursor of a page as cursor to get the next one.",
        params: z.object({ cursor: z.string().optional() }),
        handler({ cursor }) {
          const all = [...jobs.values()];
          const start = cursor === undefined ? 0 : all.findIndex((job) => job.jobId === cursor) + 1;
          if (cursor !== undefined && start === 0) throw new Rejected(-32602, "There is no such cursor");
          const page = all.slice(start, start + PAGE);
          const more = start + PAGE < all.length;
          return { jobs: page, ...(more ? { nextCursor: page[PAGE - 1].jobId } : {}) };
        },
      },
      "jobs/echo": {
        description: "Returns its text unchanged.",
        params: z.object({ text: z.string() }),
        result: z.object({ text: z.string() }),
        handler: ({ text }) => ({ text }),
      },
    },
  });
}

// Runs programs in turns, so that what else happens on the machine meets all of them alike.
import { spawn } from "node:child_process";

/**
 * Runs every case (name → arguments of node) once per round. Gives the samples of each case by name, without those of the
 * first rounds: `{ ms (start to exit), requests (counted at the server), peakKiB (undefined unless the case says it) }`.
 */
export async function interleaved({ cases, cwd, rounds, warmUpRounds, countRequests }) {
  const samples = Object.fromEntries(Object.keys(cases).map((name) => [name, []]));
  for (let round = -warmUpRounds; round < rounds; round++) {
    for (const [name, args] of Object.entries(cases)) {
      const before = countRequests();
      const { ms, peakKiB } = await runOnce(args, cwd);
      if (round >= 0) samples[name].push({ ms, peakKiB, requests: countRequests() - before });
    }
  }
  return samples;
}

/** Runs node once: `{ ms, peakKiB, said }`. A program that fails is no measurement: throws with what it said. */
export function runOnce(args, cwd) {
  const { NODE_OPTIONS, ...env } = process.env;
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const child = spawn(process.execPath, args, { cwd, env, stdio: ["ignore", "pipe", "pipe", "pipe"] });
    let ms;
    child.on("error", reject);
    child.on("exit", () => {
      ms = performance.now() - start;
    });
    const [said, complained, peak] = [1, 2, 3].map((index) => collect(child.stdio[index]));
    child.on("close", (code) => {
      if (code === 0) resolve({ ms, peakKiB: Number(peak()) || undefined, said: said() });
      else reject(new Error(`node ${args.join(" ")} ended with exit code ${code}\n${said()}${complained()}`));
    });
  });
}

function collect(stream) {
  let text = "";
  stream.setEncoding("utf8").on("data", (chunk) => {
    text += chunk;
  });
  return () => text;
}

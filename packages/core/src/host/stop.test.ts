import { expect, it } from "vitest";
import { createStopper, stopReason, untilStopped } from "./stop.js";

const forEver = () => new Promise<never>(() => {});

it("stops for the reason that came first", () => {
  const stopper = createStopper();
  stopper.stop("first");
  stopper.stop("second");
  expect(stopReason(stopper.signal)).toMatchObject({ message: "first", origin: "host", notApplicable: false });
});

it("stops with its parent, for the parent's reason, also when that had stopped before", () => {
  const parent = createStopper();
  const child = createStopper(parent.signal);
  parent.stop("the server is over");
  const late = createStopper(parent.signal);
  expect([child, late].map(({ signal }) => stopReason(signal).message)).toEqual(Array(2).fill("the server is over"));
});

it("says of a signal from outside that the run was stopped", () => {
  const child = createStopper(AbortSignal.abort("SIGINT"));
  expect(stopReason(child.signal).message).toBe("the run was stopped");
});

it("stops after its limit, unless that is lifted", async () => {
  const lifted = createStopper(undefined, { ms: 1, reason: "never" });
  lifted.liftLimit();
  const limited = createStopper(undefined, { ms: 20, reason: "20 ms are over" });
  await expect(untilStopped(limited.signal, forEver())).rejects.toMatchObject({ message: "20 ms are over" });
  expect(lifted.signal.aborted).toBe(false);
});

it("lets go of its parent", () => {
  const parent = createStopper();
  const child = createStopper(parent.signal);
  child.dispose();
  parent.stop("too late");
  expect(child.signal.aborted).toBe(false);
});

it("takes a limit that is larger than a timer can be", async () => {
  const stopper = createStopper(undefined, { ms: 2 ** 40, reason: "never" });
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(stopper.signal.aborted).toBe(false);
  stopper.dispose();
});

it("gives what is waited for where nothing stops it", async () => {
  const { signal } = createStopper();
  await expect(untilStopped(signal, Promise.resolve(1))).resolves.toBe(1);
  await expect(untilStopped(signal, Promise.reject(new Error("its own")))).rejects.toThrow("its own");
});

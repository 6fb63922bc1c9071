import { unavailable, type Verdict } from "@mcptest/pack";

export const forEver = () => new Promise<void>(() => {});
export const later = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

export function trap(): never {
  throw new Error("trapped");
}

type Behaviour = [
  name: string,
  run: (verdict: Verdict) => Promise<void> | void,
  word: string,
  message: RegExp,
  origin?: string,
];

/** Somebody else's code at its worst: what it does, and what the report says of it. */
export const BEHAVIOURS: Behaviour[] = [
  [
    "throws an error",
    () => {
      throw new TypeError("bad");
    },
    "could-not-run",
    /^the check threw TypeError: bad$/,
    "pack",
  ],
  [
    "throws null",
    () => {
      throw null;
    },
    "could-not-run",
    /^the check threw null$/,
    "pack",
  ],
  [
    "throws undefined",
    () => {
      throw undefined;
    },
    "could-not-run",
    /^the check threw undefined$/,
    "pack",
  ],
  [
    "throws what cannot be shown",
    () => {
      throw Object.create(null);
    },
    "could-not-run",
    /^the check threw a value that cannot be shown$/,
    "pack",
  ],
  [
    "throws a proxy that throws",
    () => {
      throw new Proxy({}, { get: trap, getPrototypeOf: trap, has: trap });
    },
    "could-not-run",
    /^the check threw a value that cannot be shown$/,
    "pack",
  ],
  [
    "throws a huge message",
    () => {
      throw new Error("x".repeat(1e6));
    },
    "could-not-run",
    /^the check threw Error: x+/,
    "pack",
  ],
  ["rejects", () => Promise.reject(new Error("later")), "could-not-run", /^the check threw Error: later$/, "pack"],
  [
    "throws an Unavailable",
    () => {
      throw unavailable("no tool", { origin: "environment" });
    },
    "could-not-run",
    /^no tool$/,
    "environment",
  ],
  [
    "throws an Unavailable that says not applicable",
    () => {
      throw unavailable("only over HTTP", { notApplicable: true });
    },
    "not-applicable",
    /^only over HTTP$/,
  ],
  ["never settles", forEver, "could-not-run", /^the check did not end within 300 ms, a limit of mcptest$/, "host"],
  [
    "resolves with a thenable that never calls back",
    // biome-ignore lint/suspicious/noThenProperty: a thenable is what this case is about.
    () => Object.defineProperty({}, "then", { value: () => {} }) as never,
    "could-not-run",
    /did not end within/,
    "host",
  ],
  ["calls process.exit(0)", () => process.exit(0), "could-not-run", /^the check called process\.exit\(0\)$/, "pack"],
  [
    "calls process.exit and catches it",
    () => {
      try {
        process.exit();
      } catch {}
    },
    "could-not-run",
    /^the check called process\.exit\(\)$/,
    "pack",
  ],
  [
    "leaves a rejection unhandled",
    () => {
      void Promise.reject(new Error("forgotten"));
    },
    "could-not-run",
    /^the check left a rejection unhandled: Error: forgotten$/,
    "pack",
  ],
  [
    "throws in a timer",
    async () => {
      setTimeout(() => {
        throw new Error("in a timer");
      }, 1);
      await later(20);
    },
    "could-not-run",
    /^the check threw outside its own call: Error: in a timer$/,
    "pack",
  ],
  [
    "rejects after it has ended",
    () => {
      setTimeout(() => void Promise.reject(new Error("too late")), 50);
    },
    "could-not-run",
    /^the check left a rejection unhandled: Error: too late$/,
    "pack",
  ],
  [
    "exits after it has ended",
    () => {
      setTimeout(() => process.exit(0), 50);
    },
    "could-not-run",
    /^the check called process\.exit\(0\)$/,
    "pack",
  ],
  [
    "says a huge thing",
    (verdict) => {
      verdict.fail("x".repeat(1e6));
    },
    "failed",
    /^x+…$/,
  ],
  [
    "breaks its verdict",
    (verdict) => {
      verdict.fail({ toString: trap } as never);
    },
    "could-not-run",
    /^the check threw (?:Error: trapped|DataCloneError: )/,
    "pack",
  ],
  [
    "fails, then throws",
    (verdict) => {
      verdict.fail("broken");
      throw new Error("and more");
    },
    "failed",
    /^broken$/,
  ],
  [
    "fails, then exits late",
    (verdict) => {
      verdict.fail("broken");
      setTimeout(() => process.exit(0), 50);
    },
    "failed",
    /^broken$/,
  ],
];

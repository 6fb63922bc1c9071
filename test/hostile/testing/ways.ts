/** What a report says of a check, or how loading ends. */
export interface Held {
  /** `passed`, `failed`, `could-not-run`, or `refused` where there is no run. */
  word: "passed" | "failed" | "could-not-run" | "refused";
  origin?: "pack" | "host";
  /** What is said about it. */
  says?: RegExp;
  /** Checks that did not run because of it: none, or those that had not ended (`rest`). */
  lost?: "rest";
  /** The verdict of the check that had ended before, where it is not `passed`. */
  before?: "could-not-run";
  code: 0 | 1 | 2 | 3;
}

/** A way in which a pack misbehaves. */
export interface Way {
  name: string;
  /** The body of the check `hostile`; values: `verdict`, `context`, and `paths` (files of the test). */
  body?: string;
  /** Code at the top of the module. */
  top?: string;
  /** Members of the pack beside its checks. */
  members?: string;
  /** Flags of the command. */
  args?: string[];
  /** In a process of its own. */
  isolated: Held;
  /** In the process of mcptest; absent where nothing can contain it there. */
  inProcess?: Held;
}

const said = (says: RegExp, origin: "pack" | "host" = "pack"): Held => ({
  word: "could-not-run",
  origin,
  says,
  code: 3,
});
const gone = (why: string): Held => ({
  ...said(new RegExp(`^the process of the pack \\S+ is gone: ${why}`)),
  lost: "rest",
});
const failed = (says: RegExp): Held => ({ word: "failed", says, code: 1 });
const refused = (says: RegExp): Held => ({ word: "refused", says, code: 2 });
const passed: Held = { word: "passed", code: 0 };
const denied = said(/^the check threw Error: Access to this API has been restricted/);

/** Writes on the pipe to mcptest past the code that serves the pack. */
const RAW = `
  const { writeSync } = await import("node:fs");
  const send = (message) => writeSync(3, typeof message === "string" ? message : JSON.stringify(message) + "\\n");`;

const both = (held: Held) => ({ isolated: held, inProcess: held });

/** Names nobody's network is asked for: a server of the test listens at `paths.port`. */
const HAS_NETWORK_PERMISSION = Number(process.versions.node.split(".")[0]) >= 25;

/** Somebody else's code at its worst. */
export const WAYS: Way[] = [
  { name: "throws", body: `throw new TypeError("bad");`, ...both(said(/^the check threw TypeError: bad$/)) },
  { name: "throws null", body: "throw null;", ...both(said(/^the check threw null$/)) },
  {
    name: "throws what cannot be read",
    body: "throw new Proxy({}, { get() { throw 1; }, getPrototypeOf() { throw 1; } });",
    ...both(said(/^the check threw a value that cannot be shown$/)),
  },
  {
    name: "rejects late",
    body: `setTimeout(() => void Promise.reject(new Error("late")), 1); await context.host.sleep(50);`,
    ...both(said(/^the check left a rejection unhandled: Error: late$/)),
  },
  {
    name: "throws after it has ended",
    body: `setTimeout(() => { throw new Error("later"); }, 1);`,
    ...both(said(/^the check threw outside its own call: Error: later$/)),
  },
  { name: "calls process.exit(0)", body: "process.exit(0);", ...both(said(/^the check called process\.exit\(0\)$/)) },
  {
    name: "calls process.reallyExit(0)",
    body: `process.reallyExit(0);`,
    isolated: gone("it ended with exit code 0 while the check hostile ran$"),
  },
  {
    name: "fails, then calls process.reallyExit(0)",
    body: `verdict.fail("broken"); process.reallyExit(0);`,
    isolated: { ...failed(/^broken$/), lost: "rest" },
  },
  {
    name: "kills itself",
    body: `process.kill(process.pid, "SIGKILL"); await new Promise(() => {});`,
    isolated: gone("it ended by SIGKILL while the check hostile ran$"),
  },
  { name: "aborts", body: "process.abort();", isolated: gone("it ended by SIGABRT while the check hostile ran$") },
  {
    name: "loops for ever",
    body: "for (;;);",
    isolated: gone("it did not answer for 15 seconds while the check hostile ran$"),
  },
  {
    name: "matches a catastrophic expression",
    body: `/^(a+)+$/.test("a".repeat(50) + "!");`,
    isolated: gone("it did not answer for 15 seconds while the check hostile ran$"),
  },
  {
    name: "fills the heap",
    body: "const all = []; for (;;) all.push(new Array(1000).fill(Math.random()));",
    isolated: gone("it (used more memory than it may|ended by SIGABRT|did not answer)"),
  },
  {
    name: "fills memory outside of the heap",
    body: "const all = []; for (;;) { all.push(Buffer.alloc(2e7, 1)); await new Promise((go) => setTimeout(go, 5)); }",
    isolated: gone("it used more memory than it may"),
  },
  {
    name: "never settles",
    body: "await new Promise(() => {});",
    args: ["--check-timeout", "3000"],
    ...both(said(/^the check did not end within 3000 ms, a limit of mcptest$/, "host")),
  },
  {
    name: "leaves a timer, a server and a listener",
    body: `setInterval(() => {}, 1000); (await import("node:net")).createServer().listen(0, "127.0.0.1");
      process.on("SIGTERM", () => {});`,
    ...both(passed),
  },
  {
    name: "writes noise to stdout",
    body: `for (let i = 0; i < 2000; i++) process.stdout.write("x".repeat(1000) + "\\n");`,
    ...both(passed),
  },
  {
    name: "writes a report of its own to stdout",
    body: `console.log(JSON.stringify({ complete: true, passed: true, exitCode: 0, servers: [] })); verdict.fail("real");`,
    ...both(failed(/^real$/)),
  },
  {
    name: "writes a report of its own to descriptor 1",
    body: `(await import("node:fs")).writeSync(1, '{"passed":true}'); verdict.fail("real");`,
    isolated: failed(/^real$/),
  },
  {
    name: "gives huge results",
    body: `verdict.detail("all", "y".repeat(1e7)); verdict.fail("x".repeat(1e7), [], { subject: "s".repeat(1e6) });`,
    ...both(failed(/^x+…$/)),
  },
  {
    name: "gives a cyclic value, functions and big numbers",
    body: `const a = { f() {}, n: NaN, s: Symbol("s") }; a.a = a; verdict.detail("a", a); verdict.fail("cyclic");`,
    ...both(failed(/^cyclic$/)),
  },
  {
    name: "gives a million findings",
    body: `for (let i = 0; i < 1e6; i++) verdict.fail("bad " + i);`,
    ...both(failed(/^bad 0 \(and 999 more\)$/)),
  },
  {
    name: "gives findings for checks that are not its own",
    body: `${RAW} for (const call of [1, 2, 999]) {
        if (call !== 2) send({ kind: "finding", call, method: "fail", arguments: ["forged"] });
        send({ kind: "finding", call: -call, method: "fail", arguments: ["forged"], check: "before" });
      }`,
    // A finding for a check that has ended undoes its pass, as one that was not awaited does. It never makes a failure.
    isolated: { word: "passed", before: "could-not-run", code: 3 },
  },
  {
    name: "cites exchanges that do not exist",
    body: `verdict.fail("cited", [99999, -1, 1.5, "1", null, {}]);`,
    ...both(failed(/^cited$/)),
  },
  {
    name: "gives keys called __proto__",
    body: `verdict.detail("__proto__", JSON.parse('{"__proto__":{"polluted":1}}'));
      verdict.fail("keys", [], { subject: "__proto__", variant: "constructor" });`,
    members: `facts: () => JSON.parse('{"__proto__":"x","constructor":"y"}'), discovery: () => JSON.parse('{"__proto__":{"polluted":1}}'),`,
    ...both(failed(/^keys$/)),
  },
  { name: "pollutes the prototype of all objects", body: `Object.prototype.polluted = "yes";`, isolated: passed },
  {
    name: "replaces JSON, Promise and timers",
    body: `JSON.stringify = () => "[]"; JSON.parse = () => null; Promise.prototype.then = () => {};
      globalThis.setImmediate = () => {}; globalThis.setTimeout = () => {}; verdict.fail("real");`,
    isolated: { ...failed(/^real$/), lost: undefined },
  },
  {
    name: "looks for secrets in all that it can reach",
    body: `const seen = [process.env, process.argv, process.execArgv, context, await context.host.transcript(),
        await context.host.exchange(context.connection, { method: "tools/list" })].map((each) => JSON.stringify(each));
      for (const error of [context.host.open({ identity: "second" }), context.host.close({})]) {
        await error.catch((thrown) => seen.push(String(thrown.stack), JSON.stringify(thrown)));
      }
      const all = seen.join();
      if (all.includes([..."yranac-terces"].reverse().join(""))) verdict.fail("a secret was seen");
      if (!all.includes("[redacted]") || !/"sha256":"[0-9a-f]{64}"/.test(all)) verdict.fail("nothing was looked at");`,
    isolated: passed,
  },
  {
    name: "reads the environment of mcptest",
    body: `await import("node:fs").then((fs) => verdict.fail(fs.readFileSync("/proc/" + process.ppid + "/environ", "utf8")));`,
    isolated: denied,
  },
  { name: "reads /etc", body: `(await import("node:fs")).readFileSync("/etc/hostname");`, isolated: denied },
  {
    name: "reads a key in a home folder",
    body: `(await import("node:fs")).readFileSync(paths.key);`,
    isolated: denied,
  },
  { name: "reads a file of the project", body: `(await import("node:fs")).readFileSync(paths.env);`, isolated: denied },
  {
    name: "reads through a link in its own folder (not contained)",
    body: `verdict.fail("read " + (await import("node:fs")).readFileSync(new URL("./link", import.meta.url), "utf8").length);`,
    isolated: failed(/^read \d+$/),
  },
  {
    name: "makes a link to a file",
    body: `(await import("node:fs")).symlinkSync(paths.key, paths.written);`,
    isolated: said(/^the check threw Error: fs\.symlink API requires full fs\.read and fs\.write permissions/),
  },
  { name: "writes a file", body: `(await import("node:fs")).writeFileSync(paths.written, "x");`, isolated: denied },
  {
    name: "writes into its own folder",
    body: `(await import("node:fs")).writeFileSync(new URL("./written", import.meta.url), "x");`,
    isolated: denied,
  },
  {
    name: "starts a process",
    body: `(await import("node:child_process")).spawn("sleep", ["60"], { detached: true });`,
    isolated: denied,
  },
  {
    name: "starts a worker",
    body: `new (await import("node:worker_threads")).Worker("0", { eval: true });`,
    isolated: denied,
  },
  { name: "opens the inspector", body: `(await import("node:inspector")).open(0);`, isolated: denied },
  {
    name: "uses the network (not contained before Node 25)",
    body: `await new Promise((go, fail) => (context.net = net.connect(paths.port, "127.0.0.1").on("connect", go).on("error", fail)));`,
    top: `import net from "node:net";`,
    isolated: HAS_NETWORK_PERMISSION ? denied : passed,
  },
  {
    name: "sends what is no JSON",
    body: `${RAW} send("hello\\n"); await new Promise(() => {});`,
    isolated: gone("it sent a line that is no JSON while the check hostile ran$"),
  },
  {
    name: "sends messages of no known shape",
    body: `${RAW} for (const method of ["open", "exchange", "next", "attach", "close", "__proto__", { toString: 1 }]) {
        send({ kind: "host", call: 2, request: { a: 1 }, method, arguments: { 0: 1 } });
      }
      send({ kind: "finding", call: 2, method: "fail", arguments: [{ toString: 1, valueOf: 1 }] });
      send({ kind: "ended", call: 2, error: { message: { toString: 1 }, unavailable: { evidence: {}, options: [[]], origin: "server" } } });`,
    isolated: {
      word: "could-not-run",
      origin: "pack",
      says: /^the check gave a finding that cannot be read$/,
      code: 3,
    },
  },
  {
    name: "answers what it was not asked",
    body: `${RAW} for (let i = 0; i < 100; i++) send({ kind: "pong", ping: i }); await new Promise(() => {});`,
    isolated: gone("it answered what it was not asked while the check hostile ran$"),
  },
  {
    name: "says once more what it consists of",
    body: `${RAW} send({ kind: "loaded", structure: 5 }); await new Promise(() => {});`,
    isolated: gone("it answered what it was not asked while the check hostile ran$"),
  },
  {
    name: "sends a message that nests too deep",
    body: `${RAW} send("[".repeat(5000) + "\\n"); await new Promise(() => {});`,
    isolated: gone("it sent a message with more than 500 levels while the check hostile ran$"),
  },
  {
    name: "closes the pipe to mcptest",
    body: `(await import("node:fs")).closeSync(3); await new Promise(() => setInterval(() => {}, 1000));`,
    isolated: gone("it closed its pipe to mcptest while the check hostile ran$"),
  },
  {
    name: "asks the host thousands of times at once",
    body: `const asked = await Promise.allSettled(Array.from({ length: 3000 }, () => context.host.sleep(300)));
      verdict.fail(asked.find(({ status }) => status === "rejected").reason.message);`,
    isolated: failed(/^a pack has at most 1000 requests to the host open at once$/),
  },
  {
    name: "gives the host arguments of every kind",
    body: `const calls = Object.keys(context.host).flatMap((name) =>
        [null, 5, "text", [], { id: { toString: 1 } }].map((value) => () => context.host[name](value, value, value)));
      await Promise.allSettled(calls.map(async (call) => await call()));`,
    args: ["--check-timeout", "20000"],
    ...both(passed),
  },
  { name: "throws at its import", top: "throw null;", ...both(refused(/mcptest-pack-hostile/)) },
  {
    name: "calls process.exit at its import",
    top: "process.exit(0);",
    ...both(refused(/it called process\.exit\(0\)/)),
  },
  {
    name: "calls process.reallyExit at its import",
    top: "process.reallyExit(0);",
    isolated: refused(/is gone: it ended with exit code 0/),
  },
  {
    name: "never ends its import",
    top: "await new Promise(() => setInterval(() => {}, 1000));",
    isolated: refused(/mcptest-pack-hostile/),
  },
  {
    name: "throws when its members are read",
    members: `get title() { throw new Error("trapped"); },`,
    ...both(refused(/trapped/)),
  },
  {
    name: "changes its members while they are read",
    members: `get fixtures() { return 1; }, get command() { return this.seen++ ? (() => { throw new Error("trapped"); })() : undefined; }, seen: 0,`,
    ...both(refused(/trapped/)),
  },
];

import { fileURLToPath } from "node:url";
import {
  type BrandedPack,
  type Exchange,
  type Json,
  type PackContext,
  type PackHost,
  unavailable,
} from "@mcptest/pack";
import { createStopper, runAsPack, type Stopper } from "../../host/index.js";
import { packProblems } from "../check-pack.js";
import { brandOf, exportsOf, packIn } from "../find-pack.js";
import { importFailure, importFile } from "../import.js";
import { optionNamer } from "../option-name.js";
import { packageOf } from "../package-json.js";
import { openChannel, type Pipes } from "./channel.js";
import { receivedError, sentError } from "./errors.js";
import { createHeldValues, type HeldValues } from "./held-values.js";
import { type FromPack, NO_CALL, type SentContext, type ToPack } from "./messages.js";
import { type CallMessage, perform } from "./perform.js";
import { remoteHost } from "./remote-host.js";
import { brokenStructure, type Parts, partsOf, structureOf } from "./structure.js";

// A pack may replace the global.
const { setImmediate: soon } = globalThis;

/** A call. It is kept until its lane is over: what a fixture made may go on asking the host. */
interface OpenCall {
  stopper: Stopper;
  scope?: string;
  /** Requests to the host that wait for their answers. */
  waiting: Map<number, { method: string; resolve(value: Json): void; reject(error: unknown): void }>;
}

/** Serves one pack over `pipes` until the other side is gone: loads it, runs its functions, and asks the host for it. */
export function servePack(pipes: Pipes): void {
  const calls = new Map<number, OpenCall>();
  const held = createHeldValues();
  /** Exchanges that were sent, by lane and number. */
  const sent = new Map<string, Map<number, Exchange>>();
  const arrived: ToPack[] = [];
  let working = false;
  let parts: Parts | undefined;

  const end = process.kill.bind(process, process.pid, "SIGKILL");
  const events = { message: receive, broken: end, closed: end };
  const channel = openChannel<FromPack, ToPack>(pipes, events, { trusted: true });

  function receive(message: ToPack): void {
    if (message.kind === "ping") channel.send({ kind: "pong", ping: message.ping });
    else if (arrived.push(message) === 1 && !working) work();
  }

  /** One message for each turn of the loop: what code of the pack does next belongs to the call that was told last. */
  function work(): void {
    const message = arrived.shift();
    working = message !== undefined;
    if (message === undefined) return;
    take(message);
    soon(work);
  }

  function take(message: ToPack): void {
    switch (message.kind) {
      case "load":
        void load(message);
        break;
      case "call":
        void answer(message);
        break;
      case "abort":
        calls.get(message.call)?.stopper.stop(message.reason);
        break;
      case "release":
        release(message.scope);
        break;
      case "answer": {
        const waiting = calls.get(message.call)?.waiting;
        const asked = waiting?.get(message.request);
        waiting?.delete(message.request);
        if (asked) channel.send({ kind: "at", call: message.call });
        if (message.error) asked?.reject(receivedError(message.error));
        else asked?.resolve(message.value ?? null);
      }
    }
  }

  function release(scope: string): void {
    held.release(scope);
    sent.delete(scope);
    for (const [call, open] of calls) if (open.scope === scope) calls.delete(call);
  }

  async function load({ url, packageJson }: Extract<ToPack, { kind: "load" }>): Promise<void> {
    let module: unknown;
    const trouble = (what: string) => channel.send({ kind: "trouble", call: NO_CALL, what });
    const caller = { pack: url, trouble, noise: () => {} };
    try {
      module = await runAsPack(caller, () => importFile(url));
      const pack = packIn(module);
      if (pack === undefined) channel.send({ kind: "refused", why: { what: "no-pack", message: exportsOf(module) } });
      else channel.send({ kind: "loaded", structure: look(pack, url, packageJson) });
    } catch (thrown) {
      channel.send({ kind: "refused", why: { what: "import", ...importFailure(thrown, fileOf(url)) } });
    }
  }

  function look(pack: BrandedPack, url: string, packageJson: { name: string; version: string } | undefined) {
    const around = packageJson ?? packageOf(fileOf(url), pack.name);
    const problems = packProblems(pack, around as Parameters<typeof packProblems>[1]);
    if (problems.length > 0 || typeof brandOf(pack)?.contract !== "number") return brokenStructure(pack, problems);
    parts = partsOf(pack);
    return structureOf(parts);
  }

  async function answer(message: CallMessage): Promise<void> {
    const { call, scope } = message;
    const known = parts;
    if (known === undefined) return;
    const open: OpenCall = { stopper: createStopper(), waiting: new Map(), ...(scope === undefined ? {} : { scope }) };
    calls.set(call, open);
    const exchanges = sent.get(scope ?? "") ?? new Map<number, Exchange>();
    if (scope !== undefined) sent.set(scope, exchanges);
    channel.send({ kind: "at", call });
    const caller = {
      pack: known.pack.name,
      trouble: (what: string) => channel.send({ kind: "trouble", call, what }),
      noise: (text: string) => noise(call, text),
    };
    const context = message.context && contextOf(known.pack, message.context, held, open, call);
    try {
      const done = await runAsPack(caller, () =>
        perform(known, message, {
          context,
          held,
          exchanges,
          tell: (finding) => channel.send({ kind: "finding", call, ...finding }),
        }),
      );
      const methods = [...open.waiting.values()].map(({ method }) => method);
      if (methods.some(isExchange)) channel.send({ kind: "finding", call, method: "unawaited", arguments: [] });
      channel.send({ kind: "ended", call, ...done });
    } catch (thrown) {
      channel.send({ kind: "ended", call, error: sentError(thrown) });
    }
    if (scope === undefined) calls.delete(call);
  }

  function contextOf(
    pack: BrandedPack,
    sent: SentContext,
    values: HeldValues,
    open: OpenCall,
    call: number,
  ): PackContext<unknown> {
    const { options, naming, ...data } = sent;
    let requests = 0;
    const host: PackHost = remoteHost((method, given) => {
      if (open.stopper.signal.aborted) return Promise.reject(open.stopper.signal.reason);
      if (calls.get(call) !== open)
        return Promise.reject(unavailable("the lane of this host is over", { origin: "pack" }));
      return new Promise((resolve, reject) => {
        const request = ++requests;
        open.waiting.set(request, { method, resolve, reject });
        channel.send({ kind: "host", call, request, method, arguments: given });
      });
    });
    return {
      ...(data as unknown as Omit<PackContext<unknown>, "options" | "host" | "signal" | "optionName">),
      options: "held" in options ? values.get(options) : options.json,
      optionName: optionNamer(pack, naming),
      signal: open.stopper.signal,
      host,
    };
  }

  function noise(call: number, text: string): void {
    channel.send({ kind: "noise", call, text: text.slice(0, 64 * 1024) });
  }
}

function isExchange(method: string): boolean {
  return method === "exchange" || method === "callExtension";
}

function fileOf(url: string): string {
  return url.startsWith("file:") ? fileURLToPath(url) : url;
}

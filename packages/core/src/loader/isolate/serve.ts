import type { Duplex } from "node:stream";
import { fileURLToPath } from "node:url";
import type { BrandedPack, Json, PackContext, PackHost } from "@mcptest/pack";
import { createStopper, runAsPack, type Stopper } from "../../host/index.js";
import { packProblems } from "../check-pack.js";
import { brandOf, exportsOf, packIn } from "../find-pack.js";
import { importFailure, importFile } from "../import.js";
import { optionNamer } from "../option-name.js";
import { packageOf } from "../package-json.js";
import { openChannel } from "./channel.js";
import { receivedError, sentError } from "./errors.js";
import { createHeldValues, type HeldValues } from "./held-values.js";
import type { FromPack, SentContext, ToPack } from "./messages.js";
import { type CallMessage, perform } from "./perform.js";
import { remoteHost } from "./remote-host.js";
import { brokenStructure, type Parts, partsOf, structureOf } from "./structure.js";

/** A call that has not ended. */
interface OpenCall {
  stopper: Stopper;
  /** Requests to the host that wait for their answers. */
  waiting: Map<number, { resolve(value: Json): void; reject(error: unknown): void }>;
}

/** Serves one pack over `pipe` until the other side is gone: loads it, runs its functions, and asks the host for it. */
export function servePack(pipe: Duplex): void {
  const calls = new Map<number, OpenCall>();
  const held = createHeldValues();
  let parts: Parts | undefined;

  const channel = openChannel<FromPack, ToPack>(pipe, {
    message: receive,
    broken: () => process.kill(process.pid, "SIGKILL"),
    closed: () => process.kill(process.pid, "SIGKILL"),
  });

  function receive(message: ToPack): void {
    switch (message.kind) {
      case "ping":
        channel.send({ kind: "pong", ping: message.ping });
        break;
      case "load":
        void load(message);
        break;
      case "call":
        void answer(message);
        break;
      case "abort":
        calls.get(message.call)?.stopper.stop(message.reason);
        break;
      case "answer": {
        const waiting = calls.get(message.call)?.waiting;
        const asked = waiting?.get(message.request);
        waiting?.delete(message.request);
        if (message.error) asked?.reject(receivedError(message.error));
        else asked?.resolve(message.value ?? null);
      }
    }
  }

  async function load({ url, packageJson }: Extract<ToPack, { kind: "load" }>): Promise<void> {
    let module: unknown;
    const caller = { pack: url, trouble: () => {}, noise: (text: string) => noise(0, text) };
    try {
      module = await runAsPack(caller, () => importFile(url));
    } catch (thrown) {
      channel.send({ kind: "refused", why: { what: "import", ...importFailure(thrown, fileOf(url)) } });
      return;
    }
    const pack = packIn(module);
    if (pack === undefined) channel.send({ kind: "refused", why: { what: "no-pack", message: exportsOf(module) } });
    else channel.send({ kind: "loaded", structure: look(pack, url, packageJson) });
  }

  function look(pack: BrandedPack, url: string, packageJson: { name: string; version: string } | undefined) {
    const around = packageJson ?? packageOf(fileOf(url), pack.name);
    const problems = packProblems(pack, around as Parameters<typeof packProblems>[1]);
    if (problems.length > 0 || typeof brandOf(pack)?.contract !== "number") return brokenStructure(pack, problems);
    parts = partsOf(pack);
    return structureOf(parts);
  }

  async function answer(message: CallMessage): Promise<void> {
    const { call } = message;
    const known = parts;
    if (known === undefined) return;
    const open: OpenCall = { stopper: createStopper(), waiting: new Map() };
    calls.set(call, open);
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
          tell: (finding) => channel.send({ kind: "finding", call, ...finding }),
        }),
      );
      channel.send({ kind: "ended", call, ...done });
    } catch (thrown) {
      channel.send({ kind: "ended", call, error: sentError(thrown) });
    }
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
      return new Promise((resolve, reject) => {
        const request = ++requests;
        open.waiting.set(request, { resolve, reject });
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

function fileOf(url: string): string {
  return url.startsWith("file:") ? fileURLToPath(url) : url;
}

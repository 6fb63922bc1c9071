import { type PackHost, unavailable, type Verdict } from "@mcptest/pack";
import type { PackCaller } from "../../host/containment.js";
import type { CallHandler } from "./calls.js";
import { textOf } from "./errors.js";
import { withoutTellingHashes } from "./masked-hashes.js";
import { receivedSpec } from "./remote-host.js";

/** Characters of a file in base64, and of its name. */
const MAX_FILE = 16 * 1024 * 1024;
const MAX_NAME = 1_000;

/** Arguments as they came: the host itself takes them for what they are, and refuses what it cannot use. */
type Given = [never, never, never, never];
type Serve = (host: PackHost, given: Given) => Promise<unknown>;

/** The methods of a host, as messages give their arguments. */
const METHODS: Readonly<Record<string, Serve>> = Object.assign(Object.create(null), {
  open: (host, [options]) => host.open(options ?? {}),
  exchange: (host, [on, request]) => host.exchange(on, receivedSpec(request)),
  listen: (host, [on, request]) => host.listen(on, receivedSpec(request)),
  next: (host, [stream, withinMs]) => host.next(stream, withinMs),
  nextRequest: (host, [on, withinMs]) => host.nextRequest(on, withinMs),
  respond: (host, [on, to, answer]) => host.respond(on, to, answer),
  callExtension: (host, [on, method, params, options]) => host.callExtension(on, method, params, options),
  transcript: (host, [query]) => host.transcript(query ?? {}),
  attach: (host, [name, mediaType, data]) =>
    host.attach({
      name: textOf(name, MAX_NAME),
      mediaType: textOf(mediaType, MAX_NAME),
      bytes: Buffer.from(textOf(data, MAX_FILE), "base64"),
    }),
  endInput: (host, [on, withinMs]) => host.endInput(on, withinMs),
  sleep: (host, [milliseconds]) => host.sleep(milliseconds),
  close: (host, [handle]) => host.close(handle),
} satisfies Record<string, Serve>);

/** Members of a verdict that a pack may call. */
const FINDINGS = ["fail", "warn", "note", "pass", "couldNotRun", "notApplicable", "detail"] as const;

/** A member of a verdict that takes how many findings of a kind were not sent. */
export const LEFT_OUT = Symbol("findings that were not sent");

/** A member of a verdict that learns of a promise that was not awaited: of a request, or of a finding that comes late. */
export const UNAWAITED = Symbol("a promise was not awaited");

interface OwnMembers {
  [LEFT_OUT]?(kind: string, count: number): void;
  [UNAWAITED]?(what: "request" | "finding"): void;
}

/** Serves one call of a pack: requests to the host, findings of its check, trouble and noise of its code. */
export function hostHandler(
  host: PackHost | undefined,
  verdict: Verdict | undefined,
  caller: PackCaller | undefined,
): CallHandler {
  return {
    async host(method, given) {
      const serve = METHODS[method];
      if (!serve || !host) throw unavailable(`this host has no ${method.slice(0, 40)}`, { origin: "pack" });
      return withoutTellingHashes(await serve(host, given as unknown as Given));
    },
    finding(method, given) {
      const own = verdict as OwnMembers | undefined;
      if (method === "unawaited") own?.[UNAWAITED]?.("request");
      if (method === "late") own?.[UNAWAITED]?.("finding");
      if (method === "leftOut") {
        const [kind, count] = given;
        own?.[LEFT_OUT]?.(textOf(kind, MAX_NAME), Number.isSafeInteger(count) ? Number(count) : 0);
        return;
      }
      const name = FINDINGS.find((known) => known === method);
      if (!name || !verdict) return;
      const values = given.slice(0, 3).map((value) => value ?? undefined);
      (verdict[name] as (...values: unknown[]) => void)(...values);
    },
    trouble: (what) => caller?.trouble(what),
    noise: (text) => caller?.noise(text),
  };
}

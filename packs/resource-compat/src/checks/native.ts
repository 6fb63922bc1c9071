import {
  type Check,
  came,
  ERROR,
  type Exchange,
  errorOf,
  excerpt,
  excused,
  isObject,
  type Json,
  type JsonObject,
  member,
  type Verdict,
} from "@mcptest/pack";
import { compatCheck } from "../define.js";
import { report, type Violation } from "../findings.js";
import { PACK_NAME } from "../ids.js";
import { isInvocation } from "../invocations.js";
import { modern } from "../modern.js";
import { isNativeProbe, namedNatively, nativeProbes } from "../native.js";
import { legacyVersion } from "../recorded.js";
import { canonicalText } from "../same-entries.js";
import { manifests, type Read, talks } from "../talks.js";

const SECTION = "The protocol boundary";

const nativeRefused = compatCheck({
  id: "compat-native-refused",
  category: "boundary",
  title: "Native names are unavailable on older revisions",
  description:
    "server/discover and the methods of an extension, asked for by their own names on an older revision, are refused as methods that do not exist.",
  level: "must",
  section: SECTION,
  phase: "end",
  reads: "transcript",
  prepares: { nativeProbes, namedNatively },
  async run(_values, verdict, { host }) {
    const probes = (await host.transcript({ pack: PACK_NAME })).filter(isNativeProbe);
    if (probes.length === 0) return verdict.notApplicable("nothing was asked for by its native name");
    report(
      verdict,
      probes.flatMap((exchange) => notRefused(exchange, verdict)),
    );
  },
});

function notRefused(exchange: Exchange, verdict: Verdict): Violation[] {
  const { method = "", tags, number } = exchange;
  const version = legacyVersion(tags.lane) ?? "";
  if (excused(verdict, exchange, method, { subject: method, variant: version })) return [];
  const code = member(errorOf(exchange), "code");
  if (code === ERROR.methodNotFound) return [];
  return [
    {
      ...{ subject: method, version, sent: method, evidence: [number] },
      came: came(exchange),
      asks: "on an older revision direct requests for server/discover or a registered method remain unavailable",
      fix: "answer them with -32601 in every session that initialize opened; the resource route is the only one there",
      outcome: exchange.response && !errorOf(exchange) ? "fail" : "warn",
    },
  ];
}

const sameInterface = compatCheck({
  id: "compat-same-interface-native",
  category: "boundary",
  title: "2026-07-28 has the same extensions",
  description:
    "On a server that speaks 2026-07-28 as well, each extension with a manifest is advertised in server/discover, with the settings and the notifications of the manifest; a method that invoke names exists there by its own name.",
  level: "must",
  section: "Discover the complete interface",
  phase: "end",
  needs: { talks, modern },
  async run({ talks: all, modern: { connection, problem, unclear } }, verdict, { host }) {
    if (!connection && unclear) return verdict.couldNotRun(`2026-07-28: ${problem}`, { origin: "environment" });
    if (!connection) return verdict.notApplicable(`the server does not speak 2026-07-28: ${problem}`);
    if (!connection.negotiated.discovered) {
      return verdict.notApplicable("the server answers no server/discover on 2026-07-28, which is a rule of MCP");
    }
    const own = await host.transcript({ connection: connection.id });
    const discovery = own
      .filter(({ method }) => method === "server/discover")
      .map(({ number }) => number)
      .slice(-1);
    const { capabilities } = connection.negotiated;
    const interfaces = manifests(all, verdict);
    report(
      verdict,
      interfaces.flatMap((read) => differing(read, capabilities, discovery)),
    );
    const [first] = interfaces;
    const called = own.filter((exchange) => isInvocation(exchange) && exchange.method !== "server/discover");
    if (first)
      report(
        verdict,
        called.flatMap((exchange) => notNative(exchange, first.version)),
      );
  },
});

function differing(
  { id, manifest, version, evidence }: Read,
  capabilities: JsonObject,
  discovery: number[],
): Violation[] {
  const settings = member(member(capabilities, "extensions"), id);
  const words = {
    ...{
      subject: id,
      version,
      sent: "server/discover of 2026-07-28, beside the manifest",
      evidence: [...discovery, evidence],
    },
    asks: "an extension is registered once, and both routes have the same interface",
    fix: "make the capabilities of 2026-07-28 and the manifest from the same registration",
  };
  if (!isObject(settings)) {
    return [
      {
        ...words,
        came: `capabilities.extensions has ${settings === undefined ? "no such key" : excerpt(settings, 80)}`,
      },
    ];
  }
  const { notifications = {}, ...others } = settings;
  const pairs: [string, Json, Json][] = [
    ["the settings are", others, member(manifest, "capabilities") ?? {}],
    ["notifications is", notifications, member(manifest, "notifications") ?? {}],
  ];
  return pairs
    .filter(([, native, mapped]) => canonicalText(native) !== canonicalText(mapped))
    .map(([what, native, mapped]) => ({
      ...words,
      came: `${what} ${excerpt(native, 120)} there, and ${excerpt(mapped, 120)} in the manifest`,
    }));
}

function notNative(exchange: Exchange, version: string): Violation[] {
  if (member(errorOf(exchange), "code") !== ERROR.methodNotFound) return [];
  return [
    {
      ...{ subject: exchange.method ?? "", version, sent: `${exchange.method} by its own name, on 2026-07-28` },
      came: came(exchange),
      asks: "an application registers an extension once: on 2026-07-28 its methods are native",
      fix: "register the method for both routes",
      evidence: [exchange.number],
    },
  ];
}

export const nativeChecks: Check[] = [nativeRefused, sameInterface];

import { expect, it } from "vitest";
import { loadPacks } from "../loader/index.js";
import { nativeImport } from "../loader/testing/native-import.js";
import { project } from "../loader/testing/project.js";
import { run } from "./run.js";
import { httpTarget, onlyPack, requestFor, stdioTarget } from "./testing/setup.js";

// Vite's own import() does not take every path.
const LOADING = { bundledFrom: import.meta.url, isolate: true, importModule: nativeImport };

/** Opens connections in every way, and says what each gave. */
const SOURCE = `
const opens = async (_values, verdict, { host, negotiated, facts }) => {
  const seen = [];
  const other = await host.open({ fresh: true, era: "legacy" });
  seen.push(other.negotiated.era);
  const raw = await host.open({ fresh: true, handshake: false });
  seen.push((await host.exchange(raw, { method: "tools/list" })).response.result);
  const also = await host.open({ fresh: true, also: true });
  seen.push(facts.also, also.negotiated.transport);
  if (negotiated.transport === "stdio") {
    seen.push(await host.endInput(raw, 20000));
    await host.endInput(other, 20000);
    await host.exchange(other, { method: "tools/list" }).catch(({ message }) => seen.push(message.includes("not open")));
  } else {
    const { request, outcome } = await host.exchange(raw, { method: "GET", httpMethod: "GET", headers: { "MCP-Protocol-Version": null } });
    seen.push(request.body, outcome, request.headers.map(([name]) => name).includes("MCP-Protocol-Version"));
    await host.endInput(raw, 1).catch(({ message }) => seen.push(message));
  }
  const lanes = (await host.transcript()).map(({ tags }) => tags.lane);
  seen.push([...new Set(lanes)].sort());
  verdict.detail("seen", seen);
};
export default {
  name: "mcptest-pack-opens", version: "1.0.0", extension: "*", "~mcptest": { kind: "pack", contract: 1 },
  checks: [{ kind: "check", id: "opens", category: "c", title: "t", description: "d", level: "must", since: "1.0.0",
    phase: "probe", rule: { source: "r" }, run: opens }],
};`;

it("a pack in a process of its own opens connections in every way that others have", async () => {
  const folder = project({ "pack.mjs": SOURCE });
  const stdio = stdioTarget({ modern: {}, legacy: {} });
  const request = { name: "p", specifier: `${folder}/pack.mjs`, from: folder, namedIn: "test" };
  for (const isolation of [undefined, "none"] as const) {
    const { packs, errors } = await loadPacks([{ ...request, isolation }], LOADING);
    expect(errors).toEqual([]);
    const [loaded] = packs;
    if (!loaded) throw new Error("no pack");
    const http = await httpTarget({ modern: {}, legacy: {}, exitOn: "x" });
    const seen: unknown[] = [];
    for (const [target, also] of [
      [stdio, http],
      [http, stdio],
    ] as const) {
      const [check] = onlyPack(await run(requestFor([target], [{ loaded }], { also }))).checks;
      seen.push(check?.error ?? check?.details?.seen);
    }
    loaded.close?.();
    const tools = { resultType: "complete", tools: [] };
    expect(seen).toEqual([
      [
        ...["legacy", tools, "yes", "http", { code: 0, signal: null }, true],
        ["also-http-modern-2026-07-28", "stdio-legacy-2025-11-25", "stdio-modern-2026-07-28"],
      ],
      [
        ...["legacy", tools, "yes", "stdio", "", "answered", false],
        "only the input of an own stdio connection can be ended",
        ["also-stdio-modern-2026-07-28", "http-legacy-2025-11-25", "http-modern-2026-07-28"],
      ],
    ]);
  }
});

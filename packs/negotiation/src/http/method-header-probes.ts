import { defineFixture } from "@mcptest/pack";
import type { HeaderProbe } from "./header-refusal.js";
import { safeMethod, sendAlone } from "./safe-request.js";

/** Requests whose `Mcp-Method` is missing, of another method, or in another case (A61, and A66 on what came). */
export const methodHeaderProbes = defineFixture<HeaderProbe[]>({
  name: "requests with a wrong Mcp-Method",
  async prepare(_values, { host, connection, negotiated }) {
    const method = safeMethod(negotiated);
    const other = method === "tools/list" ? "prompts/list" : "tools/list";
    const variants: [variant: string, value: string | null, sent: string][] = [
      ["missing", null, `${method} without Mcp-Method`],
      ["different", other, `${method} with Mcp-Method: ${other}`],
      ["other case", method.toUpperCase(), `${method} with Mcp-Method: ${method.toUpperCase()}`],
    ];
    const probes: HeaderProbe[] = [];
    for (const [variant, value, sent] of variants) {
      const request = { method, headers: { "Mcp-Method": value }, defect: `A61: Mcp-Method ${variant}` };
      probes.push({ sent, method, variant, exchange: await sendAlone(host, connection, request) });
    }
    return probes;
  },
});

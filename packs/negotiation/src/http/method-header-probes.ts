import { defineFixture } from "@mcptest/pack";
import type { NegotiationOptions } from "../options.js";
import type { HeaderProbe } from "./header-refusal.js";
import { safeMethods } from "./safe-methods.js";
import { sendAlone } from "./safe-request.js";

/** Requests whose `Mcp-Method` is missing, empty, of another method, or in another case (A61, and A66 on what came). */
export const methodHeaderProbes = defineFixture<HeaderProbe[], { methods: typeof safeMethods }, NegotiationOptions>({
  name: "requests with a wrong Mcp-Method",
  needs: { methods: safeMethods },
  async prepare({ methods }, { host, connection }) {
    const probes: HeaderProbe[] = [];
    for (const method of methods) {
      const other = method === "tools/list" ? "prompts/list" : "tools/list";
      const variants: [variant: string, value: string | null, sent: string][] = [
        ["missing", null, `${method} without Mcp-Method`],
        ["empty", "", `${method} with an empty Mcp-Method`],
        ["different", other, `${method} with Mcp-Method: ${other}`],
        ["other case", method.toUpperCase(), `${method} with Mcp-Method: ${method.toUpperCase()}`],
      ];
      for (const [variant, value, sent] of variants) {
        const request = { method, headers: { "Mcp-Method": value }, defect: `A61: Mcp-Method ${variant}` };
        probes.push({ sent, method, variant, exchange: await sendAlone(host, connection, request) });
      }
    }
    return probes;
  },
});

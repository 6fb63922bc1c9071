import type { Invocation } from "../invocation.js";
import { renderCapabilities } from "../render-capabilities.js";
import { look } from "./look.js";

/** `mcptest capabilities TARGET`. */
export function capabilities(invocation: Invocation): Promise<number> {
  return look(
    {
      description:
        "What a server offers: its capabilities, the extensions that it advertises, and in Notes its eras and what is wrong with any of this. No tool is called.",
      examples: [
        "mcptest capabilities http://127.0.0.1:3000/mcp",
        "mcptest capabilities -- node server.js",
        "mcptest capabilities --save before.json -- node server.js",
        "mcptest capabilities --against before.json -- node server.js",
        'mcptest capabilities https://example.com/mcp --header "Authorization: Bearer ..."',
      ],
      inventory: false,
      saves: true,
      render: renderCapabilities,
    },
    invocation,
  );
}

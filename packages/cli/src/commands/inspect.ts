import type { Invocation } from "../invocation.js";
import { renderInspect } from "../render-inspect.js";
import { look } from "./look.js";

/** `mcptest inspect TARGET`. */
export function inspect(invocation: Invocation): Promise<number> {
  return look(
    {
      description:
        "As capabilities, with the server, its eras, instructions, tools, resources, templates and prompts, and the extensions that hang on each of them. No tool is called.",
      examples: [
        "mcptest inspect http://127.0.0.1:3000/mcp",
        "mcptest inspect --format json -- npx -y @modelcontextprotocol/server-everything",
        "mcptest inspect --server local",
      ],
      inventory: true,
      render: renderInspect,
    },
    invocation,
  );
}

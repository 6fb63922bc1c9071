import type { AppBridge } from "@modelcontextprotocol/ext-apps/app-bridge";

type Ask = (method: string, params: unknown, message: number) => Promise<Record<string, unknown>>;

/** What an ordinary host offers a view. `ask` passes on what concerns the server; `indexOf` finds a message by its id. */
export function serve(bridge: AppBridge, ask: Ask, indexOf: (id: unknown) => number): void {
  bridge.oncalltool = (params, { mcpReq }) => ask("tools/call", params, indexOf(mcpReq.id)) as never;
  bridge.onreadresource = (params, { mcpReq }) => ask("resources/read", params, indexOf(mcpReq.id)) as never;
  bridge.onlistresources = async () => ({ resources: [] });
  bridge.onlistresourcetemplates = async () => ({ resourceTemplates: [] });
  bridge.onlistprompts = async () => ({ prompts: [] });
  bridge.onopenlink = async () => ({});
  bridge.onmessage = async () => ({});
  bridge.onupdatemodelcontext = async () => ({});
  bridge.ondownloadfile = async () => ({});
  bridge.onrequestdisplaymode = async () => ({ mode: "inline" });
}

/**
 * What a small MCP server answers: a JSON-RPC response, nothing at all, or its end.
 * Settings: `modern` and `legacy` are the capabilities it has in that era (absent: it does not speak it), `replies` the
 * results by method, `reads` the JSON texts of resources by URI, `exitOn` the method on which it ends with code 7, `silentOn` the method that it does not answer.
 */
export function answer(settings, message) {
  const { id, method } = message;
  if (method === settings.exitOn) return "exit";
  if (id === undefined || method === settings.silentOn) return "silence";
  const result = resultOf(settings, message);
  return result === undefined
    ? { jsonrpc: "2.0", id, error: { code: -32601, message: `no such method: ${method}` } }
    : { jsonrpc: "2.0", id, result };
}

function resultOf({ modern, legacy, replies = {}, reads = {}, version = "2025-11-25" }, { method, params }) {
  const serverInfo = { name: "small", version: "1.0.0" };
  if (method === "initialize" && legacy) return { protocolVersion: version, capabilities: legacy, serverInfo };
  const isModern = params?._meta?.["io.modelcontextprotocol/protocolVersion"] === "2026-07-28";
  if (isModern && !modern) return undefined;
  if (method === "server/discover" && modern) {
    return {
      resultType: "complete",
      supportedVersions: ["2026-07-28"],
      capabilities: modern,
      _meta: { "io.modelcontextprotocol/serverInfo": serverInfo },
    };
  }
  if (Object.hasOwn(replies, method)) return replies[method];
  if (method === "resources/read" && Object.hasOwn(reads, params?.uri)) {
    const text = JSON.stringify(reads[params.uri]);
    return { contents: [{ uri: params.uri, mimeType: "application/json", text }] };
  }
  return method === "tools/list" ? { resultType: "complete", tools: [] } : undefined;
}

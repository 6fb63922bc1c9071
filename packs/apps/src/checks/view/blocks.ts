import { isObject, type Json, member } from "@mcptest/pack";

/** True for a block of content (core 2025-11-25, `ContentBlock`). */
export function validBlock(block: Json | undefined): boolean {
  const isText = (name: string, of: Json | undefined = block) => typeof member(of, name) === "string";
  switch (member(block, "type")) {
    case "text":
      return isText("text");
    case "image":
    case "audio":
      return isText("data") && isText("mimeType");
    case "resource_link":
      return isText("uri") && isText("name");
    case "resource": {
      const resource = member(block, "resource");
      return isObject(resource) && isText("uri", resource) && (isText("text", resource) || isText("blob", resource));
    }
    default:
      return false;
  }
}

import type { JsonObject } from "@mcptest/pack";

export interface SmallServer {
  modern?: JsonObject;
  legacy?: JsonObject;
  version?: string;
  replies?: JsonObject;
  reads?: JsonObject;
  exitOn?: string;
  silentOn?: string;
}

export function answer(settings: SmallServer, message: JsonObject): JsonObject | "exit" | "silence";

// biome-ignore lint/style/noRestrictedImports: authors use the full build, whose schemas say what they are as JSON Schema
export * as z from "zod";

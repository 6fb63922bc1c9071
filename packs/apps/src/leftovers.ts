import { excerpt } from "@mcptest/pack";
import type { Page } from "./html.js";

/** What in a page was meant for a build, a template or a development server; each a clause. */
export function leftovers(page: Page): string[] {
  const { texts, scripts, references, base } = page;
  const found = new Set<string>();
  for (const text of [...texts, ...scripts]) {
    const vite = /%VITE_[A-Z0-9_]{1,60}%?/.exec(text);
    if (vite) found.add(`the placeholder ${excerpt(vite[0], 80)}`);
    if (text.includes("/@vite/client")) found.add("an address of a development server (/@vite/client)");
  }
  for (const text of texts) {
    const braces = /\{\{[^{}\n]{1,80}\}\}/.exec(text);
    if (braces) found.add(`the placeholder ${excerpt(braces[0], 80)}`);
  }
  for (const script of scripts) {
    // A library that looks whether there is a process runs without one.
    const use = /\bprocess\.env\.[A-Za-z_]\w{0,60}/.exec(script);
    if (use && !/typeof process\b|\bprocess\s*=[^=]/.test(script)) found.add(`${use[0]}, which no browser has`);
  }
  const isBased = base !== undefined && /^https?:\/\//i.test(base);
  for (const { url, where } of references) {
    if (where === "base href" || isBased || !isRelative(url) || url.includes("{{")) continue;
    const what = /\.tsx?$/.test(url) ? "a source file" : "a relative address";
    found.add(`${what} in ${where}: ${excerpt(url, 80)}`);
  }
  return [...found];
}

/** A reference that needs a base; a fragment does not. */
function isRelative(url: string): boolean {
  return !url.startsWith("#") && !url.startsWith("//") && !/^[a-z][a-z0-9+.-]*:/i.test(url);
}

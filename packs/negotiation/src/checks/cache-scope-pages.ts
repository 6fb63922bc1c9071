import { type Check, excerpt, member, resultOf, say } from "@mcptest/pack";
import { modernCheck } from "../define.js";
import { type Listed, lists } from "../lists.js";

/** G33. */
export const cacheScopePages: Check = modernCheck({
  id: "cache-scope-pages",
  category: "messages",
  title: "All pages of a list share their cacheScope",
  description: "The pages of one list have the same cacheScope; their ttlMs may differ.",
  level: "must",
  phase: "list",
  contract: "G33",
  source: "server/utilities/caching",
  section: "Pagination",
  needs: { lists },
  run({ lists: { tools, prompts, resources, templates } }, verdict) {
    const all: Listed[] = [tools, prompts, resources, templates];
    const paged = all.filter(({ pages }) => pages.length > 1);
    if (paged.length === 0) return verdict.notApplicable("no list of the server has more than one page");
    for (const { pages } of paged) {
      const scopes = pages.map((page) => member(resultOf(page), "cacheScope"));
      const valid = scopes.filter((scope) => scope === "public" || scope === "private");
      const [first] = pages;
      if (!first || new Set(valid).size < 2) continue;
      const method = first.method ?? "";
      verdict.fail(
        say({
          sent: `${method}, ${pages.length} pages`,
          came: `cacheScope is ${scopes
            .slice(0, 5)
            .map((scope) => excerpt(scope, 40))
            .join(", ")} from page to page`,
          rule: "G33: all pages of one list share the same cacheScope",
          fix: "decide for the list as a whole; where any page is private, all are",
        }),
        pages.map(({ number }) => number),
        { subject: method },
      );
    }
  },
});

import { existsSync, statSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../config/workspace.mjs";
import { PAGES, page } from "./testing/pages.js";

/** Where the repository is: pages that npm shows too name others by this. */
const REPOSITORY = /^https:\/\/github\.com\/mcptest\/mcptest\/(?:blob|tree)\/main\//;

/** The links of a page that lead into the repository: path from the root, and the anchor. */
function linksOf(path: string): { path: string; anchor: string | undefined }[] {
  const text = page(path).replace(/^```[\s\S]*?^```$/gm, "");
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = ""]) => {
    const [file = "", anchor] = target.split("#");
    if (REPOSITORY.test(file)) return [{ path: file.replace(REPOSITORY, ""), anchor }];
    if (/^[a-z]+:/i.test(file)) return [];
    return [{ path: file === "" ? path : posix.join(dirname(path), file), anchor }];
  });
}

/** The anchors that headings get. */
function anchorsOf(path: string): string[] {
  return [...page(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

test.each(PAGES)("%s", (path) => {
  const broken = linksOf(path).filter((link) => {
    if (!existsSync(join(root, link.path))) return true;
    return link.anchor !== undefined && !(isFile(link.path) && anchorsOf(link.path).includes(link.anchor));
  });
  expect(broken).toEqual([]);
});

function isFile(path: string): boolean {
  return statSync(join(root, path)).isFile();
}

test("the front page leads to every page of docs", () => {
  const reached = linksOf("README.md").map(({ path }) => path);
  expect(PAGES.filter((path) => path.startsWith("docs/") && !reached.includes(path))).toEqual([]);
});

test("pages that npm shows have no relative links", () => {
  const relative = PAGES.filter((path) => path.endsWith("/README.md") && path !== "test/README.md").filter((path) =>
    [...page(path).matchAll(/\]\(([^)\s]+)\)/g)].some(([, target = ""]) => !/^(https:|#)/.test(target)),
  );
  expect(relative).toEqual([]);
});

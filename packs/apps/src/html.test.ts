import { describe, expect, it } from "vitest";
import { literalCalls, readPage, srcsetUrls, styleUrls } from "./html.js";
import { leftovers } from "./leftovers.js";

describe("a page", () => {
  it.each([
    ["<!doctype html><p>x", "html", true],
    ['<!DOCTYPE html SYSTEM "about:legacy-compat"><body>x</body>', "html", true],
    ["<!doctype html><script>1</script>", "html", true],
    ["<!doctype html><title>x</title>", "html", false],
    ["<!doctype html>", "html", false],
    ["<div>hi</div>", undefined, true],
    ["<!doctype svg><p>x", "svg", true],
    ["", undefined, false],
  ])("%j has the doctype %s, and content: %s", async (html, doctype, hasContent) => {
    expect(await readPage(html)).toMatchObject({ ...(doctype ? { doctype } : {}), hasContent });
    expect((await readPage(html)).doctype).toBe(doctype);
  });

  it("can nest deeper than the stack", async () => {
    const { hasContent } = await readPage(`<!doctype html>${"<div>".repeat(20_000)}x`);
    expect(hasContent).toBe(true);
  });

  it("counts its parse errors by code", async () => {
    const { errors } = await readPage("<!doctype html><p a=1 a=2><p a=1 a=2>");
    expect([...errors]).toEqual([["duplicate-attribute", 2]]);
  });

  it("refers to what it loads, by the list that has to cover it", async () => {
    const { references, base } = await readPage(`<!doctype html><base href="https://b.example/">
      <script src="https://a.example/x.js"></script><link rel="stylesheet" href="x.css"><link rel="canonical" href="/no">
      <style>@import "https://c.example/i.css"; p { background: url( 'https://d.example/i.png' ) }</style>
      <img srcset="https://e.example/1.png 1x, https://e.example/2.png 2x"><video poster="p.png"></video>
      <iframe src="https://f.example/"></iframe><a href="https://no.example/">x</a>
      <p style="background:url(//g.example/x.png)"><script>fetch("https://h.example/api"); new WebSocket('wss://i.example')</script>
      <template><img src="https://j.example/t.png"></template>`);
    expect(base).toBe("https://b.example/");
    expect(references.map(({ list, where, url }) => `${list} ${where}: ${url}`)).toMatchInlineSnapshot(`
      [
        "baseUriDomains base href: https://b.example/",
        "resourceDomains script src: https://a.example/x.js",
        "resourceDomains link href: x.css",
        "resourceDomains style url(): https://c.example/i.css",
        "resourceDomains style url(): https://d.example/i.png",
        "resourceDomains img srcset: https://e.example/1.png",
        "resourceDomains img srcset: https://e.example/2.png",
        "resourceDomains video poster: p.png",
        "frameDomains iframe src: https://f.example/",
        "resourceDomains p style: //g.example/x.png",
        "connectDomains a call in a script: https://h.example/api",
        "connectDomains a call in a script: wss://i.example",
        "resourceDomains img src: https://j.example/t.png",
      ]
    `);
  });
});

it("reads addresses out of styles, srcset and scripts", () => {
  expect(styleUrls("a{b:url(x.png)} @import 'y.css'; c{d:url(\"z w\")}")).toEqual(["x.png", "y.css", "z w"]);
  expect(srcsetUrls("a.png, b.png 2x,data:x,y 3x,")).toEqual(["a.png", "b.png", "data:x,y"]);
  expect(literalCalls("fetch(`https://a/`); fetch(url); new EventSource('http://b'); prefetch('https://c')")).toEqual([
    "https://a/",
    "http://b",
  ]);
});

it("comes to an end where addresses do not", () => {
  expect(styleUrls("url(a".repeat(200_000))).toEqual([]);
  expect(literalCalls("fetch(".repeat(200_000))).toEqual([]);
  expect(srcsetUrls("a ".repeat(200_000))).toEqual(["a"]);
});

describe("what a build has left", () => {
  it.each([
    ["<script>const a = '%VITE_API%'</script>", 'the placeholder "%VITE_API%"'],
    ["<p>{{ user.name }}</p>", 'the placeholder "{{ user.name }}"'],
    ["<script>go(process.env.API)</script>", "process.env.API, which no browser has"],
    ['<script type="module" src="/@vite/client"></script>', "an address of a development server (/@vite/client)"],
    ['<script type="module" src="/src/main.ts"></script>', 'a source file in script src: "/src/main.ts"'],
    ['<img src="logo.png">', 'a relative address in img src: "logo.png"'],
  ])("%s", async (html, found) => {
    expect(leftovers(await readPage(`<!doctype html>${html}`))).toContain(found);
  });

  it.each([
    "<script>const a = {{b: 1}}; f(`{{x}}`)</script>",
    "<script>const e = typeof process < 'u' && process.env.NODE_ENV</script>",
    '<img src="data:image/png;base64,AA==">',
    '<svg><use href="#a"/></svg><a href="/x">x</a>',
    '<base href="https://a.example/"><img src="logo.png">',
    '<img src="https://a.example/logo.png">',
  ])("is not %s", async (html) => {
    expect(leftovers(await readPage(`<!doctype html>${html}`))).toEqual([]);
  });
});

import { expect, it } from "vitest";
import { allowAttribute, contentPolicy } from "./policy.js";

const CSP = {
  resourceDomains: ["https://cdn.example.com"],
  connectDomains: ["https://api.example.com", "wss://live.example.com:*"],
  frameDomains: ["https://frames.example.com"],
  baseUriDomains: ["https://base.example.com"],
};

it("gives the policy of the specification", () => {
  expect(contentPolicy("strict", { csp: CSP }).split("; ")).toEqual([
    "default-src 'none'",
    "script-src 'self' 'unsafe-inline' https://cdn.example.com",
    "style-src 'self' 'unsafe-inline' https://cdn.example.com",
    "connect-src 'self' https://api.example.com wss://live.example.com:*",
    "img-src 'self' data: https://cdn.example.com",
    "font-src 'self' https://cdn.example.com",
    "media-src 'self' data: https://cdn.example.com",
    "frame-src https://frames.example.com",
    "object-src 'none'",
    "base-uri https://base.example.com",
  ]);
});

it("takes the stricter reading where no csp is declared, of whatever shape the metadata is", () => {
  const closed =
    "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; connect-src 'none'; img-src 'self' data:; font-src 'none'; media-src 'self' data:; frame-src 'none'; object-src 'none'; base-uri 'self'";
  for (const meta of [undefined, {}, { csp: null }, { csp: [] }, "csp"])
    expect(contentPolicy("strict", meta)).toBe(closed);
  expect(contentPolicy("strict", { csp: {} })).toContain("connect-src 'self'; img-src 'self' data:; font-src 'self'");
});

it("gives the policy of the reference host", () => {
  expect(contentPolicy("reference", { csp: { resourceDomains: ["https://a.example"] } }).split("; ")).toEqual([
    "default-src 'self' 'unsafe-inline'",
    "script-src 'self' 'unsafe-inline' 'unsafe-eval' blob: data: https://a.example",
    "style-src 'self' 'unsafe-inline' blob: data: https://a.example",
    "img-src 'self' data: blob: https://a.example",
    "font-src 'self' data: blob: https://a.example",
    "connect-src 'self'",
    "worker-src 'self' blob: https://a.example",
    "frame-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
  ]);
});

it("lets no entry end its directive or its header", () => {
  const resourceDomains = [
    "https://a; script-src *",
    "https://b, c",
    "'unsafe-eval'",
    "https://d\r\nx: y",
    1,
    null,
    "",
    "https://ok",
  ];
  for (const profile of ["strict", "reference"] as const) {
    const policy = contentPolicy(profile, { csp: { resourceDomains } });
    expect(policy).toContain("style-src 'self' 'unsafe-inline'");
    expect(policy).toContain("https://ok");
    expect(policy).not.toMatch(/[*,\r\n]|https:\/\/[abd]/);
  }
});

it("asks for the permissions that are declared", () => {
  expect(allowAttribute({ permissions: { camera: {}, clipboardWrite: {}, other: {} } })).toBe(
    "camera; clipboard-write",
  );
  for (const meta of [undefined, {}, { permissions: true }]) expect(allowAttribute(meta)).toBe("");
});

it("is a header that a browser takes, however much is declared", () => {
  const many = Array.from({ length: 100_000 }, (_, index) => `https://${index}.example.com`);
  const csp = { resourceDomains: ["x".repeat(1e6), ...many], connectDomains: many, frameDomains: many };
  for (const profile of ["strict", "reference"] as const) {
    const policy = contentPolicy(profile, { csp });
    expect(policy.length).toBeLessThan(200 * 1024);
    expect(policy).toContain("https://0.example.com https://1.example.com");
  }
});

import { isObject } from "@mcptest/pack";
import type { Profile } from "./record.js";

/** Characters of the origins of one list: a browser takes no page with headers above 256 KiB, and a list stands in six places. */
const MAX_ORIGINS = 24_000;

/** Origins that a view has declared, by what for. Entries that would end their directive, and too many, are left out. */
interface Domains {
  resource: string[];
  connect: string[];
  frame: string[];
  baseUri: string[];
}

/**
 * The content policy of a view as a header (ext-apps 2026-01-26, "Content Security Policy"). `meta`: `_meta.ui` of the
 * resource, of any shape. Where it declares no `csp`, the stricter of the two readings of the text holds.
 */
export function contentPolicy(profile: Profile, meta: unknown): string {
  const csp = isObject(meta) && isObject(meta.csp) ? meta.csp : undefined;
  const domains = {
    resource: originsOf(csp?.resourceDomains),
    connect: originsOf(csp?.connectDomains),
    frame: originsOf(csp?.frameDomains),
    baseUri: originsOf(csp?.baseUriDomains),
  };
  const directives = profile === "strict" ? strict(domains, csp !== undefined) : reference(domains);
  return directives.map(([name, ...sources]) => `${name} ${sources.join(" ")}`).join("; ");
}

type Directive = [name: string, ...sources: string[]];

function strict({ resource, connect, frame, baseUri }: Domains, declared: boolean): Directive[] {
  return [
    ["default-src", "'none'"],
    ["script-src", "'self'", "'unsafe-inline'", ...resource],
    ["style-src", "'self'", "'unsafe-inline'", ...resource],
    declared ? ["connect-src", "'self'", ...connect] : ["connect-src", "'none'"],
    ["img-src", "'self'", "data:", ...resource],
    declared ? ["font-src", "'self'", ...resource] : ["font-src", "'none'"],
    ["media-src", "'self'", "data:", ...resource],
    ["frame-src", ...orNone(frame)],
    ["object-src", "'none'"],
    ["base-uri", ...(baseUri.length > 0 ? baseUri : ["'self'"])],
  ];
}

/** The policy of the public reference host. */
function reference({ resource, connect, frame, baseUri }: Domains): Directive[] {
  return [
    ["default-src", "'self'", "'unsafe-inline'"],
    ["script-src", "'self'", "'unsafe-inline'", "'unsafe-eval'", "blob:", "data:", ...resource],
    ["style-src", "'self'", "'unsafe-inline'", "blob:", "data:", ...resource],
    ["img-src", "'self'", "data:", "blob:", ...resource],
    ["font-src", "'self'", "data:", "blob:", ...resource],
    ["connect-src", "'self'", ...connect],
    ["worker-src", "'self'", "blob:", ...resource],
    ["frame-src", ...orNone(frame)],
    ["object-src", "'none'"],
    ["base-uri", ...orNone(baseUri)],
  ];
}

function orNone(sources: string[]): string[] {
  return sources.length > 0 ? sources : ["'none'"];
}

function originsOf(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  let left = MAX_ORIGINS;
  return value.filter((entry): entry is string => {
    if (typeof entry !== "string" || entry.length >= left || !/^[!#-&(-+\--:<-~]+$/.test(entry)) return false;
    left -= entry.length + 1;
    return true;
  });
}

const PERMISSIONS = [
  ["camera", "camera"],
  ["microphone", "microphone"],
  ["geolocation", "geolocation"],
  ["clipboardWrite", "clipboard-write"],
] as const;

/** Value of `allow` of the frame of a view. */
export function allowAttribute(meta: unknown): string {
  const asked = isObject(meta) && isObject(meta.permissions) ? meta.permissions : {};
  return PERMISSIONS.filter(([name]) => Object.hasOwn(asked, name))
    .map(([, feature]) => feature)
    .join("; ");
}

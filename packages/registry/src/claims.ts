import { MANIFEST } from "./addresses.js";
import { RegistrationError } from "./errors.js";
import type { Installed } from "./installed.js";
import { isReserved } from "./routes.js";
import { matchTemplate } from "./template.js";

/** An address, or the text of a template, on one of the faces or on both. */
export interface Claim {
  address: string;
  face: "native" | "resources" | "both";
  /** Whose it is, for messages. */
  by: string;
}

/** Every address that an extension takes on either face, but for those of calls with arguments. */
export function claimsOf(installed: Installed): Claim[] {
  const { id, prefix } = installed;
  const claims: Claim[] = [{ address: prefix + MANIFEST, face: "resources", by: `the manifest of ${id}` }];
  for (const { name, resource } of installed.methods.values()) {
    const by = `the method ${name} of ${id}`;
    claims.push({ address: prefix + name, face: "resources", by });
    claims.push({ address: resource.uriTemplate, face: "resources", by });
  }
  for (const { entry, mapped } of installed.files) {
    const by = `the file ${entry.uri} of ${id}`;
    claims.push({ address: entry.uri, face: "native", by }, { address: mapped, face: "resources", by });
  }
  for (const { own, mapped } of installed.templates) {
    const by = `the file template ${own.text} of ${id}`;
    claims.push({ address: own.text, face: "native", by }, { address: mapped.text, face: "resources", by });
  }
  return claims;
}

/**
 * Refuses new claims of which one meets another new one, one that stands already, or the call of a method.
 * @param extensions those whose methods may be met
 */
export function checkClaims(
  claims: readonly Claim[],
  standing: readonly Claim[],
  extensions: Iterable<Installed>,
): void {
  const taken = new Map<string, Claim>();
  for (const claim of standing) for (const key of keysOf(claim)) taken.set(key, claim);
  for (const claim of claims) {
    for (const key of keysOf(claim)) {
      const other = taken.get(key);
      if (other !== undefined) refuse(claim, other.by);
      taken.set(key, claim);
    }
  }
  for (const installed of extensions) {
    for (const claim of claims) {
      const isCall = claim.address.includes("?params=") && isReserved(installed, claim.address);
      if (isCall && claim.face !== "native" && !ownTemplate(installed, claim))
        refuse(claim, `a call of ${installed.id}`);
    }
  }
}

/** Templates of files under which methods stand too: these win, so that such a file cannot be read on older revisions. */
export function shadowedTemplates(installed: Installed): string[] {
  const reserved = [MANIFEST, ...installed.methods.keys()];
  return installed.templates.flatMap(({ own, mapped }) => {
    const first = reserved.find((name) => matchTemplate(mapped, installed.prefix + name) !== undefined);
    if (first === undefined) return [];
    return [
      `On older revisions the file template ${own.text} of ${installed.id} also covers the address of ${first}, which wins there; give it another path.`,
    ];
  });
}

function ownTemplate(installed: Installed, claim: Claim): boolean {
  return [...installed.methods.values()].some(({ resource }) => resource.uriTemplate === claim.address);
}

function keysOf(claim: Claim): string[] {
  const faces = claim.face === "both" ? ["native", "resources"] : [claim.face];
  return faces.map((face) => `${face} ${claim.address}`);
}

function refuse(claim: Claim, by: string): never {
  throw new RegistrationError("ADDRESS_TAKEN", `The address ${claim.address} of ${claim.by} is that of ${by}.`);
}

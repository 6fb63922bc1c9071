/** A pin for an entry of `packs`. */
export interface Pin {
  /** Key: an npm name or an alias. */
  name: string;
  /** semver range. */
  range: string;
  /** The npm name behind an alias. */
  packageName?: string;
}

/** The value of the entry. */
export function entryOf({ range, packageName }: Pin): string | { pack: string; version: string } {
  return packageName === undefined ? range : { pack: packageName, version: range };
}

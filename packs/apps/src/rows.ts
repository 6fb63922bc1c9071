/** What became of one row of the contract, or of a part of one, in this pack. */
export type RowEntry =
  /** A check judges it, of the same id. */
  | { row: string; check: string }
  /** It has no verdict of its own: another check sees the same bytes and reports. */
  | { row: string; owner: string; why: string }
  /** Nothing that a server sends can show it. */
  | { row: string; why: string };

/** The rows of what a server sends, in order. */
export const WIRE_ROWS: readonly RowEntry[] = [
  { row: "apps-ext-id", check: "apps-ext-id" },
  { row: "apps-present", check: "apps-present" },
  { row: "apps-tool-input-schema", check: "apps-tool-input-schema" },
  { row: "apps-ext-id-without-apps", check: "apps-ext-id-without-apps" },
  { row: "apps-ext-id-misspelt", check: "apps-ext-id-misspelt" },
  {
    row: "apps-ext-id-misspelt, ids under extensions",
    owner: "ext-id-grammar and ext-id-reserved of the negotiation pack",
    why: "where that judges the lane",
  },
  { row: "apps-ext-settings-object", check: "apps-ext-settings-object" },
  { row: "apps-tool-uri-type", check: "apps-tool-uri-type" },
  { row: "apps-tool-uri-not-template", check: "apps-tool-uri-not-template" },
  { row: "apps-tool-flat-key-only", check: "apps-tool-flat-key-only" },
  { row: "apps-tool-keys-agree", check: "apps-tool-keys-agree" },
  { row: "apps-tool-visibility-values", check: "apps-tool-visibility-values" },
  { row: "apps-tool-visibility-nonempty", check: "apps-tool-visibility-nonempty" },
  { row: "apps-tool-no-resource-keys", check: "apps-tool-no-resource-keys" },
  {
    row: "apps-tool-no-resource-keys, metadata that stands nowhere else",
    owner: "apps-meta-at-right-level",
    why: "the metadata is then not in force at all",
  },
  { row: "apps-tool-meta-unknown-keys", check: "apps-tool-meta-unknown-keys" },
  { row: "apps-apponly-listed-and-callable", check: "apps-apponly-listed-and-callable" },
  {
    row: "apps-apponly-listed-and-callable, names that a view uses",
    owner: "apps-view-calls-visible-tools",
    why: "what a view calls shows in a browser alone",
  },
  { row: "apps-some-model-entry", check: "apps-some-model-entry" },
  { row: "apps-resource-exists", check: "apps-resource-exists" },
  { row: "apps-resource-exists-per-transport", check: "apps-resource-exists-per-transport" },
  { row: "apps-resources-capability", check: "apps-resources-capability" },
  { row: "apps-listed-uri-scheme", check: "apps-listed-uri-scheme" },
  {
    row: "apps-listed-uri-scheme, a listed type that is not the one read",
    owner: "apps-listed-mime",
    why: "both see the type in the list",
  },
  { row: "apps-listed-mime", check: "apps-listed-mime" },
  { row: "apps-read-single", check: "apps-read-single" },
  { row: "apps-read-mime", check: "apps-read-mime" },
  { row: "apps-read-text-xor-blob", check: "apps-read-text-xor-blob" },
  { row: "apps-read-html5", check: "apps-read-html5" },
  { row: "apps-read-no-secrets-placeholders", check: "apps-read-no-secrets-placeholders" },
  { row: "apps-read-stable", check: "apps-read-stable" },
  { row: "apps-read-size", check: "apps-read-size" },
  { row: "apps-meta-shape", check: "apps-meta-shape" },
  { row: "apps-meta-at-right-level", check: "apps-meta-at-right-level" },
  { row: "apps-meta-list-vs-read", check: "apps-meta-list-vs-read" },
  { row: "apps-csp-origin-syntax", check: "apps-csp-origin-syntax" },
  { row: "apps-csp-no-injection", check: "apps-csp-no-injection" },
  { row: "apps-csp-covers-static-refs", check: "apps-csp-covers-static-refs" },
  { row: "apps-csp-unused", check: "apps-csp-unused" },
  { row: "apps-csp-unused, at run time", why: "what a view loads depends on what its user does" },
  { row: "apps-csp-too-wide", check: "apps-csp-too-wide" },
  { row: "apps-border-explicit", check: "apps-border-explicit" },
  { row: "apps-fallback-content", check: "apps-fallback-content" },
  { row: "apps-fallback-content-ui", check: "apps-fallback-content-ui" },
  { row: "apps-fallback-meaningful", check: "apps-fallback-meaningful" },
  { row: "apps-noui-client-same-tools", check: "apps-noui-client-same-tools" },
  { row: "apps-noui-client-no-meta", check: "apps-noui-client-no-meta" },
  { row: "apps-percall-capability", check: "apps-percall-capability" },
  { row: "apps-result-outputschema", check: "apps-result-outputschema" },
  { row: "apps-unknown-ui-uri", check: "apps-unknown-ui-uri" },
  { row: "apps-ping-after-view", check: "apps-ping-after-view" },
  { row: "apps-two-sessions", check: "apps-two-sessions" },
  {
    row: "apps-two-sessions, reading",
    owner: "apps-resource-exists-per-transport",
    why: "it reads on a new connection, which is a second session",
  },
];

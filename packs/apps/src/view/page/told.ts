/** What the pages tell the harness, each a line of their console that begins with the secret token of the visit. */
export type Told =
  /** A message between view and host, in order. `text`: JSON, or in words what JSON cannot hold. */
  | { kind: "message"; at: number; from: "view" | "host"; text: string; isJson: boolean; short?: true; garbage?: true }
  /** The view has said `ui/notifications/initialized`. */
  | { kind: "initialized"; at: number }
  /** The view asks for something of the server. `message`: index of its message. */
  | { kind: "call"; at: number; call: number; method: string; params: unknown; message: number }
  | { kind: "violation"; at: number; directive: string; blocked: string; sample: string }
  | { kind: "parent-access" | "download"; at: number; what: string }
  /** Messages were left out, as there were too many. */
  | { kind: "cut"; at: number }
  /** The host page itself has failed. */
  | { kind: "problem"; at: number; message: string };

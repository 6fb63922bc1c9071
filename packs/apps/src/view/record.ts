import type { Json } from "@mcptest/pack";

/**
 * The content policy under which a view is shown. `strict`: that of the specification. `reference`: that of the public
 * reference host, which is looser.
 */
export type Profile = "strict" | "reference";

/** How the host behaves towards a view. All but `main` are unusual hosts; a view has to bear them. */
export type Scenario =
  /** The whole life of a view, as an ordinary host leads it. */
  | "main"
  /** `ui/initialize` is answered by an error. */
  | "initialize-error"
  /** It is answered with another protocol version. */
  | "other-version"
  /** The answer has no `hostContext`. */
  | "no-context"
  /** The answer has `hostCapabilities: {}`. */
  | "no-capabilities"
  /** The answer comes 3 s late. */
  | "late-initialize"
  /** Input and result come in the same tick as the end of the handshake. */
  | "same-tick"
  /** Partial inputs with missing and changing members, then an input. */
  | "partial-input"
  /** The input is `{}`. */
  | "empty-input"
  /** The input has a member more, which the schema of the tool does not name. */
  | "odd-input"
  /** The result is `isError: true`. */
  | "error-result"
  /** The result has `content` alone. */
  | "content-only"
  /** The result has `structuredContent` and an empty `content`. */
  | "structured-only"
  /** `tool-cancelled` in place of a result. */
  | "cancelled"
  /** `containerDimensions.height` is fixed. */
  | "fixed-height"
  /** A frame of an opaque origin: `localStorage` throws. */
  | "opaque-origin";

/** What had begun when something happened, in this order. */
export type Stage = "load" | "initialize" | "input" | "result" | "context" | "probes" | "links" | "narrow" | "teardown";

/** One message between view and host, as the window of the host saw it, ahead of any validation. */
export interface ViewMessage {
  /** 0, 1, … in one record. */
  index: number;
  /** Milliseconds since the view began to load. */
  atMs: number;
  stage: Stage;
  from: "view" | "host";
  /** JSON of what was posted; cut at 64 KiB. For what JSON cannot tell: its type in words. */
  raw: string;
  /** Absent where what was posted is no object. */
  json?: Json;
  /** Sent by the host on purpose as what no view has to understand. */
  garbage?: true;
}

/** A breach of the content policy, as the frame of the view was told (`securitypolicyviolation`). */
export interface Violation {
  atMs: number;
  stage: Stage;
  /** `script-src-elem`. */
  directive: string;
  /** URL, or `eval`, `inline`, `blob`, `data`. */
  blocked: string;
  sample?: string;
}

/** A request to anything but the two loopback origins. Every one is blocked. */
export interface OutsideRequest {
  atMs: number;
  stage: Stage;
  url: string;
  /** As the browser names it: `script`, `fetch`, `image`. */
  kind: string;
}

/** An uncaught exception, an unhandled rejection, or a line of the console. */
export interface PageError {
  atMs: number;
  stage: Stage;
  kind: "exception" | "console";
  message: string;
}

/** Something that a view may not do without its host. */
export interface Escape {
  atMs: number;
  stage: Stage;
  kind: "popup" | "navigation" | "download" | "dialog" | "parent-access";
  /** URL, or the name of the property of `window.parent` or `window.top`, or `document.domain`. */
  what: string;
}

/** A `tools/call` or `resources/read` that the view made, and what the harness did with it. */
export interface ViewCall {
  /** Index of its message. */
  message: number;
  method: string;
  /** Number of the exchange with the server, where it was passed on. */
  exchange?: number;
}

/** What a view showed at one moment. */
export interface Look {
  /** Visible text; cut at 20 000 characters. */
  text: string;
  /** Square pixels of canvas, svg, img and video that are visible. */
  graphics: number;
  scrollWidth: number;
  clientWidth: number;
  scrollHeight: number;
  clientHeight: number;
  /** Pixels from the top of the document to the lower edge of the lowest visible element of its body. */
  contentHeight: number;
  /** The screenshot has one colour. False where none was taken. */
  flat: boolean;
  /** Id of the screenshot among the artifacts. */
  screenshot?: string;
  /**
   * Computed: `html.color`, `html.background-color`, the same of `body`, `color-scheme`, `all.colors` (those of all elements,
   * by first use), variables of the host by name; as written: `data-theme`, `html.class`, `body.class`.
   */
  styles: Record<string, string>;
  title: string;
  lang: string;
  /** Buttons and links without any name. */
  unnamed: number;
}

/** When a look was taken. `input`: the view has its input and waits for its result. */
export type Moment = "input" | "result" | "dark" | "merged" | "narrow";

/** Everything that was seen of one view under one profile in one scenario. Plain data; the checks judge nothing else. */
export interface VisitRecord {
  profile: Profile;
  scenario: Scenario;
  /** `done`: led to its end. `silent`: no `ui/initialize` in time. `crashed`: the page or the browser went. */
  ended: "done" | "silent" | "crashed" | "timeout";
  problem?: string;
  messages: ViewMessage[];
  violations: Violation[];
  requests: OutsideRequest[];
  errors: PageError[];
  escapes: Escape[];
  calls: ViewCall[];
  looks: Partial<Record<Moment, Look>>;
  /** Milliseconds from the load to `ui/notifications/initialized` of a view that has sent `ui/initialize`. */
  readyMs?: number;
  durationMs: number;
  /** Id of the log of the messages among the artifacts. */
  log?: string;
  /** The code of the view did not come to rest, so that it could be asked for nothing any more. */
  hung?: true;
  /** Something was cut since there was too much of it. */
  cut?: true;
}

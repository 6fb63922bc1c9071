/** What the harness tells the host page before the view is loaded. */
export interface HostOrder {
  /** Address of the page around the view. */
  sandboxUrl: string;
  /** Value of `allow` of its frame. */
  allow: string;
  /** Pixels. */
  width: number;
  height: number;
  /** Reported heights are not applied. The width is always the container's. */
  fixedSize: boolean;
  hostCapabilities: Record<string, unknown>;
  hostContext: Record<string, unknown>;
  /** How `ui/initialize` is answered. `late`: after `delayMs`. */
  answer: "ok" | "error" | "other-version" | "no-context";
  delayMs: number;
  /** The host takes `tools/call` and all else that it offers. */
  serves: boolean;
  /** Posted in the very tick in which `ui/notifications/initialized` comes. */
  onInitialized: Record<string, unknown>[];
}

/** What the harness may call in the host page, with JSON in and out. */
export interface HostCalls {
  start(order: HostOrder): Promise<void>;
  /** Posts messages to the view one after the other, as they are. `garbage`: no view has to understand them. */
  post(messages: unknown[], garbage: boolean): void;
  /** Posts to the view from a window that is not its parent. */
  postFromElsewhere(message: unknown): void;
  /** Sends what has changed of the context. */
  setContext(context: Record<string, unknown>): void;
  answer(call: number, reply: { result: Record<string, unknown> } | { error: { code: number; message: string } }): void;
  setWidth(pixels: number): void;
  removeView(): void;
  /** Whether an image (PNG in base64) has one colour. */
  isFlat(png: string): Promise<boolean>;
}

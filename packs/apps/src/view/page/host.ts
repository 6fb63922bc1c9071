// The host of a view: an AppBridge, with a log of every message beside it.
import { AppBridge, PostMessageTransport } from "@modelcontextprotocol/ext-apps/app-bridge";
import { serve } from "./host-handlers.js";
import type { HostCalls, HostOrder } from "./orders.js";
import { createTeller } from "./teller.js";

declare const mcptest: { token: string };

/** Reported sizes that are applied, in pixels and how often. */
const MAX_HEIGHT = 4_000;
const MAX_SIZES = 500;
/** The most by which a part of a colour (0 to 255) may differ from another that nobody can tell from it. */
const UNSEEN = 3;

const { log, tell, countOf } = createTeller(mcptest.token);
console.debug = () => {};
const waiting = new Map<number, (reply: Parameters<HostCalls["answer"]>[1]) => void>();
const frame = document.createElement("iframe");
/** Index of the last message of the view with this id. */
const indexes = new Map<unknown, number>();
let bridge: AppBridge | undefined;
let calls = 0;
let sizes = 0;

addEventListener("error", (event) => failed(event, event.message));
addEventListener("unhandledrejection", (event) => failed(event, String(event.reason)));

function failed(event: Event, message: string): void {
  event.preventDefault();
  tell({ kind: "problem", message });
}

const hostCalls: HostCalls = {
  async start(order) {
    frame.id = "view";
    frame.allow = order.allow;
    frame.setAttribute("sandbox", "allow-scripts allow-same-origin allow-forms");
    frame.style.cssText = `display: block; border: 0; width: ${order.width}px; height: ${order.height}px`;
    document.body.append(frame);
    addEventListener("message", takeRaw);
    bridge = await connect(order);
    frame.src = order.sandboxUrl;
  },
  post(messages, garbage) {
    for (const message of messages) post(message, garbage);
  },
  postFromElsewhere(message) {
    log("host", message, true);
    view().postMessage({ "mcptest-from-elsewhere": message }, "*");
  },
  setContext: (context) => bridge?.setHostContext(context),
  answer(call, reply) {
    waiting.get(call)?.(reply);
    waiting.delete(call);
  },
  setWidth(pixels) {
    frame.style.width = `${pixels}px`;
  },
  removeView: () => frame.remove(),
  async isFlat(png) {
    const bytes = Uint8Array.from(atob(png), (character) => character.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext("2d") as OffscreenCanvasRenderingContext2D;
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    return data.every((value, index) => Math.abs(value - (data[index % 4] ?? 0)) <= UNSEEN);
  },
};

Object.assign(globalThis, {
  mcptestHost: (json: string) => {
    const [name, ...given] = JSON.parse(json) as [keyof HostCalls, ...never[]];
    return (hostCalls[name] as (...given: unknown[]) => unknown)(...given);
  },
});

function view(): Window {
  return frame.contentWindow as Window;
}

function post(message: unknown, garbage = false): void {
  log("host", message, garbage);
  view().postMessage(message, "*");
}

/** The raw log: everything that comes, ahead of any validation. */
function takeRaw(event: MessageEvent): void {
  if (event.source === view()) {
    if (!log("view", event.data)) event.stopImmediatePropagation();
    else if (isObject(event.data)) indexes.set(event.data.id, countOf() - 1);
  } else if (event.source !== window) tell({ kind: "parent-access", what: "top.postMessage" });
}

async function connect(order: HostOrder): Promise<AppBridge> {
  const made = new AppBridge(null, { name: "mcptest", version: "1.0.0" }, order.hostCapabilities, {
    hostContext: order.hostContext,
  });
  made.addEventListener("initialized", () => {
    for (const message of order.onInitialized) post(message);
    tell({ kind: "initialized" });
  });
  made.addEventListener("sizechange", ({ height }) => {
    // A height that is none is a finding of its own, and not that the view cannot be seen.
    if (order.fixedSize || height === undefined || !(height > 0) || ++sizes > MAX_SIZES) return;
    frame.style.height = `${Math.min(Math.max(height, 1), MAX_HEIGHT)}px`;
  });
  if (order.serves) serve(made, ask, (id) => indexes.get(id) ?? 0);
  await made.connect(transport(order));
  return made;
}

function ask(method: string, params: unknown, message: number): Promise<Record<string, unknown>> {
  const call = calls++;
  tell({ kind: "call", call, method, params, message });
  return new Promise((resolve, reject) => {
    waiting.set(call, (reply) => {
      if ("result" in reply) resolve(reply.result);
      else reject(Object.assign(new Error(reply.error.message), { code: reply.error.code }));
    });
  });
}

/** The transport of the SDK, which here also answers `ui/initialize` as unusual hosts do. */
function transport(order: HostOrder): PostMessageTransport {
  const made = new PostMessageTransport(view(), view());
  const toView = { postMessage: (message: unknown) => post(message) };
  Object.assign(made, { eventTarget: toView });
  const send = made.send.bind(made);
  let asked: unknown;
  made.send = async (message) => {
    if (!("id" in message) || message.id !== asked || asked === undefined || "method" in message) return send(message);
    asked = undefined;
    if (order.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, order.delayMs));
    return send(answered(message, order));
  };
  const { start } = made;
  made.start = async () => {
    const { onmessage } = made;
    made.onmessage = (message, extra) => {
      if ("method" in message && message.method === "ui/initialize" && "id" in message) asked = message.id;
      onmessage?.(withListOfContent(message), extra);
    };
    await start.call(made);
  };
  return made;
}

type Message = Parameters<PostMessageTransport["send"]>[0];

function answered(message: Message, order: HostOrder): Message {
  if (order.answer === "ok" || !("result" in message)) return message;
  const { id, result } = message;
  if (order.answer === "error") {
    return { jsonrpc: "2.0", id, error: { code: -32603, message: "this host cannot show the view" } };
  }
  if (order.answer === "other-version") {
    return { jsonrpc: "2.0", id, result: { ...result, protocolVersion: "2099-12-31" } };
  }
  const { hostContext: _, ...rest } = result;
  return { jsonrpc: "2.0", id, result: rest };
}

/** `ui/message` has one block in the text of the specification, a list of them in the SDK: this host takes both. */
function withListOfContent(message: Message): Message {
  if (!("method" in message) || message.method !== "ui/message") return message;
  const content = message.params?.content;
  if (!isObject(content)) return message;
  return { ...message, params: { ...message.params, content: [content] } };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

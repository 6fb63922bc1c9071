import {
  type Connection,
  defineFixture,
  isObject,
  member,
  type PackContext,
  resultOf,
  type Stream,
  unavailable,
} from "@mcptest/pack";
import { answerOf, DECLARED } from "./extension.js";
import type { WidgetsOptions } from "./options.js";
import { idOf, pages } from "./pages.js";

/** What the server says when its list has changed. */
export const LIST_CHANGED = "notifications/widgets/list_changed";

/** What happened when the operator's tool was called. */
export interface Made {
  /** Number of the call. */
  call: number;
  /** Id that the result of the tool names. */
  id: string;
  /** Number of the subscription. */
  subscription: number;
  /** The server has agreed to notify. */
  agreed: boolean;
  notified: boolean;
  /** The exchanges in which the list was read afterwards. */
  listedBy: number[];
  listed: boolean;
}

/** Calls the tool that makes a widget, and watches. It belongs to the operator: no tool is called that is not named. */
export const made = defineFixture<Made, { before: typeof pages }, WidgetsOptions>({
  name: "made",
  needs: { before: pages },
  role: {
    name: "tool",
    configured: ({ tool }) => tool !== undefined,
    option: { path: ["tool"], example: "make_widget" },
  },
  mayChange: true,
  timeoutMs: ({ waitMs }) => waitMs + 10_000,
  async prepare({ before }, context) {
    const { host, connection } = context;
    const stream = await host.listen(connection, {
      method: "subscriptions/listen",
      params: { notifications: { widgetsListChanged: true } },
      extensions: DECLARED,
    });
    try {
      return await callAndWatch(context, stream, connection, new Set(before.widgets.map(({ widget }) => idOf(widget))));
    } finally {
      await host.close(stream);
    }
  },
});

async function callAndWatch(
  context: PackContext<WidgetsOptions>,
  stream: Stream,
  connection: Connection,
  before: ReadonlySet<string | undefined>,
): Promise<Made> {
  const { host, options } = context;
  const acknowledged = await host.next(stream, options.waitMs);
  const agreed =
    typeof acknowledged === "object" &&
    member(acknowledged.json, "method") === "notifications/subscriptions/acknowledged" &&
    member(member(member(acknowledged.json, "params"), "notifications"), "widgetsListChanged") === true;
  const call = await host.exchange(connection, {
    method: "tools/call",
    params: { name: options.tool ?? "", arguments: options.arguments },
    extensions: DECLARED,
  });
  const id = idOf(member(resultOf(call), "structuredContent"));
  if (id === undefined || before.has(id)) {
    const reason = `the tool ${options.tool} made no widget: structuredContent.id has to name a new one, and it gave ${answerOf(call)}`;
    throw unavailable(reason, { evidence: [call.number], options: [{ path: ["tool"] }, { path: ["arguments"] }] });
  }
  const notified = agreed && (await isNotified(context, stream));
  const after = await pages.prepare({}, context);
  return {
    call: call.number,
    id,
    subscription: stream.exchange,
    agreed,
    notified,
    listed: after.widgets.some(({ widget }) => idOf(widget) === id),
    listedBy: after.exchanges,
  };
}

async function isNotified({ host, options }: PackContext<WidgetsOptions>, stream: Stream): Promise<boolean> {
  for (;;) {
    const message = await host.next(stream, options.waitMs);
    if (message === "timeout" || message === "ended") return false;
    if (isObject(message.json) && member(message.json, "method") === LIST_CHANGED) return true;
  }
}

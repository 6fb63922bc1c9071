import { at, type Exchange, type Json, member, sentJson } from "@mcptest/pack";

/** A request or notification of the server, with the exchange that it came in. */
export interface ServerMessage {
  method: string;
  params: Json | undefined;
  /** A request: it has an id. */
  isRequest: boolean;
  /** When it came, in milliseconds of the clock of the transcript. */
  arrivedAt: number;
  exchange: Exchange;
}

/** What the server sent besides its responses, in the order of the exchanges. */
export function serverMessages(exchanges: readonly Exchange[]): ServerMessage[] {
  return exchanges.flatMap((exchange) =>
    exchange.messages.flatMap(({ json, afterMs }) => {
      const method = member(json, "method");
      if (typeof method !== "string") return [];
      const arrivedAt = Date.parse(exchange.sentAt) + afterMs;
      return [
        { method, params: member(json, "params"), isRequest: member(json, "id") !== undefined, arrivedAt, exchange },
      ];
    }),
  );
}

/** A call of ours that became a task on 2025-11-25. */
export interface TaskCall {
  taskId: string;
  exchange: Exchange;
  /** When its answer had come. */
  answeredAt: number;
  progressToken?: string | number;
}

/** The calls that became tasks. */
export function taskCalls(exchanges: readonly Exchange[]): TaskCall[] {
  return exchanges.flatMap((exchange) => {
    const taskId = at(exchange.response, "result", "task", "taskId");
    if (exchange.method !== "tools/call" || typeof taskId !== "string") return [];
    const token = at(sentJson(exchange), "params", "_meta", "progressToken");
    const progressToken = typeof token === "string" || typeof token === "number" ? { progressToken: token } : {};
    return [{ taskId, exchange, answeredAt: answeredAt(exchange) ?? 0, ...progressToken }];
  });
}

/** When the response had come; `undefined` where there is none. */
export function answeredAt(exchange: Exchange): number | undefined {
  const message = answerAmong(exchange);
  return message && Date.parse(exchange.sentAt) + message.afterMs;
}

/** The message that is the response: by its id, since on its way to a pack one may have become another object. */
function answerAmong({ messages, response }: Exchange): Exchange["messages"][number] | undefined {
  if (response === undefined) return undefined;
  const isAnswer = (json: unknown) => member(json, "id") === response.id && member(json, "method") === undefined;
  return messages.find(({ json }) => json === response) ?? messages.find(({ json }) => isAnswer(json));
}

/** `params.taskId` as we sent it. */
export function taskAskedFor(exchange: Exchange): string | undefined {
  const taskId = at(sentJson(exchange), "params", "taskId");
  return typeof taskId === "string" ? taskId : undefined;
}

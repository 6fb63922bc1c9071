import type { Exchange } from "@mcptest/core/report";
import { visibleLine } from "../visible.js";
import type { Style, TerminalOptions } from "./style.js";

/** What was sent and what came back: for the first exchange that a finding cites, with `verbose` for all. */
export function evidenceLines(
  numbers: readonly number[],
  exchanges: readonly Exchange[],
  style: Style,
  options: TerminalOptions,
): string[] {
  const limit = options.verbose ? 4_000 : 320;
  const found = numbers.flatMap((number) => exchanges.filter((exchange) => exchange.number === number));
  const shown = options.verbose ? found : found.slice(0, 1);
  const others = numbers.slice(shown.length).map((number) => `#${number}`);
  const lines = shown.flatMap((exchange) => [
    ...(exchange.request ? [`#${exchange.number} -> ${cut(exchange.request.body, limit)}`] : []),
    `#${exchange.number} <- ${cut(received(exchange), limit)}`,
  ]);
  if (!options.verbose && others.length > 0) lines.push(`also in ${others.join(", ")}`);
  return lines.map((line) => style.dim(line));
}

function received(exchange: Exchange): string {
  const status = exchange.status === undefined ? "" : `HTTP ${exchange.status} `;
  const answer = answerText(exchange);
  if (answer !== undefined) return `${status}${answer}`;
  return `${status}(${exchange.outcome}${exchange.problem ? `: ${exchange.problem}` : ""})`;
}

function answerText(exchange: Exchange): string | undefined {
  const answer = exchange.messages.find((message) => message.json === exchange.response) ?? exchange.messages.at(-1);
  if (answer) return answer.raw;
  return exchange.response ? JSON.stringify(exchange.response) : undefined;
}

function cut(text: string, limit: number): string {
  const line = visibleLine(text);
  return line.length <= limit ? line : `${line.slice(0, limit)}... (${text.length} characters)`;
}

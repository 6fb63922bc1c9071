import type { ProgressEvent } from "@mcptest/core/runner";
import { visibleLine } from "@mcptest/reporters";

/** A line that is overwritten while a run goes on. */
export interface Progress {
  onProgress(event: ProgressEvent): void;
  /** Takes the line away. */
  clear(): void;
}

/** Part of a terminal that progress needs. */
export interface ProgressTerminal {
  /** 0 where the terminal does not tell. */
  columns?: number;
  write(text: string): unknown;
}

const ERASE = "\r\u001b[K";

/** Shows on `terminal` what runs: `3/8  localhost/mcp  tasks-ttl-shape`. Only for a stream that is a terminal. */
export function createProgress(terminal: ProgressTerminal): Progress {
  let total = 0;
  let done = 0;
  const running: string[] = [];

  function show(server: string): void {
    const count = total === 0 ? "" : `${done}/${total}  `;
    const text = visibleLine(`${count}${server}  ${running.at(-1) ?? ""}`).trimEnd();
    terminal.write(ERASE + text.slice(0, (terminal.columns || 80) - 1));
  }

  return {
    onProgress(event) {
      if (event.kind === "pack-start") total += event.checks;
      if (event.kind === "check-start") running.push(event.check);
      if (event.kind === "check-end") {
        done += 1;
        running.splice(running.indexOf(event.result.id), 1);
      }
      show(event.server);
    },
    clear: () => void terminal.write(ERASE),
  };
}

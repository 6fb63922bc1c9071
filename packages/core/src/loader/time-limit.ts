import { timerDelay } from "../wire/limits.js";

/** What {@link withinTime} gives when the time was over first. */
export const TIME_OVER = Symbol("time over");

/**
 * The value of `work`, or {@link TIME_OVER} after `milliseconds`. Keeps the process alive until then, so that a promise
 * that never settles cannot end it. A rejection that comes too late is swallowed.
 */
export async function withinTime<T>(work: Promise<T>, milliseconds: number): Promise<T | typeof TIME_OVER> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<typeof TIME_OVER>((resolve) => {
    timer = setTimeout(resolve, timerDelay(milliseconds), TIME_OVER);
  });
  work.catch(() => undefined);
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
  }
}

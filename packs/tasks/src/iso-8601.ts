/** A point in time as ISO 8601 gives it. */
export interface IsoTime {
  /** Milliseconds since 1970, with any fraction. Without a zone the time is read as UTC. */
  ms: number;
  /** It has a zone: `Z` or an offset. */
  zone: boolean;
}

const DATE =
  /^(?:(\d{4})-?(?:W(\d{2})-?([1-7])|(\d{3})(?!\d|-\d)|(\d{2})-?(\d{2})))(?:T(\d{2})(?::?(\d{2})(?::?(\d{2}))?)?(?:[.,](\d+))?(Z|[+\u2212-]\d{2}(?::?\d{2})?)?)?$/i;
const DAY_MS = 86_400_000;

/**
 * Reads a date and time of ISO 8601: calendar, week or ordinal date, extended or basic form, a fraction of any length
 * after `,` or `.`, with or without an offset; or a date alone. `undefined` for anything else, also for a date that does not exist.
 */
export function parseIsoTime(text: string): IsoTime | undefined {
  const found = DATE.exec(text);
  if (!found) return undefined;
  const [, year = "", week, weekday, ordinal, month, day, hour = "0", minute, second, fraction, offset] = found;
  const date = dateOf(Number(year), { week, weekday, ordinal, month, day });
  const time = timeOf({ hour, minute, second, fraction });
  const shift = offsetOf(offset);
  if (date === undefined || time === undefined || shift === undefined) return undefined;
  return { ms: date + time - shift, zone: offset !== undefined };
}

interface DateParts {
  week?: string;
  weekday?: string;
  ordinal?: string;
  month?: string;
  day?: string;
}

function dateOf(year: number, { week, weekday, ordinal, month, day }: DateParts): number | undefined {
  const start = utc(year, 0, 1);
  if (week !== undefined) {
    const number = Number(week);
    if (number < 1 || number > 53) return undefined;
    const fourth = utc(year, 0, 4);
    const monday = fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * DAY_MS;
    return monday + ((number - 1) * 7 + Number(weekday) - 1) * DAY_MS;
  }
  if (ordinal !== undefined) {
    const date = start + (Number(ordinal) - 1) * DAY_MS;
    return Number(ordinal) >= 1 && date < utc(year + 1, 0, 1) ? date : undefined;
  }
  const date = utc(year, Number(month) - 1, Number(day));
  const exists = new Date(date).getUTCMonth() === Number(month) - 1 && Number(day) >= 1;
  return exists ? date : undefined;
}

/** `Date.UTC` takes years below 100 for those of the last century. */
function utc(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month, day);
}

interface TimeParts {
  hour: string;
  minute?: string;
  second?: string;
  fraction?: string;
}

/** A fraction belongs to the smallest unit that is given. */
function timeOf({ hour, minute, second, fraction }: TimeParts): number | undefined {
  const [hours, minutes, seconds] = [Number(hour), Number(minute ?? 0), Number(second ?? 0)];
  const unit = second !== undefined ? 1_000 : minute !== undefined ? 60_000 : 3_600_000;
  const rest = fraction === undefined ? 0 : Number(`0.${fraction}`) * unit;
  const whole = hours * 3_600_000 + minutes * 60_000 + seconds * 1_000;
  const fits = hours <= 24 && minutes <= 59 && seconds <= 60 && (hours < 24 || whole + rest === DAY_MS);
  return fits ? whole + rest : undefined;
}

function offsetOf(offset: string | undefined): number | undefined {
  if (offset === undefined || /^z$/i.test(offset)) return 0;
  const digits = offset.slice(1).replace(":", "");
  const [hours, minutes] = [Number(digits.slice(0, 2)), Number(digits.slice(2) || 0)];
  if (hours > 23 || minutes > 59) return undefined;
  return (offset.startsWith("+") ? 1 : -1) * (hours * 60 + minutes) * 60_000;
}

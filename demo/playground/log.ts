/** One line of the log: a message of the player, or the result of a call. */
export interface LogEntry {
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly kind: 'event' | 'call' | 'failure';
  readonly name: string;
  readonly detail: string;
  /** Number of consecutive repetitions. */
  readonly count: number;
}

const MAX_ENTRIES = 200;
/** Frequent events share one line that changes. */
const FREQUENT: readonly string[] = ['timeupdate', 'progress'];

/** The log with one more entry, the newest first. */
export function addEntry(
  log: readonly LogEntry[],
  entry: Omit<LogEntry, 'id' | 'count'>,
): readonly LogEntry[] {
  const [last] = log;
  const repeats = FREQUENT.includes(entry.name) && last?.name === entry.name;
  if (last && repeats) return [{ ...last, ...entry, count: last.count + 1 }, ...log.slice(1)];
  return [{ ...entry, id: (last?.id ?? 0) + 1, count: 1 }, ...log].slice(0, MAX_ENTRIES);
}

/** The local time, from hours to milliseconds. */
export function clockTime(at: number): string {
  const date = new Date(at);
  const two = (number: number) => String(number).padStart(2, '0');
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':');
  return `${time}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}

/** A payload or an answer in one line, with numbers rounded to three decimals. */
export function detailOf(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'number' ? Math.round(part * 1000) / 1000 : part,
  );
}

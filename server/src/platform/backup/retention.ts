/**
 * How many days, weeks and months keep a backup. It is the newest one of each. Days begin at midnight (UTC), weeks on
 * Monday.
 */
export interface Keep {
  daily: number;
  weekly: number;
  monthly: number;
}

const FORM = /^(?:(\d{1,4})d)?(?:(\d{1,4})w)?(?:(\d{1,4})m)?$/;

/** Reads `7d4w6m`. A part may be missing. Null if the text has another form, or keeps nothing. */
export function parseKeep(text: string): Keep | null {
  const [, daily = 0, weekly = 0, monthly = 0] = FORM.exec(text.replace(/[\s,]/g, '')) ?? [];
  const keep = { daily: Number(daily), weekly: Number(weekly), monthly: Number(monthly) };
  return keep.daily + keep.weekly + keep.monthly > 0 ? keep : null;
}

const DAY_MS = 86_400_000;
const MONDAY = 3; // 1970-01-01 was a Thursday

const dayOf = (at: Date) => Math.floor(at.getTime() / DAY_MS);
const weekOf = (at: Date) => Math.floor((dayOf(at) + MONDAY) / 7);
const monthOf = (at: Date) => at.getUTCFullYear() * 12 + at.getUTCMonth();

/**
 * The backups that the rule does not keep. The newest one is always kept, and days without a backup do not count: the
 * rule keeps as many backups if the host was off for a month.
 */
export function listExpired<Backup extends { madeAt: Date }>(
  backups: readonly Backup[],
  { daily, weekly, monthly }: Keep,
): Backup[] {
  const newestFirst = [...backups].sort((a, b) => b.madeAt.getTime() - a.madeAt.getTime());
  const kept = new Set(newestFirst.slice(0, 1));
  for (const [periodOf, count] of [
    [dayOf, daily],
    [weekOf, weekly],
    [monthOf, monthly],
  ] as const) {
    const newest = new Map<number, Backup>();
    for (const backup of newestFirst) {
      const period = periodOf(backup.madeAt);
      if (!newest.has(period)) newest.set(period, backup);
    }
    for (const backup of [...newest.values()].slice(0, count)) kept.add(backup);
  }
  return newestFirst.filter((backup) => !kept.has(backup));
}

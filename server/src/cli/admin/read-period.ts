import { AppError } from 'earshot/contract';
import { addDays, readDay, startOf } from '../../features/numbers/days.ts';
import type { Period } from '../../features/numbers/log-store.ts';
import { required, UsageError } from './command.ts';

export const PERIOD_OPTIONS = { from: { type: 'string' }, to: { type: 'string' } } as const;

export const PERIOD_HELP = `  --from D  the first day (UTC), e.g. 2026-01-31
  --to D    the last day`;

/** The values of `--from` and `--to`. @throws UsageError */
export function readPeriod(values: { from?: string; to?: string }): Period {
  const [from, to] = [readOption(values.from, 'from'), readOption(values.to, 'to')];
  if (to < from) throw new UsageError('--to is before --from.');
  return { from: new Date(startOf(from)), to: new Date(startOf(addDays(to, 1))) };
}

function readOption(value: string | undefined, option: string): string {
  try {
    return readDay(required(value, option), option);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new UsageError(`--${option} is "${value}": it must be a day such as 2026-01-31.`);
  }
}

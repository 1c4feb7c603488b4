import { invalid } from '../../platform/http/refusal.ts';
import { dayOf, startOf } from './days.ts';

/**
 * Reads a day (UTC): YYYY-MM-DD.
 * @param field named in the error
 * @throws Refusal
 */
export function readDay(text: string, field: string): string {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? startOf(text) : Number.NaN;
  // Date.parse turns 30 February into March.
  if (Number.isNaN(time) || dayOf(time) !== text) throw invalid(field, 'day');
  return text;
}

import { invalid } from '../../platform/http/refusal.ts';
import { isDay } from './days.ts';

/**
 * Reads a day (UTC): YYYY-MM-DD.
 * @param field named in the error
 * @throws Refusal
 */
export function readDay(text: string, field: string): string {
  if (!isDay(text)) throw invalid(field, 'day');
  return text;
}

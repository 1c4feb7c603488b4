import { invalid } from '../http/refusal.ts';
import { cleanLine } from './clean-text.ts';
import { isBlank } from './plain-text.ts';

/**
 * A title as typed, in one line. The schema limits its length.
 * @throws AppError INVALID_REQUEST for a title in which nothing can be seen
 */
export function readTitle(text: string): string {
  if (isBlank(text)) throw invalid('title', 'empty');
  return cleanLine(text, Number.POSITIVE_INFINITY);
}

import { invalid } from '../http/refusal.ts';
import { cleanLine } from './clean-text.ts';

/** @throws AppError INVALID_REQUEST for a title in which nothing can be seen */
export function readTitle(text: string): string {
  const title = cleanLine(text);
  if (!/[^\s\p{C}]/u.test(title)) throw invalid('title', 'empty');
  return title;
}

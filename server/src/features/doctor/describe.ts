import type { Language } from 'earshot/internal';
import { textIn } from '../../i18n/texts.ts';
import type { Finding } from './finding.ts';

/** Why a player sounds or does not, in words. */
export function explainFinding(
  { reason, about, host, shownBy }: Omit<Finding, 'mends'>,
  language: Language,
): string {
  const verdict = host === 'earshot' ? 'sounds' : 'loads';
  const words = [textIn(language, 'doctor', reason ?? verdict, { about })];
  if (shownBy) words.push(textIn(language, 'doctor', 'shown_by', { about: shownBy }));
  return words.join(' ').trim();
}

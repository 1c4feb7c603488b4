import type { Language } from 'earshot/internal';
import { textIn } from '../../i18n/texts.ts';
import { type AudioDefect, isDefect, type NotPlayable } from '../../platform/audio/not-playable.ts';

/**
 * Why an upload failed: the key of a text, and its value after a space. Rows of earlier versions hold English sentences,
 * which are shown as they are.
 */
export type Failure = 'lost' | 'our_fault' | AudioDefect | `${AudioDefect} ${string}`;

export const failureOf = ({ defect, value }: NotPlayable): Failure =>
  value === '' ? defect : `${defect} ${value}`;

/** The reason of a stored failure for the owner of the upload, with what to do. */
export function explainFailure(stored: string | null, language: Language): string {
  const [key = '', ...value] = (stored ?? 'our_fault').split(' ');
  if (key === 'lost' || key === 'our_fault') return textIn(language, 'uploads', key);
  if (!isDefect(key)) return stored ?? '';
  const defect = textIn(language, 'audio', key, { value: value.join(' ') });
  return textIn(language, 'uploads', 'unplayable', { defect });
}

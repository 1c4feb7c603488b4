import { MESSAGE_CHARACTERS_MAX } from 'earshot-site/contract';
import { invalid } from '../../platform/http/refusal.ts';
import { cleanParagraphs, isBlank } from '../../platform/text/plain-text.ts';

/**
 * The text of a message in its stored form.
 * @throws AppError INVALID_REQUEST if it is invisible or too long
 */
export function readMessageText(text: string): string {
  const clean = cleanParagraphs(text);
  if (isBlank(clean)) throw invalid('text', 'empty');
  if ([...clean].length > MESSAGE_CHARACTERS_MAX) {
    throw invalid('text', 'maxLength', { limit: MESSAGE_CHARACTERS_MAX });
  }
  return clean;
}

export interface TimedEpisode {
  allow_timed_messages: boolean;
  /** Seconds; 0 if unknown. */
  duration: number;
}

/**
 * The second that a message refers to.
 * @throws AppError INVALID_REQUEST if the episode does not allow such messages, or ends earlier
 */
export function readMessageTime(
  at: number | null | undefined,
  { allow_timed_messages, duration }: TimedEpisode,
): number | null {
  if (at === null || at === undefined) return null;
  if (!allow_timed_messages) throw invalid('at', 'untimed_only');
  if (duration > 0 && at > duration) {
    throw invalid('at', 'after_episode', { n: Math.floor(duration) });
  }
  return at;
}

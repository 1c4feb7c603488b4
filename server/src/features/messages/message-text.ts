import { AppError } from 'earshot/contract';
import { MESSAGE_CHARACTERS_MAX } from 'earshot/internal';
import { cleanParagraphs, isBlank } from '../../platform/text/plain-text.ts';

/**
 * The text of a message as it is stored.
 * @throws AppError INVALID_REQUEST if nothing can be seen of it, or if it is too long
 */
export function readMessageText(text: string): string {
  const clean = cleanParagraphs(text);
  if (isBlank(clean)) throw invalid('text: must not be empty');
  if ([...clean].length > MESSAGE_CHARACTERS_MAX) {
    throw invalid(`text: must be at most ${MESSAGE_CHARACTERS_MAX} characters`);
  }
  return clean;
}

export interface TimedEpisode {
  allow_timed_messages: boolean;
  /** Seconds; 0 if it is not known. */
  duration: number;
}

/**
 * The second that a message is about.
 * @throws AppError INVALID_REQUEST if the episode takes no such message, or ends earlier
 */
export function readMessageTime(
  at: number | null | undefined,
  { allow_timed_messages, duration }: TimedEpisode,
): number | null {
  if (at === null || at === undefined) return null;
  if (!allow_timed_messages) {
    throw invalid('at: this episode takes messages only without a time; leave it out');
  }
  if (duration > 0 && at > duration) {
    throw invalid(`at: must be at most ${Math.floor(duration)}, because the episode ends there`);
  }
  return at;
}

const invalid = (message: string) => new AppError('INVALID_REQUEST', { messages: [message] });

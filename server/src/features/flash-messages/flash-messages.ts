import { AppError, type FlashMessage } from 'earshot/contract';
import { FLASH_MESSAGE_CHARACTERS_MAX } from 'earshot/internal';
import type { ReadDeps } from '../../feature.ts';
import { ANYTHING } from '../../platform/cache/answer-cache.ts';
import type { Database } from '../../platform/database/database.ts';
import { cleanParagraphs, isBlank } from '../../platform/text/plain-text.ts';
import { FLASH_NAME } from './flash-name.ts';
import * as repository from './repository.ts';

export { dismissedIn } from './flash-name.ts';

/**
 * The newest message that this visitor has not dismissed. An answer names no source, so that nobody keeps it, if its
 * message ends later or the visitor has dismissed some: copies for all cookies would fill the memory.
 * @param dismissed names that the visitor's cookie holds
 */
export async function getFlashMessage(
  { database, viewer, sources }: ReadDeps,
  dismissed: readonly string[],
): Promise<FlashMessage | null> {
  const row = await repository.findFlashMessage(database, {
    userId: viewer?.userId ?? null,
    names: dismissed,
  });
  if (!row?.ends_at && dismissed.length === 0) sources?.add(ANYTHING);
  return row ? { name: row.name, message: row.message } : null;
}

export interface NewFlashMessage {
  message: string;
  /** When the message ends. Left out, it stays until it is removed. */
  until?: Date | null;
}

/**
 * Sets a message, or changes the one with this name. Who has dismissed the name does not see it again.
 * @throws AppError INVALID_REQUEST
 */
export async function setFlashMessage(
  database: Database,
  name: string,
  { message, until = null }: NewFlashMessage,
): Promise<FlashMessage> {
  if (!FLASH_NAME.test(name)) {
    throw invalid('name: must be 1 to 64 small letters, digits, hyphens and underscores');
  }
  const text = cleanParagraphs(message);
  if (isBlank(text)) throw invalid('message: must not be empty');
  if ([...text].length > FLASH_MESSAGE_CHARACTERS_MAX) {
    throw invalid(`message: must be at most ${FLASH_MESSAGE_CHARACTERS_MAX} characters`);
  }
  if (until !== null && !(until.getTime() > Date.now())) {
    throw invalid('until: must be a time in the future');
  }
  await repository.saveFlashMessage(database, { name, message: text, ends_at: until });
  return { name, message: text };
}

/** Removes a message, and forgets who has dismissed it. */
export async function removeFlashMessage(database: Database, name: string): Promise<void> {
  await repository.deleteFlashMessage(database, name);
}

/** A user does not want to see a message again. An unknown name changes nothing. */
export async function dismissFlashMessage(
  database: Database,
  dismissal: { userId: number; name: string },
): Promise<void> {
  await repository.insertDismissal(database, dismissal);
}

const invalid = (message: string) => new AppError('INVALID_REQUEST', { messages: [message] });

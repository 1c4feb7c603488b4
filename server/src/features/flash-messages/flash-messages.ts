import { AppError, type FlashMessage } from 'earshot/contract';
import { FLASH_MESSAGE_CHARACTERS_MAX } from 'earshot/internal';
import type { Database } from '../../platform/database/database.ts';
import { cleanParagraphs, isBlank } from '../../platform/text/plain-text.ts';
import { FLASH_NAME } from './flash-name.ts';
import * as repository from './repository.ts';

export { findFlash, type ShownFlash } from './board.ts';
export { dismissedIn, FLASH_NAME, withDismissed } from './flash-name.ts';

export interface NewFlashMessage {
  message: string;
  /** When the message begins. Left out, it begins at once. */
  from?: Date | null;
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
  { message, from = null, until = null }: NewFlashMessage,
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
  if (from !== null && until !== null && !(from < until)) {
    throw invalid('from: must be a time before the end');
  }
  const times = { starts_at: from, ends_at: until };
  await repository.saveFlashMessage(database, { name, message: text, ...times });
  return { name, message: text };
}

/**
 * Ends a message now. It stays in the list, and can be shown again.
 * @throws AppError NOT_FOUND, also for one that is over
 */
export async function endFlashMessage(database: Database, name: string): Promise<void> {
  if (!(await repository.endFlashMessage(database, name))) throw new AppError('NOT_FOUND');
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

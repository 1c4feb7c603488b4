import { AppError, type FlashMessage } from 'earshot/contract';
import { FLASH_MESSAGE_CHARACTERS_MAX } from 'earshot-site/contract';
import type { Database } from '../../platform/database/database.ts';
import { invalid } from '../../platform/http/refusal.ts';
import { cleanParagraphs, isBlank } from '../../platform/text/plain-text.ts';
import { FLASH_NAME } from './flash-name.ts';
import * as repository from './repository.ts';

export { findFlash, type ShownFlash } from './board.ts';
export { dismissedIn, FLASH_NAME, withDismissed } from './flash-name.ts';

export interface NewFlashMessage {
  message: string;
  /** The start of the message. Without it, the message begins at once. */
  from?: Date | null;
  /** The end of the message. Without it, the message stays until it is removed. */
  until?: Date | null;
}

/**
 * Sets a message, or changes the one with this name. Readers who have dismissed the name do not see it again.
 * @throws AppError INVALID_REQUEST
 */
export async function setFlashMessage(
  database: Database,
  name: string,
  { message, from = null, until = null }: NewFlashMessage,
): Promise<FlashMessage> {
  if (!FLASH_NAME.test(name)) throw invalid('name', 'flash_name');
  const text = cleanParagraphs(message);
  if (isBlank(text)) throw invalid('message', 'empty');
  if ([...text].length > FLASH_MESSAGE_CHARACTERS_MAX) {
    throw invalid('message', 'maxLength', { limit: FLASH_MESSAGE_CHARACTERS_MAX });
  }
  if (until !== null && !(until.getTime() > Date.now())) throw invalid('until', 'time_ahead');
  if (from !== null && until !== null && !(from < until)) throw invalid('from', 'time_before_end');
  const times = { starts_at: from, ends_at: until };
  await repository.saveFlashMessage(database, { name, message: text, ...times });
  return { name, message: text };
}

/**
 * Ends a message now. It stays in the list, and can be shown again.
 * @throws AppError NOT_FOUND, also for one that has ended
 */
export async function endFlashMessage(database: Database, name: string): Promise<void> {
  if (!(await repository.endFlashMessage(database, name))) throw new AppError('NOT_FOUND');
}

/** Removes a message and its dismissals. False if no message has this name. */
export async function removeFlashMessage(database: Database, name: string): Promise<boolean> {
  return repository.deleteFlashMessage(database, name);
}

/** Dismisses a message for a user. An unknown name changes nothing. */
export async function dismissFlashMessage(
  database: Database,
  dismissal: { userId: number; name: string },
): Promise<void> {
  await repository.insertDismissal(database, dismissal);
}

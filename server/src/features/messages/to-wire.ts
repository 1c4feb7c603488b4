import type { Message, User } from 'earshot/contract';
import type { MessageRow } from './repository.ts';

export function toMessage(row: MessageRow, user: User | null): Message {
  const { message_id, episode_id, text, at, created_at } = row;
  return { message_id, episode_id, user, text, at, created_at: created_at.toISOString() };
}

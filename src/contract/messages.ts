import type { User } from './users.ts';

/** A comment on an episode. */
export interface Message {
  message_id: number;
  episode_id: number;
  /** Null for a deleted user. */
  user: User | null;
  /** Plain text. */
  text: string;
  /** The second of the content that the message is about. Null if it is about the whole episode. */
  at: number | null;
  /** ISO 8601. */
  created_at: string;
}

/** Messages of an episode, under `API_URL`. */
export const MESSAGE_API_ROUTES = {
  messages: '/v2/episodes/{episode_id}/messages',
  message: '/v2/episodes/{episode_id}/messages/{message_id}',
} as const;

import type { EpisodeBrief } from './episodes.ts';
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
  /** Only for authors of the episode: true if this answer is the first in which this author gets the message. */
  is_unread?: boolean;
}

/** An episode in the inbox of its author. */
export interface InboxEntry {
  episode: Pick<
    EpisodeBrief,
    'episode_id' | 'show_id' | 'title' | 'show_title' | 'site_url' | 'image_url'
  >;
  /** Messages that this author has not read. */
  unread: number;
  /** All messages that this author may see, and the newest of them. */
  total: number;
  last_message: Message;
}

/** Messages of an episode, under `API_URL`. */
export const MESSAGE_API_ROUTES = {
  messages: '/v2/episodes/{episode_id}/messages',
  message: '/v2/episodes/{episode_id}/messages/{message_id}',
} as const;

/** Messages to an author, under `API_URL`. */
export const INBOX_API_ROUTES = {
  inbox: '/v2/me/inbox',
  inbox_count: '/v2/me/inbox/count',
} as const;

/** Addresses that the forms of comments post to, under `SITE_URL`. */
export const MESSAGE_FORM_ROUTES = {
  comment: '/episode/{episode_id}/comments',
  comment_removal: '/episode/{episode_id}/comments/{message_id}/delete',
} as const;

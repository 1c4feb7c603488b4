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
  /** The second of the content that the message refers to. Null if it refers to the whole episode. */
  at: number | null;
  /** ISO 8601. */
  created_at: string;
  /** Only for authors of the episode: true if this author gets the message for the first time. */
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

import type { Message } from './messages.ts';
import type { LatestDownloads, ShowTrend } from './numbers.ts';

/** An author's first look at their shows. */
export interface Dashboard {
  /** The first 24 of their own shows, then up to 24 shows of others that they edit. */
  shows: DashboardShow[];
  /** The next scheduled episode of all their shows. */
  next: {
    episode_id: number;
    title: string;
    show_id: number;
    show_title: string;
    /** ISO 8601. */
    published_at: string;
  } | null;
  /** Up to five shows with drafts, the one with the latest change to a draft first. */
  drafts: { show_id: number; show_title: string; count: number }[];
  /** Up to five comments of others on their episodes, the newest first. */
  messages: DashboardMessage[];
}

export interface DashboardShow {
  show_id: number;
  title: string;
  downloads: ShowTrend;
  /** Null if no published episode was counted from the beginning. */
  latest: LatestDownloads | null;
}

export type DashboardMessage = Omit<Message, 'is_unread'> & {
  episode_title: string;
  show_title: string;
};

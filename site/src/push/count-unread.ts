import type { ApiClient, Player } from 'earshot';
import { type Episode, matchPath } from 'earshot/contract';
import { ALL_API_ROUTES, ALL_PAGE_ROUTES, type SiteConfig } from 'earshot-site/contract';
import type { Session } from '../session/session.ts';
import { followInbox } from './follow-inbox.ts';

const PAUSE_MS = 60_000; // navigation should not cost an extra request on every page

interface Asked {
  userId: number;
  at: number;
}

let last: Asked | null = null;
let isFollowing = false;

interface UnreadSources {
  push: SiteConfig['PUSH'];
  session: Session;
  api: Pick<ApiClient, 'get'>;
  player: Pick<Player, 'getSnapshot' | 'setUnreadCount'>;
  /** Shows the number outside the page. */
  showCount(count: number): void;
}

/**
 * Requests the number of unread messages of the signed-in user: once a minute, and on pages that mark messages as
 * read. From the first call on, the number follows the server's answers.
 */
export async function countUnread(inbox: UnreadSources): Promise<void> {
  const { push, session } = inbox;
  const { user } = session;
  if (!user) return;
  if (!isFollowing) {
    isFollowing = true;
    followInbox({ push, session, count: () => void ask(inbox) });
  }
  const isFresh = last?.userId === user.user_id && Date.now() - last.at < PAUSE_MS;
  if (isFresh && !isAboutMessages()) return;
  await ask(inbox);
}

async function ask(inbox: UnreadSources): Promise<void> {
  const { session, api, showCount } = inbox;
  const { user } = session;
  if (!user) return;
  last = { userId: user.user_id, at: Date.now() };
  try {
    const { unread } = await api.get<{ unread: number }>(ALL_API_ROUTES.inbox_count);
    if (session.user?.user_id !== user.user_id) return;
    session.update({ ...session.user, unread });
    showCount(unread);
    await countForPlayer(inbox);
  } catch {
    // The count does not change, without an error, because the user did not request it.
  }
}

/** The player counts the messages of its episode, if one of its authors listens. */
async function countForPlayer({ api, player }: UnreadSources): Promise<void> {
  const { episode } = player.getSnapshot();
  if (episode?.count_unread_msg === undefined) return;
  const { episode_id } = episode;
  const answer = await api.get<{ episode: Episode }>('episode', { episode_id });
  if (player.getSnapshot().episode?.episode_id !== episode_id) return;
  player.setUnreadCount(answer.episode.count_unread_msg ?? 0);
}

function isAboutMessages(): boolean {
  const name = matchPath(ALL_PAGE_ROUTES, location.pathname)?.name;
  return name === 'inbox' || name === 'episode-messages' || name === 'dashboard';
}

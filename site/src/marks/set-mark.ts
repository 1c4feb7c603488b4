import { ApiError, type ApiPayload } from 'earshot';
import type { Mark } from 'earshot-site/contract';
import { loginPath } from '../session/login-path.ts';
import { keepWish } from '../session/wish-before-login.ts';
import type { SiteClient } from '../site-client.ts';

interface MarkRoute {
  route: string;
  fields(userId: number, id: number): ApiPayload;
  /** Events of the document, for a mark that is set and one that is removed. */
  events: { set: string; removed: string };
  failures: { set: string; removed: string };
}

const ROUTES: Readonly<Record<Mark['kind'], MarkRoute>> = {
  episode: {
    route: 'like',
    fields: (user_id, episode_id) => ({ user_id, episode_id }),
    events: { set: 'episode.like', removed: 'episode.unlike' },
    failures: { set: 'episode.like.failure', removed: 'episode.unlike.failure' },
  },
  show: {
    route: 'follow_show',
    fields: (follower_id, followed_id) => ({ follower_id, followed_id }),
    events: { set: 'follow.follow_show', removed: 'follow.unfollow_show' },
    failures: { set: 'follow.follow_show_failure', removed: 'follow.unfollow_show_failure' },
  },
  user: {
    route: 'follow_user',
    fields: (follower_id, followed_id) => ({ follower_id, followed_id }),
    events: { set: 'follow.follow_user', removed: 'follow.unfollow_user' },
    failures: { set: 'follow.follow_user_failure', removed: 'follow.unfollow_user_failure' },
  },
};

/**
 * The last request of each thing: a like and its removal must not overtake each other. Resolves with the state that
 * the server has then.
 */
const pending = new Map<string, Promise<boolean>>();

/**
 * Sets or removes a mark, and shows it at once. If the server refuses, the page shows the earlier state again, and
 * gives the reason. A visitor is sent to the login, and the mark is set after it; visitors have nothing to remove.
 */
export async function setMark(
  mark: Mark,
  isOn: boolean,
  { client, show }: { client: SiteClient; show: (isOn: boolean) => void },
): Promise<void> {
  const { user } = client.session;
  if (!user) {
    if (!isOn) return;
    keepWish(mark);
    client.go(loginPath(location.pathname + location.search));
    return;
  }
  show(isOn);
  const key = `${mark.kind} ${mark.id}`;
  const before = pending.get(key) ?? Promise.resolve(!isOn);
  // The failure of an earlier request is reported to its own caller.
  const mine = before
    .catch(() => !isOn)
    .then(async (wasOn) => {
      const { route, fields, events, failures } = ROUTES[mark.kind];
      const name = isOn ? 'set' : 'removed';
      try {
        await client.api[isOn ? 'put' : 'delete'](route, fields(user.user_id, mark.id));
        emit(events[name], mark);
        return isOn;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (pending.get(key) === mine) show(wasOn);
        client.notify(error.messages.join(', '), { level: 'error' });
        emit(failures[name], mark);
        return wasOn;
      }
    });
  pending.set(key, mine);
  try {
    await mine;
  } finally {
    if (pending.get(key) === mine) pending.delete(key);
  }
}

function emit(name: string, { id }: Mark): void {
  document.dispatchEvent(new CustomEvent(name, { detail: { id } }));
}

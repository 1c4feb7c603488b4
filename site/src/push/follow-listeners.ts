import type { Player, Scope } from 'earshot';
import { createScope } from 'earshot/internal';
import type { SiteConfig } from 'earshot-site/contract';
import type { Session } from '../session/session.ts';
import { listenerCount } from './listener-count.ts';
import { type OpenLine, openLine } from './push-lines.ts';

const LEAVE_AFTER_MS = 5_000; // a short pause does not count as leaving
const RETRY_MS = 10_000;
const FORBIDDEN = 403; // the author shows no number

export interface ListenersOptions {
  player: Pick<Player, 'getSnapshot' | 'subscribe'>;
  push: SiteConfig['PUSH'];
  session: Session;
  open?: OpenLine;
}

/**
 * Counts this tab among the listeners of an episode while it plays it, and follows their number, if the author shows
 * it. Otherwise there is no connection.
 */
export function followListeners({
  player,
  push,
  session,
  open = openLine,
}: ListenersOptions): void {
  let current: number | null = null;
  let stay: Scope | null = null;
  let leaving: Scope | null = null;

  function update(): void {
    const { playing, episode } = player.getSnapshot();
    // The admission to a private episode needs its key, which is not requested.
    const isCounted = playing && episode?.show_listeners && episode.state !== 'private';
    if (!isCounted) {
      if (current !== null) leaveSoon();
      return;
    }
    leaving?.dispose();
    leaving = null;
    if (episode.episode_id === current) return;
    leave();
    join(episode.episode_id);
  }

  function leaveSoon(): void {
    if (leaving) return;
    leaving = createScope();
    leaving.timeout(leave, LEAVE_AFTER_MS);
  }

  function leave(): void {
    stay?.dispose();
    leaving = null;
    stay = null;
    current = null;
  }

  function join(episodeId: number): void {
    current = episodeId;
    const scope = createScope();
    stay = scope;
    scope.add(() => listenerCount.set(null));
    open({ push, session }).then(
      (line) => {
        if (scope.disposed) return line.end();
        scope.add(line.end);
        line.hear(`private-listeners_${episodeId}`, {
          'pusher:subscription_count': ({
            subscription_count: count,
          }: {
            subscription_count: number;
          }) => listenerCount.set({ episodeId, count }),
          'pusher:subscription_error': ({ status }: { status?: number }) =>
            status === FORBIDDEN ? scope.dispose() : joinLater(episodeId),
          closed: scope.dispose, // by the author
        });
      },
      () => {}, // the library has not arrived
    );
  }

  /** The admission failed, e.g. because the server restarts. Many listeners return then. */
  function joinLater(episodeId: number): void {
    stay?.dispose();
    stay = createScope();
    stay.timeout(() => join(episodeId), RETRY_MS * (0.5 + Math.random()));
  }

  player.subscribe(update);
  update();
}

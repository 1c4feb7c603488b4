import type { Player, PlayerSnapshot } from 'earshot';

type Shown = Pick<PlayerSnapshot, 'playing' | 'unreadCount' | 'episode'>;

/**
 * `▶ (3) Episode` during playback, otherwise `(3) Page`. The number is that of unread messages about the episode, or
 * of `inbox`, which counts messages about all episodes of an author.
 */
export function markTitle(
  page: string,
  { playing, unreadCount, episode }: Shown,
  inbox = 0,
): string {
  const count = Math.max(unreadCount, inbox);
  const unread = count > 0 ? `(${count}) ` : '';
  return playing ? `▶ ${unread}${episode?.title ?? page}` : unread + page;
}

export interface WindowTitle {
  setPage(title: string): void;
  /** The number of an author's unread messages. */
  setInbox(count: number): void;
}

export function followTitle(player: Player): WindowTitle {
  let page = document.title;
  let inbox = 0;
  const render = () => {
    const title = markTitle(page, player.getSnapshot(), inbox);
    if (document.title !== title) document.title = title;
  };
  player.subscribe(render);
  return {
    setPage(title) {
      page = title;
      render();
    },
    setInbox(count) {
      inbox = count;
      render();
    },
  };
}

import type { Player, PlayerSnapshot } from 'earshot';

type Shown = Pick<PlayerSnapshot, 'playing' | 'unreadCount' | 'episode'>;

/**
 * `▶ (3) Episode` while it plays, otherwise `(3) Page`. The number is that of the unread messages: those about the episode,
 * which `inbox`, an author's messages about all of his episodes, counts as well.
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

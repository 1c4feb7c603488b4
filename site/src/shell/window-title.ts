import type { Player, PlayerSnapshot } from 'earshot';

/** `▶ (3) Page`: a play marker and the number of unread messages of the episode. */
export function markTitle(page: string, { playing, unreadCount }: PlayerSnapshot): string {
  const unread = unreadCount > 0 ? `(${unreadCount}) ` : '';
  return `${playing ? '▶ ' : ''}${unread}${page}`;
}

export function followTitle(player: Player): { setPage(title: string): void } {
  let page = document.title;
  const render = () => {
    const title = markTitle(page, player.getSnapshot());
    if (document.title !== title) document.title = title;
  };
  player.subscribe(render);
  return {
    setPage(title) {
      page = title;
      render();
    },
  };
}

import type { Player, PlayTarget } from 'earshot';
import { createScope } from 'earshot/internal';

/** The attributes of an element around the notes of an episode, whose times then play it. */
export function notesData({ episode_id, station_url, playlist_url }: PlayTarget) {
  return {
    'data-notes_of': episode_id,
    'data-station_url': station_url,
    ...(playlist_url ? { 'data-playlist_url': playlist_url } : {}),
  };
}

/**
 * Makes the times in show notes (`linkTimes`) play their episode from there, wherever the notes are. A click for a
 * new tab follows the link. Returns a function that stops this.
 */
export function followSeekLinks(player: Player): () => void {
  const scope = createScope();
  scope.listen(document, 'click', (event) => {
    const { button, ctrlKey, metaKey, shiftKey, altKey } = event as MouseEvent;
    if (button !== 0 || ctrlKey || metaKey || shiftKey || altKey || event.defaultPrevented) return;
    const link = (event.target as Element | null)?.closest<HTMLElement>('a[data-seek]');
    const notes = link?.closest<HTMLElement>('[data-notes_of]');
    if (!link || !notes) return;
    event.preventDefault();
    const { notes_of, station_url = '', playlist_url = null } = notes.dataset;
    const target = { episode_id: Number(notes_of), station_url, playlist_url };
    player.load(target, { autoplay: true, currentTime: Number(link.dataset.seek) });
  });
  return scope.dispose;
}

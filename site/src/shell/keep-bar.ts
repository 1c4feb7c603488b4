import { type ApiClient, listeningProgress, type Player, type PlayerSnapshot } from 'earshot';
import type { Episode } from 'earshot/contract';

const KEY = 'earshot.bar';

/** The list of the episode, and the played part. Earlier versions stored less. */
type Around = Pick<PlayerSnapshot, 'playlistUrl' | 'listPlace' | 'offsetStart' | 'offsetEnd'>;

/** The episode in the bar when the page was left. */
interface Left extends Partial<Around> {
  readonly id: number;
  readonly stationUrl: string;
  /** Content second. */
  readonly time: number;
}

/**
 * Restores the bar, paused, as it was when the page was left. A tab has its own; a new visit gets the latest one if
 * its episode is not finished. Does nothing if the episode is gone, or the listener has chosen another one meanwhile.
 */
export async function restoreBar(player: Player, api: ApiClient): Promise<void> {
  const ofTab = readLeft(() => sessionStorage);
  const left = ofTab ?? readLeft(() => localStorage);
  if (!left) return;
  const { id, stationUrl: api_url, time: currentTime, offsetStart, offsetEnd, ...list } = left;
  const place = listeningProgress().get(id)?.position ?? 0;
  if (!ofTab && place === 0) return;
  const query = { export: 'episode_segments' };
  const answer = await api.get<{ episode: Episode }>(api_url, query).catch(() => null);
  if (!answer || player.getSnapshot().currentId !== null) return;
  player.adopt(
    { ...answer.episode, api_url }, // which may contain a key
    { ...list, ...(ofTab ? { currentTime, offsetStart, offsetEnd } : {}) },
  );
}

/** Stores the bar whenever the page may be about to close. */
export function rememberBar(player: Player): void {
  const remember = () => {
    const now = player.getSnapshot();
    const {
      currentId: id,
      stationUrl,
      state,
      playlistUrl,
      listPlace,
      offsetStart,
      offsetEnd,
    } = now;
    if (id === null || !stationUrl || state === 'error') return;
    const time = state === 'ended' ? 0 : player.getCurrentTime();
    const around: Around = { playlistUrl, listPlace, offsetStart, offsetEnd };
    const left = JSON.stringify({ id, stationUrl, time, ...around } satisfies Left);
    for (const find of [() => sessionStorage, () => localStorage]) {
      try {
        find().setItem(KEY, left);
      } catch {
        // refused or full: the bar is not restored
      }
    }
  };
  window.addEventListener('pagehide', remember);
  // A phone may end a page in the background without another event.
  document.addEventListener('visibilitychange', remember);
  player.on('episodechange', remember);
}

function readLeft(find: () => Storage): Left | null {
  try {
    const left = JSON.parse(find().getItem(KEY) ?? '') as Left;
    return left.id > 0 && left.time >= 0 && typeof left.stationUrl === 'string' ? left : null;
  } catch {
    return null;
  }
}

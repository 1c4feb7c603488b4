import { createApiClient, listeningProgress, type Player, type PlayerSnapshot } from 'earshot';
import type { Episode } from 'earshot/contract';
import { createScope } from 'earshot/internal';
import type { SiteConfig } from 'earshot-site/contract';

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
export async function restoreBar(player: Player, config: SiteConfig): Promise<void> {
  const ofTab = readLeft(() => sessionStorage);
  const left = ofTab ?? readLeft(() => localStorage);
  if (!left) return;
  const { id, stationUrl: api_url, time: currentTime, offsetStart, offsetEnd, ...list } = left;
  const place = listeningProgress().get(id)?.position ?? 0;
  if (!ofTab && place === 0) return;
  const { API_URL, API_CULTURE, OAUTH_TOKEN } = config;
  const api = createApiClient({ apiUrl: API_URL, culture: API_CULTURE, accessToken: OAUTH_TOKEN });
  const query = { export: 'episode_segments' };
  const answer = await api.get<{ episode: Episode }>(api_url, query).catch(() => null);
  if (!answer || player.getSnapshot().currentId !== null) return;
  player.adopt(
    { ...answer.episode, api_url }, // which may contain a key
    { ...list, ...(ofTab ? { currentTime, offsetStart, offsetEnd } : {}) },
  );
}

/** Stores the bar whenever the page may be about to close. Returns a function that stops this. */
export function rememberBar(player: Player): () => void {
  const scope = createScope();
  const remember = () => {
    const { currentId: id, stationUrl, state, ...snapshot } = player.getSnapshot();
    if (id === null || !stationUrl || state === 'error') return;
    const time = state === 'ended' ? 0 : player.getCurrentTime();
    const { playlistUrl, listPlace, offsetStart, offsetEnd } = snapshot;
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
  scope.listen(window, 'pagehide', remember);
  // A phone may end a page in the background without another event.
  scope.listen(document, 'visibilitychange', remember);
  scope.add(player.on('episodechange', remember));
  return scope.dispose;
}

function readLeft(find: () => Storage): Left | null {
  try {
    const left = JSON.parse(find().getItem(KEY) ?? '') as Left;
    return left.id > 0 && left.time >= 0 && typeof left.stationUrl === 'string' ? left : null;
  } catch {
    return null;
  }
}

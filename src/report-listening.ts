import type { ApiClientOptions } from './api/api-call.ts';
import type { ListeningPlace } from './contract/numbers.ts';
import { EPISODE_PATH } from './contract/single-paths.ts';
import type { Player } from './engine/player.ts';
import { type ListeningReport, measureListening } from './engine/players/measure-listening.ts';
import { isTrackingRefused } from './lib/do-not-track.ts';
import type { Scope } from './lib/scope.ts';

export interface ListeningOptions extends Pick<ApiClientOptions, 'apiUrl' | 'fetch'> {
  readonly listening?: ListeningPlace | null | undefined;
  readonly client_dnt?: boolean;
  /** Read before each report, as `client_dnt` is. */
  readonly consent?: boolean;
}

/**
 * Reports to the API how much of each episode is heard, without a cookie or an id. A lost report is not sent again. This
 * file is loaded only if the host wants reports.
 */
export function reportListening(player: Player, options: ListeningOptions, scope: Scope): void {
  const { apiUrl, fetch: doFetch = (...args) => fetch(...args) } = options;
  const place = options.listening ?? 'embed';

  /** Form fields need no CORS preflight, for which a closing page has no time. */
  async function post({ episodeId, ...report }: ListeningReport): Promise<unknown> {
    const episode = apiUrl + EPISODE_PATH.replace('{episode_id}', String(episodeId));
    const fields = { ...fieldsOf(report), place, host: place === 'embed' ? hostAround() : '' };
    const body = new URLSearchParams(Object.entries(fields).filter(([, value]) => value !== ''));
    const init = { method: 'POST', body, keepalive: true, credentials: 'omit' } as const;
    return doFetch(`${episode}/listening`, init);
  }

  measureListening({
    player,
    scope,
    isAllowed: () => options.consent !== false && !(options.client_dnt ?? isTrackingRefused()),
    send: (report) => void post(report).catch(() => {}), // offline
  });
}

const fieldsOf = ({
  stationUrl,
  isStart,
  parts,
  quartiles,
}: Omit<ListeningReport, 'episodeId'>) => ({
  /** Opens a private episode. */
  key: new URLSearchParams(stationUrl?.split('?')[1]).get('key') ?? '',
  start: String(isStart),
  heard: parts.map(({ from, to }) => `${from}-${to}`).join(),
  quartiles: quartiles.join(),
});

/** The host of the page around the player, if the browser reveals it. */
function hostAround(): string {
  if (window.parent === window) return location.hostname;
  const address = location.ancestorOrigins?.[0] ?? document.referrer;
  return URL.canParse(address) ? new URL(address).hostname : '';
}

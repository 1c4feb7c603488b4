import type { PlayTarget } from 'earshot';
import { API_ROUTES, buildPath, type EpisodeBrief } from 'earshot/contract';
import type { SiteConfig } from 'earshot-site/contract';

/** The target of a button that plays this episode and then its show's other episodes. */
export function targetOf(
  { episode_id, show_id, api_url }: Pick<EpisodeBrief, 'episode_id' | 'show_id' | 'api_url'>,
  { API_URL }: SiteConfig,
): PlayTarget {
  const playlist_url = API_URL + buildPath(API_ROUTES, 'show_playlist', { show_id });
  return { episode_id, station_url: api_url, playlist_url };
}

import type { FeatureDeps } from '../../feature.ts';
import * as repository from './repository.ts';

export { HAS_CAMPAIGN } from './repository.ts';

type Deps = Pick<FeatureDeps, 'config' | 'database' | 'answers'>;

/**
 * The address at which players request ads: the host's ads server (`ADS_URL`), or this server if it asks another one
 * by VAST or while a campaign runs. Null if there are no ads, so that episodes begin at once. The first campaign to
 * begin and the last to end are announced as a change of everything, so answers that contain this value need no
 * source for it.
 */
export async function findAdsUrl({ config, database, answers }: Deps): Promise<string | null> {
  if (config.adsUrl !== null) return config.adsUrl;
  if (config.vast !== null) return config.apiUrl;
  const isRunning = await answers.keep('running campaigns', () =>
    repository.isAnyRunning(database),
  );
  return isRunning ? config.apiUrl : null;
}

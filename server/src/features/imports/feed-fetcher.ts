import type { Config } from '../../config.ts';
import { createFetcher, type Fetcher } from '../../platform/http/fetch-source.ts';

/** Reads the feeds that users name. Their hosts must be public, except for the hosts that the operator allows. */
export function feedFetcher({ privateHosts }: Pick<Config, 'privateHosts'>): Fetcher {
  return createFetcher({ privateHosts });
}

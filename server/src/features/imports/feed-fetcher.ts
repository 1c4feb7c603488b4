import type { Config } from '../../config.ts';
import { createFetcher, type Fetcher } from '../../platform/http/fetch-source.ts';

/** Reads feeds for users. Their hosts must be public, unless the operator allows them. */
export function feedFetcher({ privateHosts }: Pick<Config, 'privateHosts'>): Fetcher {
  return createFetcher({ privateHosts });
}

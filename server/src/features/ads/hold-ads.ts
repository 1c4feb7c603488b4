import DataLoader from 'dataloader';
import type { Database } from '../../platform/database/database.ts';
import * as hearings from './daily-cap-repository.ts';

/** True if the ad may be sent because the cap of its campaign allows it. */
export type HoldAd = (ad: hearings.OpenAd) => Promise<boolean>;

/**
 * Reserves impressions for the ads that the calls of one process are about to send. Like their reads, the ads of one
 * turn of the event loop share a statement. The database decides, so the cap holds for all processes together.
 */
export function createAdHolder(database: Database): HoldAd {
  const loader = new DataLoader<hearings.OpenAd, boolean>((ads) => holdAds(database, ads), {
    cache: false,
    batchScheduleFn: setImmediate,
  });
  return (ad) => loader.load(ad);
}

async function holdAds(database: Database, ads: readonly hearings.OpenAd[]): Promise<boolean[]> {
  const held = new Set(
    (await hearings.holdAds(database, ads)).flatMap(({ open, ...row }) =>
      open.map((request) => keyOf({ ...row, request })),
    ),
  );
  return ads.map((ad) => held.has(keyOf(ad)));
}

const keyOf = ({ campaign, client, request }: hearings.OpenAd) =>
  `${campaign} ${client} ${request}`;

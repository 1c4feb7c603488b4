// @vitest-environment node
import { expect, it } from 'vitest';
import { openAdSource, openAdTracker, openBeaconQueue } from '../src/index.ts';
import { fakeCollector } from './helpers/fake-collector.ts';

it('gives ads and beacons without a player', async () => {
  const collector = fakeCollector(() => 200);
  const beacons = await openBeaconQueue({ apiUrl: 'https://api.test', transport: collector });
  const tracker = await openAdTracker({
    send: (beacon) => void beacons.enqueue(beacon),
    isTrackingRefused: () => false,
  });
  const ads = await openAdSource({
    adsUrl: 'https://ads.test',
    enabled: true,
    culture: 'en',
    tracker,
    isTrackingRefused: () => false,
    fetch: async () =>
      Response.json({
        response: { ads: [{ audio: null, events: { no_ad: [{ url: '/none', method: 'GET' }] } }] },
      }),
  });
  expect(await ads.load({ episode_id: 1, show_id: 2 })).toEqual([]);
  await beacons.flush();
  expect(collector.urls()).toEqual(['https://api.test/none']);
  beacons.destroy();
});

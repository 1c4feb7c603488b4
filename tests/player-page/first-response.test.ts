import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { parsePlayerQuery } from '../../src/embed/index.ts';
import { fakeEpisode } from '../helpers/fake-player.ts';

const BUILT = fileURLToPath(new URL('../../build/server/player-page.js', import.meta.url));
const BUDGET_BYTES = 6_000;

// `npm test` builds first; a single run of the unit tests may not have.
describe.skipIf(!existsSync(BUILT))('the first response of the player page', () => {
  it(`is at most ${BUDGET_BYTES} bytes of brotli, with a playlist of fifty`, async () => {
    const { renderPlayerPage } = await import(BUILT);
    const image_url = `https://pod.example/media/images/${'0a'.repeat(32)}/320.webp`;
    const episode = fakeEpisode({
      image_url,
      http_url: `https://pod.example/media/audio/${'0b'.repeat(32)}.mp3`,
      chapters: Array.from({ length: 12 }, (_, n) => ({
        starts_at: n * 300,
        ends_at: n * 300 + 300,
        title: `Part ${n} of it`,
        url: null,
        image_url: null,
      })),
    });
    const items = Array.from({ length: 50 }, (_, n) => ({
      api_url: `https://pod.example/api/v2/episodes/${n}`,
      episode_id: n,
      title: `Episode ${n}: something about the number ${n * 37}`,
      duration: 1800 + n * 61,
      site_url: `https://pod.example/user/a/episode-${n}`,
      image_url,
      published_at: '2026-01-01T00:00:00.000Z',
    }));
    const config = {
      api_url: 'https://pod.example/api',
      site_url: 'https://pod.example',
      widget_url: 'https://pod.example',
      product_name: 'Earshot',
      ads_url: null,
      culture: 'en',
    };
    const data = {
      config,
      query: 'show_id=1&playlist=show',
      episode,
      show: null,
      playlist: { items, next_url: null },
      error: null,
    };
    const html: string = renderPlayerPage(data, {
      script: 'https://pod.example/assets/player-0123456789.js',
      options: parsePlayerQuery(data.query),
    });
    expect(brotliCompressSync(html).length).toBeLessThanOrEqual(BUDGET_BYTES);
  });
});

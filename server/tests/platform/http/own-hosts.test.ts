import { afterEach, describe, expect, it } from 'vitest';
import { addEpisode, addShow } from '../../helpers/add-episode.ts';
import { storeMedia } from '../../helpers/store-media.ts';
import { openTestApp, type TestApp } from '../../helpers/test-app.ts';

let test: TestApp | null = null;
afterEach(() => test?.close());

/** The answer at the address of an episode's audio, as the API names it. */
async function fetchAudio(settings: Record<string, string>) {
  test = await openTestApp(settings);
  const showId = await addShow(test.database, (await test.signIn()).userId);
  const media_id = await storeMedia(test, Buffer.from('sound'));
  const episodeId = await addEpisode(test.database, showId, { media_id });
  const { episode } = (await test.app.inject({ url: `/api/v2/episodes/${episodeId}` })).json()
    .response;
  const { host, pathname, href } = new URL(episode.http_url);
  const { statusCode, body } = await test.app.inject({ url: pathname, headers: { host } });
  return { href, statusCode, body };
}

describe('media', () => {
  it.each([
    ['on a host of its own', 'http://media.test', /^http:\/\/media\.test\/audio\//],
    ['below a path of another host', 'http://cdn.test/pod/', /^http:\/\/cdn\.test\/pod\/audio\//],
    ['below another path of the site', 'http://site.test/files', /^http:\/\/site\.test\/files\//],
    ['below /media of a CDN', 'http://cdn.test/media', /^http:\/\/cdn\.test\/media\/audio\//],
  ])('is served %s', async (_, MEDIA_URL, address) => {
    const { href, ...answer } = await fetchAudio({ MEDIA_URL });
    expect(href).toMatch(address);
    expect(answer).toEqual({ statusCode: 200, body: 'sound' });
  });

  it('is served from a proxy that maps its host to /media', async () => {
    const { href } = await fetchAudio({ MEDIA_URL: 'http://media.test' });
    const { host, pathname } = new URL(href);
    const answer = await test?.app.inject({ url: `/media${pathname}`, headers: { host } });
    expect(answer?.body).toBe('sound');
  });

  it('leaves the addresses of the site as they are', async () => {
    await fetchAudio({ MEDIA_URL: 'http://media.test' });
    const site = await test?.app.inject({ url: '/healthz', headers: { host: 'site.test' } });
    expect(site?.statusCode).toBe(200);
    const media = await test?.app.inject({ url: '/audio/x.mp3', headers: { host: 'site.test' } });
    expect(media?.statusCode).toBe(404);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashSecret } from '../../../src/platform/secrets.ts';
import { openTestApp, type TestApp } from '../../helpers/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test?.close());

const get = (url: string, headers: Record<string, string> = {}) =>
  test.app.inject({ url: url.replace('http://site.test', ''), headers });
const episode = async () => (await get('/api/v2/episodes/1')).json().response.episode;

describe('downloadRoutes', () => {
  it('sends the audio as a file named after its show and title', async () => {
    const { download_url, http_url } = await episode();
    const answer = await get(download_url);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-disposition']).toBe(
      'attachment; filename="Field Notes on Sound - Why rooms sing.mp3"; ' +
        "filename*=UTF-8''Field%20Notes%20on%20Sound%20-%20Why%20rooms%20sing.mp3",
    );
    expect(answer.rawPayload.equals((await get(http_url)).rawPayload)).toBe(true);
  });

  it('resumes an interrupted download', async () => {
    const { download_url, file_size } = await episode();
    const answer = await get(download_url, { range: 'bytes=10-' });
    expect(answer.statusCode).toBe(206);
    expect(answer.headers['content-range']).toBe(`bytes 10-${file_size - 1}/${file_size}`);
  });

  it('is cached for a short time, because titles change', async () => {
    const { download_url, http_url } = await episode();
    expect((await get(download_url)).headers['cache-control']).not.toContain('immutable');
    expect((await get(http_url)).headers['cache-control']).toContain('immutable');
  });

  it.each(['/media/downloads/999999.mp3', '/media/downloads/1.exe'])(
    'answers 404 for %s',
    async (url) => {
      expect((await get(url)).statusCode).toBe(404);
    },
  );

  it.each([
    ['public', ''],
    ['private', '?token=s3cret'],
  ])(
    'leads to the present file if the earlier one had another format (%s)',
    async (cache, query) => {
      const { show_id, download_url } = await episode();
      await test.database
        .insertInto('feed_tokens')
        .values({ show_id, name: cache, token_hash: hashSecret(query.replace('?token=', '')) })
        .execute();
      const { statusCode, headers } = await get(`/media/downloads/1.m4a${query}`);
      expect(statusCode).toBe(302);
      expect(headers.location).toBe(download_url + query);
      expect(headers['cache-control']).toContain(cache);
      expect((await get(String(headers.location))).statusCode).toBe(200);
    },
  );

  it('links to audio on another host directly', async () => {
    const { episode_id } = await test.database
      .updateTable('episodes')
      .set({ media_id: null })
      .where('episode_id', '=', 2)
      .returning('episode_id')
      .executeTakeFirstOrThrow();
    const { download_url, http_url } = (await get(`/api/v2/episodes/${episode_id}`)).json().response
      .episode;
    expect(download_url).toBe(http_url);
  });
});

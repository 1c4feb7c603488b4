import type { APIRequestContext } from '@playwright/test';
import { makeMp3 } from '../../server/tests/helpers/make-audio.ts';
import type { Product } from './product.ts';
import { expect } from './product.ts';

/** Calls the API as an author, and returns the content of `response`. */
export function authorOf(
  request: APIRequestContext,
  { site }: Pick<Product, 'site'>,
  token: string,
) {
  const headers = { Authorization: `Bearer ${token}` };
  const call = (method: 'GET' | 'POST' | 'PUT') => async (path: string, data?: object) => {
    const response = await request.fetch(`${site}/api${path}`, { method, headers, data });
    return (await response.json()).response;
  };
  return { get: call('GET'), post: call('POST'), put: call('PUT') };
}

/** The id of uploaded audio that is ready. */
export async function addAudio(
  request: APIRequestContext,
  { site }: Pick<Product, 'site'>,
  token: string,
  seconds = 6,
): Promise<number> {
  const headers = { Authorization: `Bearer ${token}` };
  const file = {
    name: 'bells.mp3',
    mimeType: 'audio/mpeg',
    buffer: makeMp3({ rate: 44_100, seconds }),
  };
  const response = await request.post(`${site}/api/media`, { headers, multipart: { file } });
  const { media_id } = (await response.json()).response.media;
  const author = authorOf(request, { site }, token);
  await expect
    .poll(async () => (await author.get(`/media/${media_id}`)).media.state, { timeout: 60_000 })
    .toBe('ready');
  return media_id;
}

/** The id of a published episode "Low tide" in a new show. */
export async function addPublished(
  request: APIRequestContext,
  product: Pick<Product, 'site'>,
  token: string,
): Promise<number> {
  const author = authorOf(request, product, token);
  const { show } = await author.post('/show', { title: 'Tidewater' });
  const media_id = await addAudio(request, product, token);
  const { show_id } = show;
  const { episode } = await author.post('/episode', { show_id, title: 'Low tide', media_id });
  await author.put(`/episode/${episode.episode_id}/publish`, {});
  return episode.episode_id;
}

import { describe, expect, it, vi } from 'vitest';
import { ApiError, createApiClient } from '../../src/index.ts';

const answer = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });

function client(response: () => Response | Promise<Response>, more = {}) {
  const fetch = vi.fn(async () => response());
  return {
    fetch,
    api: createApiClient({ apiUrl: 'https://api.test', culture: 'it', fetch, ...more }),
  };
}

describe('createApiClient', () => {
  it('opens the envelope and sends the culture', async () => {
    const { api, fetch } = client(() => answer(200, { response: { a: 1 } }));
    expect(await api.get('/v2/shows/1', { export: 'x' })).toEqual({ a: 1 });
    const [url] = fetch.mock.calls[0] as unknown as [URL];
    expect(url.href).toBe('https://api.test/v2/shows/1?export=x&culture=it&escape=false');
  });

  it.each([
    ['http://api.test', 'https:'],
    ['http://localhost:4000', 'http:'],
    ['http://127.0.0.1:4000', 'http:'],
    ['http://pod.localhost', 'http:'],
  ])('asks /v2/ of %s over %s', async (apiUrl, protocol) => {
    const { api, fetch } = client(() => answer(200, { response: {} }), { apiUrl });
    await api.get('/v2/shows/1');
    const [url] = fetch.mock.calls[0] as unknown as [URL];
    expect(url.protocol).toBe(protocol);
  });

  it('tells a failure with the reason and the words of the server', async () => {
    const { api } = client(() =>
      answer(404, { error: { code: 404, reason: 'EPISODE_UNAVAILABLE', messages: ['gone'] } }),
    );
    await expect(api.get('/v2/episodes/1')).rejects.toMatchObject({
      status: 404,
      reason: 'EPISODE_UNAVAILABLE',
      message: 'gone',
    });
  });

  it('tells an answer that is no envelope by its status', async () => {
    const { api } = client(() => new Response('<html>', { status: 502 }));
    await expect(api.get('/x')).rejects.toThrow('The request GET /x failed with status code 502');
  });

  it('tells a network that is down', async () => {
    const { api } = client(() => Promise.reject(new TypeError('fetch failed')));
    const error = await api.get('/x').catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 0, reason: 'NETWORK' });
  });

  it('sends the token to its own API only, and says when it is refused', async () => {
    const onUnauthorized = vi.fn();
    const { api, fetch } = client(() => answer(401, {}), { accessToken: 'secret', onUnauthorized });
    await api.get('/x').catch(() => {});
    await api.get('https://elsewhere.test/x').catch(() => {});
    const headers = (fetch.mock.calls as unknown as [URL, RequestInit][]).map(
      ([, init]) => init.headers,
    );
    expect(headers).toEqual([{ Authorization: 'Bearer secret' }, {}]);
    expect(onUnauthorized).toHaveBeenCalledTimes(1);
  });
});

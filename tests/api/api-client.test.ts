import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { REQUEST_TIMEOUT_MS } from '../../src/contract/limits.ts';
import type { Metric } from '../../src/contract/metrics.ts';
import { ApiError, createApiClient } from '../../src/index.ts';

const answer = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });

function client(response: () => Response | Promise<Response>, more = {}) {
  const fetch = vi.fn(async () => response());
  return {
    fetch,
    api: createApiClient({ apiUrl: 'https://api.test', culture: 'it', fetch, ...more }),
  };
}

/** Settles as a real one does: when it is called off. */
const untilAborted = (signal?: AbortSignal | null) =>
  new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason));
  });

afterEach(() => {
  vi.useRealTimers();
});

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

  it.each([
    ['a page of HTML', '<!doctype html><title>Hotel WiFi</title>'],
    ['nothing', ''],
    ['half an answer', '{"response": {"a'],
    ['a number', '5'],
    ['a text', '"response"'],
    ['null', 'null'],
    ['another object', '{"data": 1}'],
    ['an error of another kind', '{"error": "no"}'],
    ['an error without words', '{"error": {"reason": 7, "messages": "no"}}'],
    ['a reason that no catalogue has', '{"error": {"reason": "toString", "messages": []}}'],
  ])('is in error with the catalogue’s reason after %s with status 200', async (_, body) => {
    const { api } = client(() => new Response(body));
    await expect(api.get('/x')).rejects.toMatchObject({
      name: 'ApiError',
      reason: 'SERVER_ERROR',
      message: 'The request GET /x failed with status code 200',
    });
  });

  it('rejects with an ApiError, whatever is answered', async () => {
    const status = fc.constantFrom(200, 201, 400, 401, 404, 500);
    const body = fc.oneof(
      fc.json(),
      fc.string(),
      fc.jsonValue().map((error) => JSON.stringify({ error })),
    );
    await fc.assert(
      fc.asyncProperty(status, body, async (code, text) => {
        const { api } = client(() => new Response(text, { status: code }));
        const error = await api.get('/x').catch((reason: unknown) => reason);
        const isAnswer = code < 300 && /^\s*\{.*"response"/s.test(text);
        if (!isAnswer) expect(error).toBeInstanceOf(ApiError);
      }),
    );
  });

  it('takes an answer that breaks off for a network that is down', async () => {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"response"'));
        controller.error(new TypeError('cut'));
      },
    });
    const { api } = client(() => new Response(body));
    await expect(api.get('/x')).rejects.toMatchObject({ status: 0, reason: 'NETWORK' });
  });

  it('waits for 5000 ms, and leaves no timer behind', async () => {
    vi.useFakeTimers();
    const fetch = vi.fn((_: unknown, init?: RequestInit) => untilAborted(init?.signal));
    const { api } = client(() => answer(200, {}), { fetch });
    const failed = vi.fn();
    const asked = api.get('/x').catch(failed);
    await vi.advanceTimersByTimeAsync(REQUEST_TIMEOUT_MS - 1);
    expect([REQUEST_TIMEOUT_MS, failed.mock.calls.length]).toEqual([5_000, 0]);
    await vi.advanceTimersByTimeAsync(1);
    await asked;
    expect(failed).toHaveBeenCalledWith(expect.objectContaining({ reason: 'NETWORK' }));
    await client(() => answer(200, { response: {} })).api.get('/x');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('can be called off, before and while it is under way', async () => {
    const fetch = vi.fn(async (_: unknown, init?: RequestInit) => {
      init?.signal?.throwIfAborted();
      return untilAborted(init?.signal);
    });
    const { api } = client(() => answer(200, {}), { fetch });
    const controller = new AbortController();
    const asked = api.get('/x', {}, controller.signal);
    controller.abort();
    await expect(asked).rejects.toBeInstanceOf(ApiError);
    await expect(api.get('/x', {}, controller.signal)).rejects.toBeInstanceOf(ApiError);
  });

  it.each(['https://', 'http://[', 'https://a b/'])('asks nobody at %s', async (address) => {
    const { api, fetch } = client(() => answer(200, { response: {} }));
    await expect(api.get(address)).rejects.toMatchObject({ reason: 'UNKNOWN_ROUTE' });
    expect(fetch).not.toHaveBeenCalled();
  });

  it('asks no other host for what only looks like a path', async () => {
    const { api, fetch } = client(() => answer(200, { response: {} }));
    for (const path of ['x', '.evil.test/x', '@evil.test/x', '//evil.test/x']) await api.get(path);
    const hosts = (fetch.mock.calls as unknown as [URL][]).map(([url]) => url.host);
    expect(new Set(hosts)).toEqual(new Set(['api.test']));
  });

  it('sends a form as one', async () => {
    const { api, fetch } = client(() => answer(200, { response: {} }));
    await api.post('/x', { a: 'b c' });
    const [, init] = fetch.mock.calls[0] as unknown as [URL, RequestInit];
    expect([init.method, String(init.body)]).toEqual(['POST', 'a=b+c']);
  });

  describe('with a metrics callback', () => {
    const measured = (response: () => Response | Promise<Response>, more = {}) => {
      const told: Metric[] = [];
      const reportMetric = (metric: Metric) => void told.push(metric);
      return { told, ...client(response, { reportMetric, ...more }) };
    };

    it('tells of success with its time, under the job of every episode', async () => {
      const { api, told } = measured(() => answer(200, { response: {} }));
      await api.get('https://api.test/v2/episodes/12?key=a');
      const job = 'GET /v2/episodes/{id}';
      expect(told).toEqual([
        { job, outcome: 'success', duration_ms: expect.any(Number), reason: null },
      ]);
    });

    it('tells of an error by its status code, else by its message', async () => {
      const { api, told } = measured(() => answer(503, {}));
      await api.get('/x').catch(() => {});
      const cut = measured(() => Promise.reject(new TypeError('down')));
      await cut.api.get('/x').catch(() => {});
      expect([told[0]?.outcome, told[0]?.reason]).toEqual(['error', '503']);
      expect(cut.told[0]?.reason).toContain('A network error has occurred.');
    });

    it('says nothing of what the caller has called off', async () => {
      const { api, told } = measured(() => answer(200, {}), {
        fetch: (_: unknown, init?: RequestInit) => untilAborted(init?.signal),
      });
      const controller = new AbortController();
      const asked = api.get('/x', {}, controller.signal).catch(() => {});
      controller.abort();
      await asked;
      expect(told).toEqual([]);
    });

    it('answers also where the callback throws', async () => {
      const uncaught = vi.fn();
      process.on('uncaughtException', uncaught);
      const reportMetric = () => {
        throw new Error('theirs');
      };
      const { api } = client(() => answer(200, { response: 1 }), { reportMetric });
      expect(await api.get('/x')).toBe(1);
      process.off('uncaughtException', uncaught);
      expect(uncaught.mock.calls).toEqual([[new Error('theirs'), 'uncaughtException']]);
    });
  });
});

import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { REQUEST_TIMEOUT_MS } from '../../src/contract/limits.ts';
import type { Metric } from '../../src/contract/metrics.ts';
import { ApiError, createApiClient } from '../../src/index.ts';

const answer = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });

function client(response: () => Response | Promise<Response>, more = {}) {
  const fetch = vi.fn(async () => response());
  /** Method, address and body of each request. */
  const asked = () =>
    (fetch.mock.calls as unknown as [URL, RequestInit][]).map(([url, { method, body }]) => [
      method,
      url.href,
      String(body),
    ]);
  return {
    fetch,
    asked,
    api: createApiClient({ apiUrl: 'https://api.test', culture: 'it', fetch, ...more }),
  };
}

/** Rejects on abort, as a real request does. */
const untilAborted = (signal?: AbortSignal | null) =>
  new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason));
  });

afterEach(() => {
  vi.useRealTimers();
});

describe('createApiClient', () => {
  it('opens the envelope, and sends culture and escape', async () => {
    const { api, fetch } = client(() => answer(200, { response: { a: 1 } }));
    expect(await api.get('/v2/shows/1', { export: 'x' })).toEqual({ a: 1 });
    const [url] = fetch.mock.calls[0] as unknown as [URL];
    expect(url.href).toBe('https://api.test/v2/shows/1?export=x&culture=it&escape=false');
  });

  it('takes an address of the API with a slash at its end', async () => {
    const { api, asked } = client(() => answer(200, { response: {} }), {
      apiUrl: 'https://api.test/v/',
    });
    await api.get('/v2/shows/1');
    expect(asked()[0]?.[1]).toMatch(/^https:\/\/api\.test\/v\/v2\/shows\/1\?/);
  });

  it.each([
    ['get', 'GET'],
    ['put', 'PUT'],
    ['post', 'POST'],
    ['delete', 'DELETE'],
  ] as const)('fills a named route for %s and removes the used fields', async (name, method) => {
    const { api, asked } = client(() => answer(200, { response: {} }));
    await api[name]('show_episodes', { show_id: 7, page: 2, all: true, none: null });
    const isForm = method === 'PUT' || method === 'POST';
    const common = 'culture=it&escape=false';
    expect(asked()).toEqual([
      [
        method,
        `https://api.test/v2/shows/7/episodes?${isForm ? '' : 'page=2&all=true&'}${common}`,
        isForm ? 'page=2&all=true' : 'undefined',
      ],
    ]);
  });

  it('fills the placeholders of a path', async () => {
    const { api, asked } = client(() => answer(200, { response: {} }));
    await api.delete('/v2/users/{user_id}/likes/{episode_id}', { user_id: 'a/b', episode_id: 2 });
    expect(asked()[0]?.[1]).toContain('/v2/users/a%2Fb/likes/2?culture');
  });

  it.each([
    ['a name that is not in the table', 'nowhere', {}],
    ['a name that every object inherits', 'toString', {}],
    ['a placeholder without a value', 'show', {}],
    ['an empty value', 'show', { show_id: '' }],
    ['a value that leads to another path', '/v2/users/{user_id}/likes/1', { user_id: '..' }],
  ])('is error 400 "Unknown route" for %s', async (_, route, payload) => {
    const { api, fetch } = client(() => answer(200, { response: {} }));
    await expect(api.get(route, payload)).rejects.toMatchObject({
      name: 'ApiError',
      status: 400,
      reason: 'UNKNOWN_ROUTE',
      message: 'Unknown route',
    });
    expect(fetch).not.toHaveBeenCalled();
  });

  it('asks for the culture and the token of the moment', async () => {
    let [culture, accessToken]: (string | null)[] = ['it', null];
    const { api, fetch } = client(() => answer(200, { response: {} }), {
      culture: () => culture,
      accessToken: () => accessToken,
    });
    await api.get('/x');
    [culture, accessToken] = ['en', 'secret'];
    await api.get('/x');
    [culture, accessToken] = [null, null];
    await api.get('/x');
    const calls = fetch.mock.calls as unknown as [URL, RequestInit][];
    expect(calls.map(([url, { headers }]) => [url.search, headers])).toEqual([
      ['?culture=it&escape=false', {}],
      ['?culture=en&escape=false', { Authorization: 'Bearer secret' }],
      ['?escape=false', {}],
    ]);
  });

  it('does not end a session for the 401 of an earlier token', async () => {
    const onUnauthorized = vi.fn();
    let accessToken = 'old';
    const { api } = client(
      () => {
        accessToken = 'new';
        return answer(401, {});
      },
      { accessToken: () => accessToken, onUnauthorized },
    );
    await expect(api.get('/x')).rejects.toMatchObject({ status: 401 });
    expect(onUnauthorized).not.toHaveBeenCalled();
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

  it('rejects with the reason and the messages of the server', async () => {
    const { api } = client(() =>
      answer(404, { error: { code: 404, reason: 'EPISODE_UNAVAILABLE', messages: ['gone'] } }),
    );
    await expect(api.get('/v2/episodes/1')).rejects.toMatchObject({
      status: 404,
      reason: 'EPISODE_UNAVAILABLE',
      message: 'gone',
    });
  });

  it('names the request and the status if the answer is not an envelope', async () => {
    const { api } = client(() => new Response('<html>', { status: 502 }));
    await expect(api.get('/x')).rejects.toThrow(
      'The request GET https://api.test/x failed with status code 502',
    );
  });

  it('rejects with NETWORK and status 0 if the network is down', async () => {
    const { api } = client(() => Promise.reject(new TypeError('fetch failed')));
    const error = await api.get('/x').catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 0, reason: 'NETWORK' });
  });

  it('sends the token to its own API only, and reports a 401', async () => {
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

  it('reads what is public as a visitor once the session has ended', async () => {
    let accessToken: string | null = 'old';
    const onUnauthorized = () => {
      accessToken = null;
    };
    const isOld = () => fetch.mock.calls.length <= 2;
    const { api, fetch } = client(
      () => (isOld() ? answer(401, {}) : answer(200, { response: { a: 1 } })),
      { accessToken: () => accessToken, onUnauthorized },
    );
    const both = await Promise.all([api.get('/v2/episodes/1'), api.get('/v2/episodes/2')]);
    expect(both).toEqual([{ a: 1 }, { a: 1 }]);
    const calls = fetch.mock.calls as unknown as [URL, RequestInit][];
    expect(calls.map(([, { headers }]) => headers)).toEqual([
      { Authorization: 'Bearer old' },
      { Authorization: 'Bearer old' },
      {},
      {},
    ]);
  });

  it('sends no change again as a visitor', async () => {
    let accessToken: string | null = 'old';
    const onUnauthorized = () => {
      accessToken = null;
    };
    const { api, fetch } = client(() => answer(401, {}), {
      accessToken: () => accessToken,
      onUnauthorized,
    });
    await expect(api.put('/x')).rejects.toMatchObject({ status: 401 });
    expect(fetch).toHaveBeenCalledOnce();
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
  ])('rejects with REQUEST_FAILED after %s with status 200', async (_, body) => {
    const { api } = client(() => new Response(body));
    await expect(api.get('/x')).rejects.toMatchObject({
      name: 'ApiError',
      reason: 'REQUEST_FAILED',
      message: 'The request GET https://api.test/x failed with status code 200',
    });
  });

  it('rejects with an ApiError for every answer that is not an envelope', async () => {
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

  it('counts a truncated answer as a network error', async () => {
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
    await client(() => answer(200, { response: {} })).api.get('/x'); // loads the file that sends requests
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

  it('reads an answer that has arrived while the page stood still, although its time is over', async () => {
    await client(() => answer(200, { response: {} })).api.get('/x'); // loads the file that sends requests
    vi.useFakeTimers();
    let arrive = (_: Response) => {};
    const fetch = vi.fn(
      (_: unknown, init?: RequestInit) =>
        new Promise<Response>((resolve, reject) => {
          arrive = resolve;
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
        }),
    );
    const { api } = client(() => answer(200, {}), { fetch });
    const asked = api.get('/x');
    await vi.advanceTimersByTimeAsync(800);
    // After a freeze, the overdue timers run before the messages.
    const { clock } = setTimeout as unknown as { clock: { jump(ms: number): void } };
    clock.jump(REQUEST_TIMEOUT_MS);
    arrive(answer(200, { response: { token: 'late' } }));
    await expect(asked).resolves.toEqual({ token: 'late' });
  });

  it('can be aborted before it starts and while it runs', async () => {
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

  it.each(['https://', 'http://[', 'https://a b/'])('sends nothing to %s', async (address) => {
    const { api, fetch } = client(() => answer(200, { response: {} }));
    await expect(api.get(address)).rejects.toMatchObject({
      reason: 'UNKNOWN_ROUTE',
      status: 0,
      message: 'An unknown request failed with status code unknown',
    });
    expect(fetch).not.toHaveBeenCalled();
  });

  it('sends text that only looks like a path to no other host', async () => {
    const { api, fetch } = client(() => answer(200, { response: {} }));
    for (const path of ['/x', '.evil.test/x', '@evil.test/x', '//evil.test/x']) await api.get(path);
    const hosts = (fetch.mock.calls as unknown as [URL][]).map(([url]) => url.host);
    expect(new Set(hosts)).toEqual(new Set(['api.test']));
  });

  it('sends the payload of POST form-encoded', async () => {
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

    it('reports a success and its time, with one job for all episodes', async () => {
      const { api, told } = measured(() => answer(200, { response: {} }));
      await api.get('https://api.test/v2/episodes/12?key=a');
      const job = 'GET /v2/episodes/{id}';
      expect(told).toEqual([
        { job, outcome: 'success', duration_ms: expect.any(Number), reason: null },
      ]);
    });

    it('reports an error by its status code, else by its message', async () => {
      const { api, told } = measured(() => answer(503, {}));
      await api.get('/x').catch(() => {});
      const cut = measured(() => Promise.reject(new TypeError('down')));
      await cut.api.get('/x').catch(() => {});
      expect([told[0]?.outcome, told[0]?.reason]).toEqual(['error', '503']);
      expect(cut.told[0]?.reason).toContain('A network error has occurred.');
    });

    it('reports nothing for a request that the caller aborted', async () => {
      const { api, told } = measured(() => answer(200, {}), {
        fetch: (_: unknown, init?: RequestInit) => untilAborted(init?.signal),
      });
      const controller = new AbortController();
      const asked = api.get('/x', {}, controller.signal).catch(() => {});
      controller.abort();
      await asked;
      expect(told).toEqual([]);
    });

    it('answers even if the callback throws', async () => {
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

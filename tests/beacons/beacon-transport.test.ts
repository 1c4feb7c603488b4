import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Beacon, toStoredBeacon } from '../../src/beacons/beacon.ts';
import { createTransport } from '../../src/beacons/beacon-transport.ts';
import type { MuteCollectors } from '../../src/beacons/mute-collectors.ts';

type Collector = { status?: number; hasCors?: boolean; isDown?: boolean };

/** Like a browser's `fetch`: an unreadable answer rejects in mode `cors`, and is opaque in mode `no-cors`. */
function fakeFetch(collector: Collector) {
  const requests: { url: string; init: RequestInit }[] = [];
  const doFetch = async (input: RequestInfo | URL, init: RequestInit = {}) => {
    requests.push({ url: String(input), init });
    await Promise.resolve();
    const { status = 200, hasCors = true, isDown = false } = collector;
    if (isDown || (init.mode === 'cors' && !hasCors)) throw new TypeError('Failed to fetch');
    return init.mode === 'cors' ? new Response(null, { status }) : Response.error();
  };
  return { requests, doFetch };
}

function stored(beacon: Partial<Beacon> = {}) {
  const whole: Beacon = { method: 'GET', url: 'https://t.test/p?x=1', ...beacon };
  const made = toStoredBeacon(whole, 'https://api.test', 0);
  if (!made) throw new Error('no beacon');
  return made;
}

/** The collectors without CORS that the browser already knows. */
function knowing(...origins: string[]): MuteCollectors {
  const known = new Set(origins);
  return { has: (origin) => known.has(origin), add: (origin) => known.add(origin) };
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('createTransport', () => {
  it.each([200, 204, 404, 429, 503])('resolves with the status %d', async (status) => {
    expect(await createTransport(fakeFetch({ status }).doFetch).send(stored())).toBe(status);
  });

  it('resolves with 0 if no answer arrives', async () => {
    const { doFetch } = fakeFetch({ isDown: true });
    expect(await createTransport(doFetch).send(stored())).toBe(0);
  });

  it('sends no cookies, outlives the page, and gives up in the end', async () => {
    const { doFetch, requests } = fakeFetch({});
    await createTransport(doFetch).send(stored());
    expect(requests[0]?.init).toMatchObject({ credentials: 'omit', keepalive: true, body: null });
    expect(requests[0]?.init.signal).toBeInstanceOf(AbortSignal);
  });

  it('puts data form-encoded into the body of a POST, and into the query of a GET', async () => {
    const { doFetch, requests } = fakeFetch({});
    const transport = createTransport(doFetch);
    const data = { a: 'b c', y: '&' };
    await transport.send(stored({ method: 'POST', data }));
    await transport.send(stored({ method: 'GET', data }));
    expect(requests[0]?.url).toBe('https://t.test/p?x=1');
    expect(String(requests[0]?.init.body)).toBe('a=b+c&y=%26');
    expect(requests[1]?.url).toBe('https://t.test/p?x=1&a=b+c&y=%26');
  });

  it('sends a body as a plain request if it is too large for keepalive', async () => {
    const { doFetch, requests } = fakeFetch({});
    await createTransport(doFetch).send(stored({ method: 'POST', data: { a: 'x'.repeat(9_000) } }));
    expect(requests[0]?.init.keepalive).toBe(false);
  });

  it('counts an unreadable answer as delivery, and starts that way the next time', async () => {
    const { doFetch, requests } = fakeFetch({ hasCors: false, status: 503 });
    const transport = createTransport(doFetch);
    const many = Array.from({ length: 5 }, () => transport.send(stored()));
    expect(await Promise.all(many)).toEqual([200, 200, 200, 200, 200]);
    expect(requests.map(({ init }) => init.mode)).toEqual(['cors', ...Array(5).fill('no-cors')]);
  });

  it('counts a missing answer of a readable collector as a failure to retry', async () => {
    // The answer of a proxy, whose error pages lack the headers of the collector behind it.
    const collector: Collector = { status: 204 };
    const { doFetch, requests } = fakeFetch(collector);
    const transport = createTransport(doFetch, knowing());
    expect(await transport.send(stored())).toBe(204);
    Object.assign(collector, { status: 503, hasCors: false });
    expect(await transport.send(stored())).toBe(0);
    expect(requests).toHaveLength(2);
  });

  it('requests no answer if another page has found it unreadable', async () => {
    const { doFetch, requests } = fakeFetch({ hasCors: false });
    const mute = knowing();
    await createTransport(doFetch, mute).send(stored());
    await createTransport(doFetch, mute).send(stored());
    expect(requests.map(({ init }) => init.mode)).toEqual(['cors', 'no-cors', 'no-cors']);
  });

  it('counts a missing answer of an unreadable collector as missing', async () => {
    const { doFetch } = fakeFetch({ isDown: true });
    expect(await createTransport(doFetch, knowing('https://t.test')).send(stored())).toBe(0);
  });

  it('gives up after 10 s, counting both attempts', async () => {
    const abort = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(abort.signal);
    const modes: unknown[] = [];
    const transport = createTransport((_, init) => {
      modes.push(init?.mode);
      return new Promise((_, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      });
    }, knowing());
    const sent = transport.send(stored());
    await Promise.resolve();
    abort.abort(new DOMException('late', 'TimeoutError'));
    expect(await sent).toBe(0);
    expect(timeout.mock.calls).toEqual([[10_000]]);
    expect(modes).toEqual(['cors']);
  });

  it('keeps reading the answers of a collector that was down for a while', async () => {
    const collector: Collector = { status: 204 };
    const { doFetch } = fakeFetch(collector);
    const transport = createTransport(doFetch);
    expect(await transport.send(stored())).toBe(204);
    collector.isDown = true;
    expect(await transport.send(stored())).toBe(0);
    Object.assign(collector, { isDown: false, status: 503 });
    expect(await transport.send(stored())).toBe(503);
  });

  it('starts at once when the page closes, even requests that wait for a first answer', async () => {
    const requests: string[] = [];
    const transport = createTransport((input) => {
      requests.push(String(input));
      return new Promise(() => {});
    });
    void transport.send(stored({ url: 'https://t.test/1' }));
    void transport.send(stored({ url: 'https://t.test/2' }));
    void transport.send(stored({ url: 'https://t.test/3' }), true);
    expect(requests).toEqual(['https://t.test/1', 'https://t.test/3']);
    transport.hurry();
    await vi.waitFor(() => expect(requests).toContain('https://t.test/2'));
  });

  it('passes a POST to sendBeacon if requests cannot outlive the page, and keeps it', async () => {
    vi.stubGlobal('Request', class {});
    const sendBeacon = vi.fn(() => true);
    vi.stubGlobal('navigator', { sendBeacon });
    const { doFetch, requests } = fakeFetch({});
    const status = await createTransport(doFetch).send(
      stored({ method: 'POST', data: { a: 'b' } }),
      true,
    );
    expect(sendBeacon).toHaveBeenCalledWith(
      'https://t.test/p?x=1',
      new URLSearchParams({ a: 'b' }),
    );
    expect(requests).toEqual([]);
    expect(status).toBe(0);
  });

  it.each([
    ['https:', 'http://t.test/', 'https://t.test/'],
    ['https:', 'http://127.0.0.1:9/', 'http://127.0.0.1:9/'],
    ['https:', 'http://localhost:9/', 'http://localhost:9/'],
    ['http:', 'http://t.test/', 'http://t.test/'],
  ])('on a page with %s asks for %s at %s', async (protocol, url, asked) => {
    vi.stubGlobal('location', { protocol });
    const { doFetch, requests } = fakeFetch({});
    await createTransport(doFetch).send(stored({ url }));
    expect(requests[0]?.url).toBe(asked);
  });
});

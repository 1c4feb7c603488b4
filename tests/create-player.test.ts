// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Metric } from '../src/contract/metrics.ts';
import { type CreatePlayerOptions, createPlayer, type Player } from '../src/index.ts';
import { episode, items, target } from './helpers/test-player.ts';

const API = 'https://api.test';
let player: Player;
let played: string[];

/** happy-dom plays nothing: here an element reports playback as soon as `play` is called. */
beforeEach(() => {
  played = [];
  vi.spyOn(HTMLMediaElement.prototype, 'canPlayType').mockReturnValue('probably');
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async function (
    this: HTMLMediaElement,
  ) {
    played.push(this.src);
    this.dispatchEvent(new Event('playing'));
  });
  sessionStorage.clear();
  localStorage.clear();
});
afterEach(() => {
  player.destroy();
  vi.restoreAllMocks();
});

const answer = (response: unknown) => new Response(JSON.stringify({ response }));

/** An API with every episode, and with one list. */
function setUp(options: Partial<CreatePlayerOptions> = {}, routes: Record<string, unknown> = {}) {
  const fetch = vi.fn(async (input: URL | RequestInfo, _init?: RequestInit) => {
    const { pathname } = new URL(String(input));
    const own = routes[pathname];
    if (own !== undefined) return own instanceof Response ? own.clone() : answer(own);
    const id = Number(/\d+$/.exec(pathname)?.[0]);
    return answer({ episode: episode(id, { http_url: `https://m.test/${id}.mp3` }) });
  });
  player = createPlayer({ apiUrl: API, culture: 'it', fetch, ...options });
  const asked = () =>
    fetch.mock.calls.map(([url, init]) => `${init?.method} ${new URL(String(url)).pathname}`);
  return { fetch, asked };
}

const until = (state: string) => expect.poll(() => player.getSnapshot().state).toBe(state);

describe('createPlayer', () => {
  it('requests and plays nothing until a method is called', async () => {
    const { fetch } = setUp();
    player.adopt(episode(1));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect([fetch.mock.calls.length, played, player.getSnapshot().state]).toEqual([
      0,
      [],
      'loaded',
    ]);
  });

  it('fetches an episode with its segments, in the listener’s language', async () => {
    const { fetch } = setUp();
    player.toggle(target(7));
    await until('playing');
    const url = new URL(String(fetch.mock.calls[0]?.[0]));
    expect(url.pathname).toBe('/v2/episodes/7');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      export: 'episode_segments',
      culture: 'it',
      escape: 'false',
    });
    expect(played.at(-1)).toBe('https://m.test/7.mp3');
  });

  it('needs only an id, and builds the address of its own API', async () => {
    const { asked } = setUp();
    player.load({ episode_id: 7 }, { autoplay: true });
    await until('playing');
    expect(asked()).toEqual(['GET /v2/episodes/7']);
    expect(player.getSnapshot()).toMatchObject({
      currentId: 7,
      stationUrl: `${API}/v2/episodes/7`,
    });
  });

  it('takes the id from the address if a script has named none', () => {
    setUp();
    player.load({ station_url: `${API}/v2/episodes/7` } as never);
    expect(player.getSnapshot().currentId).toBe(7);
  });

  it('asks the API itself for ads only if the episode has some, and another host for every episode', async () => {
    const asked: string[] = [];
    vi.stubGlobal('fetch', async (input: URL | RequestInfo) => {
      asked.push(new URL(String(input)).host);
      return answer({ ads: [] });
    });
    const listen = async (adsUrl: string, fields: { has_ads?: boolean } = {}) => {
      asked.length = played.length = 0;
      setUp({ ads: { adsUrl } }, { '/v2/episodes/7': { episode: episode(7, fields) } });
      player.load(target(7), { autoplay: true });
      await expect.poll(() => played.at(-1)).toMatch(/7\.mp3$/); // the episode itself, not the silence before it
      player.destroy();
      return asked;
    };
    expect(await listen(API, { has_ads: false })).toEqual([]);
    expect(await listen(API, { has_ads: true })).toEqual(['api.test']);
    expect(await listen('https://ads.test', { has_ads: false })).toEqual(['ads.test']);
    expect(await listen(API)).toEqual(['api.test']);
    vi.unstubAllGlobals();
  });

  it('follows a playlist of the API', async () => {
    const list = '/v2/shows/2/episodes/playlist';
    const { asked } = setUp({}, { [list]: { playlist: { items: items(1, 2), next_url: null } } });
    player.load(target(1, { playlist_url: API + list }));
    await vi.waitFor(() => expect(player.getSnapshot().hasNext).toBe(true));
    expect(asked().toSorted()).toEqual([`GET ${list}`, 'GET /v2/episodes/1'].toSorted());
  });

  it.each([
    ['HTML', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
    ['an error', () => new Response('{"error":{"reason":"FORBIDDEN"}}', { status: 403 })],
    ['nothing of use', () => answer({ show: 1 })],
    ['null', () => answer(null)],
  ])('is in error with the catalogue’s reason where the API answers %s', async (_, give) => {
    setUp({}, { '/v2/episodes/1': give() });
    player.toggle(target(1));
    await until('error');
    expect(player.getSnapshot()).toMatchObject({ playing: false, error: 'EPISODE_UNAVAILABLE' });
  });

  it('is in error with EPISODE_UNKNOWN if the API knows no such episode', async () => {
    const unknown = new Response('{"error":{"reason":"NOT_FOUND"}}', { status: 404 });
    setUp({}, { '/v2/episodes/1': unknown });
    player.toggle(target(1));
    await until('error');
    expect(player.getSnapshot().error).toBe('EPISODE_UNKNOWN');
  });

  it('is in error with NETWORK if the network is down', async () => {
    setUp({ fetch: () => Promise.reject(new TypeError('down')) });
    player.toggle(target(1));
    await until('error');
    expect(player.getSnapshot().error).toBe('NETWORK');
  });

  it('keeps playing if the API does not have the playlist', async () => {
    const list = '/v2/shows/2/episodes/playlist';
    setUp({}, { [list]: new Response('<html>') });
    player.toggle(target(1, { playlist_url: API + list }));
    await until('playing');
    expect(player.getSnapshot()).toMatchObject({ hasNext: false, error: null });
  });

  it('fetches a playback token for a signed-in listener, and the audio with it', async () => {
    const { asked, fetch } = setUp(
      { accessToken: 'secret' },
      {
        '/v2/auth/sso': { sso: { token: 'play', expires_at: '2099-01-01T00:00:00Z' } },
        '/v2/episodes/1': {
          episode: episode(1, { playback_url: 'https://m.test/1/play.mp3' }),
        },
      },
    );
    await vi.waitFor(() => expect(asked()).toEqual(['POST /v2/auth/sso']));
    await vi.waitFor(() => expect(sessionStorage.length).toBe(1));
    player.toggle(target(1));
    await until('playing');
    expect(played.at(-1)).toBe('https://m.test/1/ondemand.mp3?token=play');
    expect(fetch.mock.calls.at(-1)?.[1]?.headers).toEqual({ Authorization: 'Bearer secret' });
  });

  it('gives no token to an episode of another host, even if it claims to be one of the API', async () => {
    const away = 'https://away.test/episodes/1';
    const { asked } = setUp(
      { accessToken: 'secret' },
      {
        '/v2/auth/sso': { sso: { token: 'play', expires_at: '2099-01-01T00:00:00Z' } },
        '/episodes/1': {
          episode: episode(1, {
            api_url: `${API}/v2/episodes/1`,
            playback_url: 'https://away.test/1/play.mp3',
          }),
        },
      },
    );
    await vi.waitFor(() => expect(sessionStorage.length).toBe(1));
    player.toggle(target(1, { station_url: away }));
    await until('playing');
    expect(played.at(-1)).toBe('https://away.test/1/play.mp3');
    expect(asked()).toEqual(['POST /v2/auth/sso', 'GET /episodes/1']);
  });

  it.each([
    ['the token comes', { sso: { token: 'play', expires_at: '2099-01-01T00:00:00Z' } }],
    ['no token comes', new Response('{"error":{"code":500,"messages":[]}}', { status: 500 })],
  ])('waits for a token that its address needs: %s', async (_, sso) => {
    const give: (() => void)[] = [];
    const isLate = new Promise<void>((resolve) => give.push(resolve));
    const given = episode(1, { playback_url: 'https://m.test/1/play.mp3' });
    const fetch = vi.fn(async (input: URL | RequestInfo) => {
      if (!String(input).includes('/auth/sso')) return answer({ episode: given });
      await isLate;
      return sso instanceof Response ? sso.clone() : answer(sso);
    });
    player = createPlayer({ apiUrl: API, culture: 'it', accessToken: 'secret', fetch });
    player.toggle(target(1));
    await vi.waitFor(() => expect(player.getSnapshot().episode).not.toBe(null));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(played.filter((url) => url.startsWith('https://m.test/'))).toEqual([]);
    expect(player.getSnapshot()).toMatchObject({ playing: true, error: null });
    for (const run of give) run();
    await until('playing');
    expect(played.at(-1)).toBe(
      sso instanceof Response
        ? 'https://m.test/1/play.mp3'
        : 'https://m.test/1/ondemand.mp3?token=play',
    );
  });

  it('passes the cookie against tracking to audio hosts', async () => {
    vi.spyOn(document, 'cookie', 'get').mockReturnValue('do_not_track=1');
    setUp();
    player.toggle(target(1));
    await until('playing');
    expect(played.at(-1)).toBe('https://m.test/1.mp3?client_dnt=1');
  });

  it('keeps playing while the listener signs in, and fetches the next audio with a token', async () => {
    let accessToken: string | null = null;
    const { asked } = setUp(
      { accessToken: () => accessToken },
      {
        '/v2/auth/sso': { sso: { token: 'play', expires_at: '2099-01-01T00:00:00Z' } },
        '/v2/episodes/2': { episode: episode(2, { playback_url: 'https://m.test/2/play.mp3' }) },
      },
    );
    player.toggle(target(1));
    await until('playing');
    const states: string[] = [];
    player.on('statechange', ({ state }) => states.push(state));
    accessToken = 'secret';
    player.warmUp(target(2));
    await vi.waitFor(() => expect(asked()).toContain('POST /v2/auth/sso'));
    await vi.waitFor(() => expect(sessionStorage.length).toBe(1));
    expect([player.getSnapshot().state, states]).toEqual(['playing', []]);
    player.toggle(target(2));
    await vi.waitFor(() => expect(played.at(-1)).toBe('https://m.test/2/ondemand.mp3?token=play'));
  });

  it('sends the referrer and the refusal of tracking to the media host', async () => {
    setUp({ referrer: 'https://blog.test/', client_dnt: true });
    player.toggle(target(1));
    await until('playing');
    expect(played.at(-1)).toBe(
      'https://m.test/1.mp3?referrer=https%3A%2F%2Fblog.test%2F&client_dnt=1',
    );
  });

  it('stands at the place where the listener left an episode', async () => {
    localStorage.setItem('earshot.positions', '[[1,42]]');
    setUp();
    player.load(target(1));
    await until('loaded');
    expect(player.getSnapshot()).toMatchObject({ resumeTime: 42, currentTime: 42 });
  });

  it('remembers volume and speed, which win over the volume that it is given', () => {
    setUp({ volume: 100 });
    expect(player.getSnapshot()).toMatchObject({ volume: 100, playbackRate: 1 });
    player.setVolume(35);
    player.setPlaybackRate(1.5);
    player.destroy();
    setUp({ volume: 100 });
    expect(player.getSnapshot()).toMatchObject({ volume: 35, playbackRate: 1.5 });
  });

  it('reports its calls and its waits for sound to the metrics callback', async () => {
    const told: Metric[] = [];
    await import('../src/engine/players/playback-metrics.ts'); // loaded before the sound
    setUp({ reportMetric: (metric) => told.push(metric) });
    await Promise.resolve();
    player.toggle(target(1));
    await until('playing');
    await vi.waitFor(() => expect(told).toHaveLength(2));
    expect(told.map(({ job, outcome }) => [job, outcome])).toEqual([
      ['GET /v2/episodes/{id}', 'success'],
      ['playback', 'success'],
    ]);
  });

  it('is unsupported, with the reason of the catalogue, if no audio plays', () => {
    vi.mocked(HTMLMediaElement.prototype.canPlayType).mockReturnValue('');
    const { fetch } = setUp();
    player.toggle(target(1));
    expect(player.getSnapshot()).toMatchObject({
      state: 'unsupported',
      error: 'PLAYBACK_UNSUPPORTED',
    });
    expect([fetch.mock.calls.length, document.querySelectorAll('audio').length]).toEqual([0, 0]);
  });

  it('leaves no element and no request behind, and ignores later calls', async () => {
    const { fetch } = setUp();
    player.toggle(target(1));
    await until('playing');
    expect(document.querySelectorAll('audio').length).toBeGreaterThan(0);
    player.destroy();
    player.destroy();
    expect(document.querySelectorAll('audio')).toHaveLength(0);
    const before = [fetch.mock.calls.length, played.length];
    for (const call of ['play', 'pause', 'next', 'prev', 'resume', 'warmUp', 'loadMore'] as const) {
      player[call]();
    }
    player.toggle(target(2));
    player.adopt(episode(3), { autoplay: true });
    player.seek(5);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect([fetch.mock.calls.length, played.length]).toEqual(before);
    expect(document.querySelectorAll('audio')).toHaveLength(0);
  });
});

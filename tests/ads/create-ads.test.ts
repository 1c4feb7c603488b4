import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Episode, Segment } from '../../src/contract/episodes.ts';
import { createAds } from '../../src/create-ads.ts';
import { createScope } from '../../src/lib/scope.ts';
import { pass, settle } from '../helpers/fake-time.ts';
import { adSlot, segment, target, testPlayer } from '../helpers/test-player.ts';

const NAMES =
  'impression start firstQuartile midpoint thirdQuartile complete pause resume skip error'.split(
    ' ',
  );

/** An ad of 20 s with a beacon for every event: `{name}/{event}`. */
const adOf = (name: string, duration: number | null = 20) => ({
  audio: {
    http_url: `https://cdn.test/${name}.mp3`,
    ...(duration === null ? {} : { duration }),
    events: Object.fromEntries(
      NAMES.map((event) => [event, [{ url: `https://t.test/${name}/${event}`, method: 'GET' }]]),
    ),
  },
});
const emptySlot = (): Segment => adSlot('', 0);

/** A player whose ads host answers with `ads`, and the requests that its collector has received, in order. */
async function setUp(
  items: unknown[],
  {
    episode = {},
    client_dnt = false,
    consent = true,
    isSlow = false,
  }: {
    episode?: Partial<Episode>;
    client_dnt?: boolean;
    consent?: boolean;
    /** The ads host answers only after `answer()`. */
    isSlow?: boolean;
  } = {},
) {
  const sent: string[] = [];
  const asked: URL[] = [];
  let answer = () => {};
  const due = isSlow ? new Promise<void>((resolve) => (answer = resolve)) : Promise.resolve();
  vi.stubGlobal('fetch', async (input: RequestInfo | URL) => {
    const url = new URL(String(input));
    if (url.hostname === 'ads.test') {
      asked.push(url);
      await due;
      return new Response(JSON.stringify({ response: { ads: items } }));
    }
    sent.push(url.pathname.slice(1));
    return new Response(null, { status: 204 });
  });
  const scope = createScope();
  let wired: ReturnType<typeof createAds> | null = null;
  const world = testPlayer({
    episodes: { 1: episode },
    planAds: async (...args) => wired?.plan(...args) ?? null,
    onAd: (...args) => wired?.onAd(...args),
  });
  const { player, sound } = world;
  const ads = { adsUrl: 'https://ads.test' };
  const options = { ads, apiUrl: 'https://api.test', culture: 'en', client_dnt, consent };
  wired = createAds(options, scope, player);
  player.load(target(1), { autoplay: true });
  // The answers of both hosts take a few turns of the event loop.
  await vi.advanceTimersByTimeAsync(10);
  return {
    ...world,
    sent,
    asked,
    scope,
    answer: () => answer(),
    async setConsent(given: boolean) {
      options.consent = given;
      wired?.consentChanged();
      await vi.advanceTimersByTimeAsync(10);
    },
    /** Plays the open file to its end. */
    async playThrough(seconds: number) {
      sound.start(seconds);
      await pass(seconds + 0.01);
    },
  };
}

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const WHOLE = NAMES.slice(0, 6);
const of = (name: string, ...events: string[]) => events.map((event) => `${name}/${event}`);

describe('createAds', () => {
  it('fires each event of an ad once, at its moment', async () => {
    const { sound, sent } = await setUp([adOf('pre')]);
    expect(sound.url).toBe('https://cdn.test/pre.mp3');
    expect(sent).toEqual([]); // nothing was heard yet
    sound.start(20);
    await settle();
    expect(sent).toEqual(of('pre', 'impression', 'start'));
    await pass(4.9);
    expect(sent).toHaveLength(2);
    await pass(0.4);
    expect(sent).toEqual(of('pre', 'impression', 'start', 'firstQuartile'));
    await pass(5);
    expect(sent.at(-1)).toBe('pre/midpoint');
    await pass(5);
    expect(sent.at(-1)).toBe('pre/thirdQuartile');
    await pass(4.6);
    expect(sent).toHaveLength(5);
    await pass(0.2);
    expect(sent).toEqual(of('pre', ...WHOLE));
    expect(sound.url).toBe('1.mp3');
  });

  it('plays ads before, within and after the episode, and stops the content clock for them', async () => {
    const segments = [
      emptySlot(),
      segment('1.mp3', 0, 50),
      emptySlot(),
      segment('1.mp3', 50, 100),
      emptySlot(),
    ];
    const { player, sound, sent, state } = await setUp([adOf('pre'), adOf('mid'), adOf('post')], {
      episode: { segments },
    });
    sound.start(20);
    await pass(10);
    expect(state()).toMatchObject({ currentTime: 0, duration: 100, adTimeLeft: 10 });
    await pass(10.01);
    sound.start(100);
    await pass(50.01);
    expect(sound.url).toBe('https://cdn.test/mid.mp3');
    sound.start(20);
    await pass(5);
    expect(state()).toMatchObject({ currentTime: 50, adTimeLeft: 15 });
    await pass(15.01);
    sound.start(100);
    await pass(50.01);
    expect(state().currentTime).toBeGreaterThanOrEqual(100);
    expect(sound.url).toBe('https://cdn.test/post.mp3');
    sound.start(20);
    await pass(19);
    expect(state()).toMatchObject({ currentTime: 100, adTimeLeft: 1, state: 'playing' });
    await pass(1);
    sound.end();
    await settle();
    expect(state()).toMatchObject({ state: 'ended', playing: false, adTimeLeft: 0 });
    expect(sent).toEqual([...of('pre', ...WHOLE), ...of('mid', ...WHOLE), ...of('post', ...WHOLE)]);
    player.destroy();
  });

  it('plays ads within and after an episode of unknown length', async () => {
    const { player, sound, state } = await setUp([adOf('mid'), adOf('post')], {
      episode: {
        duration: 0,
        duration_reliable: false,
        preroll: false,
        midrolls: [50],
        postroll: true,
      },
    });
    sound.start(100);
    expect(state().duration).toBe(100);
    await pass(50.01);
    expect(sound.url).toBe('https://cdn.test/mid.mp3');
    sound.start(20);
    await pass(20.01);
    expect([sound.url, state().currentTime]).toEqual(['1.mp3', 50]);
    sound.start(100);
    await pass(50.01);
    expect(sound.url).toBe('https://cdn.test/post.mp3');
    player.destroy();
  });

  it('fires pause and resume once each', async () => {
    const { player, sound, sent } = await setUp([adOf('pre')]);
    sound.start(20);
    for (let round = 0; round < 2; round += 1) {
      player.pause();
      await settle();
      player.play();
      sound.start(20);
      await settle();
    }
    expect(sent).toEqual(of('pre', 'impression', 'start', 'pause', 'resume'));
  });

  it('fires skip after a seek or the next episode, and nothing for that ad afterwards', async () => {
    const { player, sound, sent } = await setUp([adOf('pre')]);
    sound.start(20);
    await pass(1);
    player.seek(30);
    sound.start(100);
    await pass(30);
    expect(sent).toEqual(of('pre', 'impression', 'start', 'skip'));
  });

  it('fires only error for an ad that does not play, and continues with the episode', async () => {
    const { sound, sent, state } = await setUp([adOf('pre')]);
    sound.fail('failed');
    sound.start(100);
    await pass(1);
    expect(sent).toEqual(of('pre', 'error'));
    expect(sound.url).toBe('1.mp3');
    expect(state()).toMatchObject({ state: 'playing', error: null });
  });

  it('waits 10 s at most for an ad that does not start', async () => {
    const { sound, sent } = await setUp([adOf('pre')]);
    await pass(9.9);
    expect(sound.url).toBe('https://cdn.test/pre.mp3');
    await pass(0.2);
    expect(sound.url).toBe('1.mp3');
    expect(sound.isPlaying).toBe(true);
    expect(sent).toEqual(of('pre', 'error'));
  });

  it('waits 10 s at most for an ad that stalls, or 20 s if it started in between', async () => {
    const { sound, sent } = await setUp([adOf('pre')]);
    sound.start(20);
    await pass(3);
    sound.stall();
    await pass(17.1);
    expect(sound.url).toBe('1.mp3');
    expect(sent).toEqual(of('pre', 'impression', 'start', 'error'));
  });

  it('waits for an ad as long as the listener has paused it', async () => {
    const { player, sound, sent } = await setUp([adOf('pre')]);
    sound.start(20);
    await pass(3);
    player.pause();
    await pass(600);
    expect(sound.url).toBe('https://cdn.test/pre.mp3');
    player.play();
    sound.start(20);
    await pass(17.1);
    expect(sent).toEqual([
      ...of('pre', 'impression', 'start', 'pause', 'resume'),
      ...of('pre', 'firstQuartile', 'midpoint', 'thirdQuartile', 'complete'),
    ]);
  });

  it('reads the length of an ad from its file', async () => {
    const { sound, sent, state } = await setUp([adOf('pre', null)]);
    expect(state().adTimeLeft).toBe(0);
    sound.start(8);
    await pass(4.3);
    expect(state().adTimeLeft).toBe(4);
    expect(sent).toEqual(of('pre', 'impression', 'start', 'firstQuartile', 'midpoint'));
  });

  it.each([
    ['a stream', Infinity],
    ['a programme of an hour', 3_600],
  ])('ends %s in the place of an ad after the time that it has claimed', async (_, duration) => {
    const { sound, sent } = await setUp([adOf('pre')]);
    sound.start(duration);
    await pass(20.1);
    expect(sound.url).toBe('1.mp3');
    expect(sent.at(-1)).toBe('pre/complete');
  });

  it('plays two ads of one file in turn, and fires the events of both', async () => {
    const { sound, sent, playThrough } = await setUp(
      [
        adOf('a'),
        { ...adOf('b'), audio: { ...adOf('b').audio, http_url: adOf('a').audio.http_url } },
      ],
      { episode: { segments: [emptySlot(), emptySlot(), segment('1.mp3', 0, 100)] } },
    );
    await playThrough(20);
    expect(sound.url).toBe('https://cdn.test/a.mp3');
    await playThrough(20);
    expect(sound.url).toBe('1.mp3');
    expect(sent).toEqual([...of('a', ...WHOLE), ...of('b', ...WHOLE)]);
  });

  it('plays ads without beacons if tracking is refused', async () => {
    const { asked, sent, playThrough } = await setUp([adOf('pre'), { events: NO_AD }], {
      client_dnt: true,
    });
    await playThrough(20);
    expect(asked[0]?.searchParams.get('client_dnt')).toBe('1');
    expect(sent).toEqual([]);
  });

  it('asks for nothing before consent, and for the next episode after it', async () => {
    const { asked, sent, player, sound, setConsent } = await setUp([adOf('pre')], {
      consent: false,
    });
    sound.start(100);
    await pass(30);
    expect([asked, sent, sound.url]).toEqual([[], [], '1.mp3']);
    await setConsent(true);
    expect([asked, sound.url]).toEqual([[], '1.mp3']);
    player.load(target(2), { autoplay: true });
    await vi.advanceTimersByTimeAsync(10);
    expect(asked).toHaveLength(1);
    expect(sound.url).toBe('https://cdn.test/pre.mp3');
  });

  it('ends an ad and reports nothing more once consent is withdrawn', async () => {
    const { asked, sent, sound, state, setConsent } = await setUp([adOf('pre'), adOf('mid')], {
      episode: { midrolls: [50] },
    });
    sound.start(20);
    await pass(1);
    await setConsent(false);
    expect(sound.url).toBe('1.mp3');
    sound.start(100);
    await pass(50.1);
    sound.start(20); // the place of the second ad
    await settle();
    expect([sound.url, state().state]).toEqual(['1.mp3', 'playing']);
    expect(sent).toEqual(of('pre', 'impression', 'start'));
    expect(asked).toHaveLength(1);
  });

  it('fetches no ad of the plan any more once consent is withdrawn', async () => {
    const ads = [adOf('pre'), adOf('mid'), adOf('post')];
    const { sound, state, setConsent, playThrough } = await setUp(ads, {
      episode: { midrolls: [50], postroll: true },
    });
    const fetched: (string | undefined)[] = [];
    const look = () => fetched.push(sound.url, sound.prepared?.url);
    await playThrough(20);
    sound.start(100);
    await pass(1);
    await setConsent(false);
    sound.prepared = null; // remove the earlier value
    for (let second = 0; second < 100; second += 1) {
      await pass(1);
      look();
    }
    expect(state().state).toBe('ended');
    expect(fetched.filter((url) => url?.startsWith('https://cdn.test'))).toEqual([]);
  });

  it('passes over an ad that was prepared when consent was withdrawn', async () => {
    const { sound, state, setConsent, playThrough } = await setUp([adOf('pre'), adOf('mid')], {
      episode: { midrolls: [50] },
    });
    await playThrough(20);
    sound.start(100);
    await pass(49);
    expect(sound.prepared?.url).toBe('https://cdn.test/mid.mp3');
    await setConsent(false);
    await pass(2);
    expect([sound.url, state().state]).toEqual(['1.mp3', 'playing']);
  });

  it('begins with the episode if consent is withdrawn before the first sound', async () => {
    const { player, sound, setConsent, answer } = await setUp([adOf('pre')], { isSlow: true });
    player.pause();
    answer();
    await vi.advanceTimersByTimeAsync(10);
    await setConsent(false);
    player.play();
    await vi.advanceTimersByTimeAsync(10);
    expect(sound.url).toBe('1.mp3');
  });

  it.each([true, false])('plays ads that arrive late only with consent: %s', async (isGiven) => {
    const { sound, setConsent, answer } = await setUp([adOf('pre')], { isSlow: true });
    await setConsent(isGiven);
    answer();
    await vi.advanceTimersByTimeAsync(10);
    expect(sound.url).toBe(isGiven ? 'https://cdn.test/pre.mp3' : '1.mp3');
  });

  it('fires no_ad for items without audio', async () => {
    const { sent, sound } = await setUp([{ events: NO_AD }]);
    expect(sent).toEqual(['none']);
    expect(sound.url).toBe('1.mp3');
  });

  it('moves no ad into the position of one that is too long', async () => {
    const { sound, playThrough } = await setUp([adOf('long', 660), adOf('mid'), adOf('post')], {
      episode: { midrolls: [50], postroll: true },
    });
    expect(sound.url).toBe('1.mp3');
    sound.start(100);
    await pass(50.01);
    expect(sound.url).toBe('https://cdn.test/mid.mp3');
    await playThrough(20);
    sound.start(100);
    await pass(50.01);
    expect(sound.url).toBe('https://cdn.test/post.mp3');
  });

  it.each([
    ['consent is missing', { consent: false }],
    ['tracking is refused', { client_dnt: true }],
  ])('forgets the id of the browser at its start if %s', async (_, options) => {
    const kept = new Map([['earshot-ads-client', '{"uuid":"x","expires_at":1800000001000}']]);
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
    });
    await setUp([], { ...options, episode: { type: 'LIVE' } });
    expect([...kept.values()]).toEqual(['']);
  });

  it.each<[string, Partial<Episode>]>([
    ['a live stream', { type: 'LIVE' }],
    ['an episode without sound', { segments: [] }],
  ])('asks for no ads with %s', async (_, episode) => {
    const { asked } = await setUp([adOf('pre')], { episode });
    expect(asked).toEqual([]);
  });

  it('leaves no timer behind', async () => {
    const { player, scope, sound } = await setUp([adOf('pre')]);
    sound.start(20);
    await pass(1);
    player.destroy();
    scope.dispose();
    expect(vi.getTimerCount()).toBe(0);
  });
});

const NO_AD = { no_ad: [{ url: 'https://t.test/none', method: 'GET' }] };

import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as extras from '../../../src/engine/players/extras.ts';
import { createPlaylistPlayer } from '../../../src/engine/players/playlist-player.ts';
import { createPositions } from '../../../src/engine/players/positions.ts';
import type { PlannedSegment } from '../../../src/engine/rules/ad-slots.ts';
import { episodeIdOf } from '../../../src/engine/rules/station-url.ts';
import { withRecovery } from '../../../src/engine/sound/recovering-sound.ts';
import { createKeyValue } from '../../../src/lib/key-value.ts';
import { fakeSound } from '../../helpers/fake-sound.ts';
import { pass, settle } from '../../helpers/fake-time.ts';
import { API, episode, page, target } from '../../helpers/test-player.ts';

/** Numbers that JSON may contain, and that callers may pass. */
const wild = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 120 }) },
  fc.constantFrom(-5, 0.5, 1e12, Number.NaN, Infinity, -Infinity, '7', null, undefined, {}, [3]),
);
const asked = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -20, max: 250 }) },
  fc.constantFrom(Number.NaN, Infinity, -Infinity, 1e15, -0),
);

const anySegment = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constantFrom('episode', 'episode', 'audio_ad_slot', 'karaoke'),
      http_url: fc.constantFrom('a.mp3', 'a.mp3', 'b.mp3', 'ad.mp3', '', null),
      starts_at: wild,
      ends_at: wild,
      duration: wild,
      duration_reliable: fc.boolean(),
    }),
  },
  fc.constantFrom(null, 7, 'segment', {}, []),
);

const anyEpisode = fc.record(
  {
    duration: wild,
    type: fc.constantFrom('RECORDED', 'RECORDED', 'LIVE'),
    http_url: fc.constantFrom('whole.mp3', ''),
    segments: fc.oneof(fc.array(anySegment, { maxLength: 5 }), fc.constantFrom(null, 'none')),
    chapters: fc.array(fc.record({ starts_at: wild }), { maxLength: 3 }),
    midrolls: fc.array(wild, { maxLength: 3 }),
  },
  { requiredKeys: [] },
);

const CALLS = ['play', 'pause', 'next', 'prev', 'resume', 'warmUp', 'loadMore'] as const;
const QUEUE = ['addToQueue', 'playNext', 'playUpNext', 'removeFromQueue'] as const;
const LIST = 'https://api.test/list';
const SOUND = ['start', 'stall', 'end', 'block', 'failed', 'network', 'paused', 'seeked'] as const;

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom(...CALLS) }) },
  {
    weight: 7,
    arbitrary: fc.record({
      do: fc.constantFrom(...SOUND),
      length: fc.constantFrom(30, 100, 100.2, Infinity, Number.NaN),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ ticks: fc.integer({ min: 1, max: 4 }), do: fc.constant('') }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('seek', 'seekFraction'), at: asked }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('load', 'toggle', 'adopt', 'loadAndPlay'),
      id: fc.integer({ min: 1, max: 4 }),
      list: fc.constantFrom(null, LIST, 'https://api.test/broken'),
      range: fc.option(fc.tuple(asked, asked)),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constantFrom('settle', 'code'), fails: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom(...QUEUE), queued: fc.integer({ min: 1, max: 6 }) }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('wait'), s: fc.constantFrom(0.03, 1, 40) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constantFrom('loop', 'continuous', 'autoupdate'),
      on: fc.boolean(),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

interface Pending {
  resolve(): void;
  reject(): void;
}

/** The engine with dependencies that may answer late, or not at all. */
function build(episodes: readonly object[], hasAds: boolean) {
  const { createSound, sound } = fakeSound();
  const pending: Pending[] = [];
  const code: Pending[] = [];
  const wait = <Value>(list: Pending[], make: () => Value, signal?: AbortSignal) =>
    new Promise<Value>((resolve, reject) => {
      list.push({ resolve: () => resolve(make()), reject: () => reject(new Error('late')) });
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
  const of = (id: number) => ({ ...episode(id), ...(episodes[id - 1] ?? {}) }) as never;
  const ad: PlannedSegment = {
    type: 'audio_ad_slot',
    http_url: 'ad.mp3',
    duration: 5,
    duration_reliable: false,
    starts_at: 0,
    ends_at: 5,
    ad: { audio: { http_url: 'ad.mp3', duration: 5, events: {} }, events: {} },
  };
  const player = createPlaylistPlayer({
    createSound: withRecovery(createSound, {
      network: { isOnline: () => true, onOnline: () => () => {}, statusOf: async () => 404 },
      renew: async (url) => (url === 'b.mp3' ? 'b.mp3?token=2' : null),
    }),
    loadEpisode: (url, signal) => wait(pending, () => of(episodeIdOf(url) ?? 0), signal),
    loadExtras: () => wait(code, () => extras),
    episodeUrl: (id) => `${API}/${id}`,
    loadPlaylist: async (url) => {
      if (url.endsWith('broken')) throw new Error('broken');
      return page([1, 2, 3, 4], url);
    },
    ...(hasAds
      ? {
          adsOf: () => async (known) => [ad, ...(known.segments ?? []), ad] as PlannedSegment[],
        }
      : {}),
    positions: createPositions(createKeyValue(() => localStorage)),
    isSupported: true,
  });
  player.on('timeupdate', () => {}); // a listener, for a precise clock of the snapshot
  return { player, sound, pending, code, of };
}

type World = ReturnType<typeof build>;

/** Like `settle`, but the time that vitest takes for an import does not count. */
async function settleCode(): Promise<void> {
  await vi.dynamicImportSettled();
  await settle();
}

async function take({ player, sound, pending, code, of }: World, now: Step): Promise<void> {
  const { do: name } = now;
  if ('ticks' in now) for (let tick = 0; tick < now.ticks; tick += 1) await null;
  else if ('at' in now) player[now.do as 'seek'](now.at);
  else if ('id' in now) {
    const [offset_start, offset_end] = now.range ?? [];
    const to = target(now.id, { playlist_url: now.list, offset_start, offset_end });
    if (name === 'load') player.load(to);
    else if (name === 'loadAndPlay') player.load(to, { autoplay: true });
    else if (name === 'toggle') player.toggle(to);
    else player.adopt(of(now.id), { playlistUrl: now.list, autoplay: now.id > 2 });
  } else if ('fails' in now) {
    const next = (name === 'code' ? code : pending).shift();
    if (now.fails) next?.reject();
    else next?.resolve();
    await settleCode();
  } else if ('queued' in now) {
    const item = { api_url: `${API}/${now.queued}` };
    if (name === 'addToQueue' || name === 'playNext') void player[name](item);
    else void player[name as 'playUpNext'](now.queued);
  } else if ('s' in now) await pass(now.s);
  else if ('on' in now) {
    if (name === 'loop') player.setLoop(now.on);
    else if (name === 'continuous') player.setContinuous(now.on);
    else player.setAutoupdate(now.on);
    await settleCode();
  } else if ('length' in now) {
    // An element without a file sends no events, and a paused one neither starts nor ends.
    if (sound.url === '') return;
    if (name === 'failed' || name === 'network') sound.fail(name);
    else if (name === 'paused' || name === 'seeked') sound.events[name]();
    // A paused file can still be moved to its end.
    else if (!sound.isPlaying && !(name === 'end' && sound.duration > 0)) return;
    else if (name === 'start') sound.start(now.length);
    else sound[name as 'stall' | 'end' | 'block']();
    await settle();
  } else player[name as (typeof CALLS)[number]]();
}

function check({ player, sound }: World): void {
  const { state, playing, currentTime, duration, ...now } = player.getSnapshot();
  for (const number of [currentTime, duration, now.fileTime, now.adTimeLeft, now.bufferedEnd]) {
    expect(number).toSatisfy(Number.isFinite);
    expect(number).toBeGreaterThanOrEqual(0);
  }
  // A length of 0 is an unknown length.
  if (duration > 0) expect(currentTime).toBeLessThanOrEqual(duration);
  if (['idle', 'loaded', 'paused', 'ended', 'error', 'unsupported'].includes(state)) {
    expect({ state, playing, isPlaying: sound.isPlaying }).toEqual({
      state,
      playing: false,
      isPlaying: false,
    });
  }
  if (state === 'playing' || state === 'waiting') expect(playing).toBe(true);
  expect(now.error === null).toBe(state !== 'error' && state !== 'unsupported');
  if (now.episode) expect(now.episode.episode_id).toBe(now.currentId);
  if (now.offsetEnd !== null && now.episode?.type !== 'LIVE') {
    expect(now.offsetEnd).toBeGreaterThan(now.offsetStart ?? 0);
    expect(currentTime).toBeLessThanOrEqual(now.offsetEnd + 0.1);
  }
  const addresses = now.playlist.map(({ api_url }) => api_url);
  expect(new Set(addresses).size).toBe(addresses.length);
  if (now.playlistUrl === null) expect(addresses.length).toBeLessThanOrEqual(1);
  expect(now.stationUrl === null || now.stationUrl.startsWith(API)).toBe(true);
}

/** The state according to the events alone, for comparison with the snapshot. */
function listenTo({ player }: World) {
  const heard = { playing: false, state: 'idle', currentTime: 0, duration: 0, volume: 80 };
  player.on('play', () => {
    expect(heard.playing).toBe(false);
    heard.playing = true;
  });
  player.on('pause', () => {
    expect(heard.playing).toBe(true);
    heard.playing = false;
  });
  player.on('playing', () => expect(heard).toMatchObject({ playing: true, state: 'playing' }));
  player.on('ended', () => expect(heard).toMatchObject({ playing: false, state: 'ended' }));
  player.on('error', () => expect(heard).toMatchObject({ playing: false, state: 'error' }));
  player.on('statechange', ({ state }) => {
    heard.state = state;
  });
  player.on('timeupdate', ({ currentTime }) => {
    heard.currentTime = currentTime;
  });
  player.on('durationchange', ({ duration }) => {
    heard.duration = duration;
  });
  return heard;
}

/** After any history: a click on another episode leads to sound, and a destroyed player stays silent. */
async function finish(world: World, steps: readonly Step[], list: string | null): Promise<void> {
  const { player, sound, pending, code } = world;
  player.load(target(9, { playlist_url: list }), { autoplay: true });
  const late = list ? [code, pending] : [pending, code];
  for (const waiting of late) {
    while (waiting.length > 0) {
      waiting.shift()?.resolve();
      await settleCode();
    }
  }
  await settle();
  expect(sound.isPlaying).toBe(true);
  sound.start(100);
  expect(player.getSnapshot()).toMatchObject({ currentId: 9, state: 'playing', error: null });
  player.destroy();
  const asked = pending.length;
  for (const now of steps) await take(world, now);
  await settle();
  expect([sound.isDestroyed, sound.isPlaying, sound.url]).toEqual([true, false, '']);
  expect([vi.getTimerCount(), pending.length]).toEqual([0, asked]);
}

const uncaught = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  process.on('unhandledRejection', uncaught);
  process.on('uncaughtException', uncaught);
});
afterEach(() => {
  vi.useRealTimers();
  process.off('unhandledRejection', uncaught);
  process.off('uncaughtException', uncaught);
  expect(uncaught).not.toHaveBeenCalled();
});

describe('any episodes, any calls and sound events, in any order', () => {
  it('stay within the rules: position in range, never playing in error, no sound that is not wanted', {
    timeout: 60_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyEpisode, { maxLength: 4 }),
        fc.boolean(),
        fc.array(step, { maxLength: 30 }),
        fc.constantFrom(null, LIST),
        async (episodes, hasAds, steps, list) => {
          vi.clearAllTimers(); // of an earlier failed run
          uncaught.mockReset();
          const world = build(episodes, hasAds);
          const heard = listenTo(world);
          for (const now of steps) {
            await take(world, now);
            check(world);
            expect(world.player.getSnapshot()).toMatchObject(heard);
          }
          await finish(world, steps, list);
          expect(uncaught).not.toHaveBeenCalled();
        },
      ),
      { numRuns: 500 },
    );
  });
});

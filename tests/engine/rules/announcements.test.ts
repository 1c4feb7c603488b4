import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PlayerEvents, PlayerSnapshot } from '../../../src/engine/player.ts';
import { announcements, isSameSnapshot } from '../../../src/engine/rules/announcements.ts';
import { IDLE_SNAPSHOT } from '../../../src/engine/rules/snapshot.ts';
import { fakeTime, settle } from '../../helpers/fake-time.ts';
import { FEED, page, target, testPlayer } from '../../helpers/test-player.ts';

/** The events of one change, in their order. */
const EVENTS = [
  'episodechange',
  'durationchange',
  'play',
  'blocked',
  'pause',
  'statechange',
  'playing',
  'waiting',
  'ended',
  'error',
  'segmentchange',
  'chapterchange',
  'timeupdate',
  'volumechange',
  'ratechange',
  'seeked',
] as const satisfies (keyof PlayerEvents)[];

fakeTime();

describe('the events of a player', () => {
  it('come in this order from the click to the end', async () => {
    const { player, sound, told, note } = testPlayer();
    note(...EVENTS);
    const since = () => told.splice(0);
    player.load(target(1), { autoplay: true });
    expect(since()).toEqual(['play', 'statechange']);
    await settle();
    expect(since()).toEqual([
      'episodechange',
      'durationchange',
      'statechange',
      'waiting',
      'segmentchange',
    ]);
    sound.start(100);
    expect(since()).toEqual(['statechange', 'playing']);
    sound.stall();
    expect(since()).toEqual(['statechange', 'waiting']);
    sound.start();
    expect(since()).toEqual(['statechange', 'playing']);
    player.pause();
    expect(since()).toEqual(['pause', 'statechange']);
    player.play();
    sound.start();
    since();
    sound.end();
    expect(since()).toEqual(['pause', 'statechange', 'ended', 'timeupdate']);
    player.destroy();
  });

  it('tell of pause before error', async () => {
    const { player, sound, told, note, listen } = testPlayer();
    await listen();
    note(...EVENTS);
    sound.fail('failed');
    expect(told).toEqual(['pause', 'statechange', 'error']);
    player.destroy();
  });

  it('carry the changed values', async () => {
    const { player } = testPlayer();
    const heard = vi.fn();
    player.on('volumechange', heard);
    player.on('ratechange', heard);
    player.setVolume(40);
    player.setVolume(40);
    player.setPlaybackRate(2);
    expect(heard.mock.calls).toEqual([[{ volume: 40, muted: false }], [{ playbackRate: 2 }]]);
    player.destroy();
  });

  it('keep their order if a listener calls the player', async () => {
    const { player, told, note, listen, state } = testPlayer();
    player.on('play', () => player.pause());
    note('play', 'statechange', 'pause');
    player.load(target(1));
    await settle();
    told.length = 0;
    await listen();
    expect(told.slice(0, 4)).toEqual(['play', 'statechange', 'pause', 'statechange']);
    expect(state()).toMatchObject({ playing: false });
    player.destroy();
  });

  it('go no further once a listener has destroyed the player', async () => {
    const { player, note, told, sound } = testPlayer();
    player.on('play', () => player.destroy());
    note('play', 'waiting');
    player.load(target(1), { autoplay: true });
    await settle();
    expect([told, sound.isDestroyed, vi.getTimerCount()]).toEqual([[], true, 0]);
  });

  it('leave the end to a listener that has loaded something else', async () => {
    const { player, sound, state, listen } = testPlayer({ feeds: { [FEED]: page([1, 2, 3, 4]) } });
    await listen(target(1, { playlist_url: FEED }));
    const off = player.on('ended', () => {
      player.load(target(3, { playlist_url: FEED }), { autoplay: true });
    });
    sound.end();
    await settle();
    expect([state().currentId, sound.url]).toEqual([3, '3.mp3']);
    off();
    player.on('ended', () => player.seek(10));
    sound.start(100);
    sound.end();
    await settle();
    expect(state()).toMatchObject({ currentId: 3, state: 'paused', currentTime: 10 });
    player.destroy();
  });
});

describe('announcements', () => {
  const shown = { episode: { episode_id: 1 }, segment: {}, chapter: {} };
  const snapshot = fc
    .record({
      episode: fc.constantFrom(null, shown.episode),
      segment: fc.constantFrom(null, shown.segment),
      chapter: fc.constantFrom(null, shown.chapter),
      state: fc.constantFrom('loading', 'waiting', 'playing', 'ended', 'error'),
      playing: fc.boolean(),
      error: fc.constantFrom(null, 'NETWORK'),
      currentTime: fc.constantFrom(0, 1),
      duration: fc.constantFrom(0, 9),
      volume: fc.constantFrom(0, 50),
      playbackRate: fc.constantFrom(1, 2),
    })
    .map((fields) => ({ ...IDLE_SNAPSHOT, ...fields }) as PlayerSnapshot);

  it('report each change once, in the order of the list, and nothing if nothing has changed', () => {
    fc.assert(
      fc.property(snapshot, snapshot, (before, after) => {
        const names = announcements(before, after).map(([name]) => name);
        expect(names).toEqual(EVENTS.filter((name) => names.includes(name)));
        expect(names.includes('play')).toBe(after.playing && !before.playing);
        expect(names.includes('pause')).toBe(before.playing && !after.playing);
        expect(names.includes('statechange')).toBe(before.state !== after.state);
        expect(names.includes('timeupdate')).toBe(before.currentTime !== after.currentTime);
        if (isSameSnapshot(before, after)) expect(names).toEqual([]);
        expect(announcements(after, { ...after })).toEqual([]);
      }),
    );
  });
});

describe('a listener that throws', () => {
  const uncaught = vi.fn();
  beforeEach(() => {
    uncaught.mockReset();
    process.on('uncaughtException', uncaught);
  });
  afterEach(() => {
    process.off('uncaughtException', uncaught);
  });

  it('stops neither the player nor the others, and is reported as an uncaught error', async () => {
    const { player, sound, state, told, note } = testPlayer();
    const broken = () => {
      throw new Error('not ours');
    };
    player.on('play', broken);
    player.subscribe(broken);
    note('play');
    player.load(target(1), { autoplay: true });
    await settle();
    sound.start(100);
    await settle();
    expect([state().state, sound.isPlaying, told]).toEqual(['playing', true, ['play']]);
    expect(uncaught).toHaveBeenCalledWith(new Error('not ours'), 'uncaughtException');
    player.destroy();
  });
});

import { describe, expect, it, vi } from 'vitest';
import type { Chapter, Segment } from '../../../src/contract/episodes.ts';
import type { PlayerSnapshot } from '../../../src/engine/player.ts';
import { fakeTime, pass, settle } from '../../helpers/fake-time.ts';
import { adSlot, episode, segment, target, testPlayer } from '../../helpers/test-player.ts';

/** All reported, linked and requested times are content seconds, which do not count inserted audio. */

fakeTime();

const chapter = (starts_at: number, title: string): Chapter => ({
  starts_at,
  ends_at: null,
  title,
  url: null,
  image_url: null,
});

/**
 * 60 s of content in two files: the second begins at 5 s of its file, after an ad in the middle; another ad comes
 * first.
 */
const SEGMENTS: Segment[] = [
  adSlot('pre.mp3', 10),
  segment('a.mp3', 0, 20),
  adSlot('mid.mp3', 10),
  segment('b.mp3', 5, 45),
];
const known = {
  duration: 60,
  segments: SEGMENTS,
  chapters: [chapter(0, 'one'), chapter(15, 'two'), chapter(30, 'three')],
};
const setUp = () => testPlayer({ episodes: { 1: known } });
const shown = ({ currentTime, fileTime, adTimeLeft, chapter: at }: PlayerSnapshot) => [
  Math.round(currentTime),
  Math.round(fileTime),
  adTimeLeft,
  at?.title,
];

describe('the content clock', () => {
  it('counts the content and stands still in an ad, from beginning to end', async () => {
    const { player, sound, state, listen } = setUp();
    const urls: string[] = [];
    player.on('segmentchange', ({ segment: next }) => urls.push(next?.http_url ?? ''));
    await listen(target(1), 10);
    expect([state().duration, shown(state())]).toEqual([60, [0, 0, 10, 'one']]);
    await pass(4);
    expect(shown(state())).toEqual([0, 4, 6, 'one']);
    await pass(6);
    sound.start(20);
    await pass(16);
    expect(shown(state())).toEqual([16, 16, 0, 'two']);
    await pass(4.1);
    sound.start(10);
    await pass(3);
    expect(shown(state())).toEqual([20, 3, 7, 'two']);
    await pass(7);
    sound.start(45);
    await pass(11);
    expect(shown(state())).toEqual([31, 16, 0, 'three']);
    expect(urls).toEqual(['pre.mp3', 'a.mp3', 'mid.mp3', 'b.mp3']);
    player.destroy();
  });

  it('announces chapters: each ends where the next starts, and the last has no end', async () => {
    const { player, state, sound, listen } = setUp();
    const ends: (number | null | undefined)[] = [];
    player.on('chapterchange', ({ chapter: at }) => ends.push(at?.ends_at));
    await listen(target(1), 10);
    player.seek(1);
    sound.start(20);
    player.seek(15);
    player.seek(59);
    expect(ends).toEqual([15, 30, null]);
    expect(state().episode?.chapters.map(({ ends_at }) => ends_at)).toEqual([15, 30, null]);
    player.destroy();
  });

  it.each([
    [
      'before it is loaded',
      (player: ReturnType<typeof setUp>['player']) => player.load(target(1), { currentTime: 33 }),
    ],
    [
      'with its data here',
      (player: ReturnType<typeof setUp>['player']) =>
        player.adopt(episode(1, known), { currentTime: 33 }),
    ],
  ])('takes a deep link to the same second, whatever ad comes first: %s', async (_, open) => {
    const { player, sound, state } = setUp();
    open(player);
    await settle();
    expect(state()).toMatchObject({
      state: 'loaded',
      currentTime: 33,
      chapter: { title: 'three' },
    });
    player.play();
    sound.start(10);
    await pass(9);
    expect([sound.url, state().currentTime, sound.prepared]).toEqual([
      'pre.mp3',
      33,
      { url: 'b.mp3', fileTime: 18 }, // not the beginning, because no seek leads there
    ]);
    await pass(1.1);
    expect([sound.url, sound.fileTime, state().currentTime]).toEqual(['b.mp3', 18, 33]);
    player.destroy();
  });

  it('prepares the next file before it is needed', async () => {
    const { player, sound, listen } = setUp();
    await listen(target(1), 10);
    player.seek(3);
    sound.start(20);
    await pass(1);
    expect(sound.prepared).toEqual({ url: 'a.mp3', fileTime: 0 }); // left over from the first ad
    await pass(2);
    expect(sound.prepared).toEqual({ url: 'mid.mp3', fileTime: 0 });
    player.destroy();
  });

  it('continues after an ad where it stopped, although the timer of the cut was late', async () => {
    const cut = [segment('a.mp3', 0, 20), adSlot('mid.mp3', 10), segment('a.mp3', 20, 40)];
    const { player, sound, state, listen } = testPlayer({
      episodes: { 1: { duration: 40, segments: cut } },
    });
    await listen(target(1), 40);
    await pass(19.99);
    vi.setSystemTime(Date.now() + 120); // the sound is ahead of its timers
    await pass(0.02);
    expect([sound.url, state().currentTime]).toEqual(['mid.mp3', 20]);
    sound.start(10);
    const heardTo = 20.12;
    await pass(1);
    expect(sound.prepared?.fileTime).toBeCloseTo(heardTo, 1);
    await pass(9.1);
    expect([sound.url, state().segment?.starts_at]).toEqual(['a.mp3', 20]);
    expect(sound.fileTime).toBeCloseTo(heardTo, 1);
    player.seek(5);
    player.seek(20);
    expect(sound.fileTime).toBe(20);
    player.destroy();
  });

  it('goes on if a segment lies beyond the end of its file, and ends without a start', async () => {
    const cuts = [segment('a.mp3', 5, 9), segment('b.mp3', 80, 90), segment('c.mp3', 0, 4)];
    const { player, sound, state, listen } = testPlayer({
      episodes: { 1: { duration: 18, segments: cuts } },
    });
    await listen(target(1), 9);
    sound.end();
    expect(sound.url).toBe('b.mp3');
    sound.duration = 30;
    sound.end();
    expect([sound.url, state().error]).toEqual(['c.mp3', null]);
    player.destroy();
  });

  it('tells how much is buffered in content seconds, and nothing while an ad plays first', async () => {
    const { player, sound, state, listen } = setUp();
    await listen(target(1), 10);
    sound.bufferedEnd = 8;
    await pass(1);
    expect(state().bufferedEnd).toBe(0);
    player.seek(25);
    sound.bufferedEnd = 30;
    sound.start(45);
    await pass(1);
    expect(state().bufferedEnd).toBe(45);
    player.destroy();
  });

  it('learns the length of a file that was only claimed', async () => {
    const { player, sound, state } = testPlayer({
      episodes: { 1: { duration: 100, duration_reliable: false } },
    });
    player.load(target(1), { autoplay: true });
    await settle();
    expect(state().duration).toBe(100);
    sound.start(123);
    expect(state().duration).toBe(123);
    player.seek(1000);
    expect(state().currentTime).toBe(123);
    player.destroy();
  });

  it('trusts the bytes more than a wrong length: the end is the end of the file', async () => {
    const { player, sound, state, listen } = testPlayer({ episodes: { 1: { duration: 100 } } });
    await listen(target(1), 90);
    await pass(90);
    sound.end();
    expect(state()).toMatchObject({ state: 'ended', currentTime: 100 });
    player.destroy();
  });

  it('has no length and no seek for a live episode, which plays at its present', async () => {
    const { player, sound, state } = testPlayer({
      episodes: { 1: { type: 'LIVE', duration: 0, http_url: 'live.m3u8', segments: SEGMENTS } },
    });
    player.load(target(1), { autoplay: true, currentTime: 50 });
    await settle();
    expect([sound.url, sound.fileTime]).toEqual(['live.m3u8', 0]);
    sound.start(Infinity);
    await pass(30);
    player.seek(10);
    expect(state()).toMatchObject({ state: 'playing', duration: 0, bufferedEnd: 0 });
    player.pause();
    expect(sound.url).toBe(''); // an inaudible stream is not fetched
    player.play();
    expect([sound.url, sound.isPlaying, state().state]).toEqual(['live.m3u8', true, 'waiting']);
    player.destroy();
  });
});

describe('seeked', () => {
  it('is sent once for each seek of the listener, and for nothing else', async () => {
    const { player, sound, told, note } = setUp();
    note('seeked');
    player.load(target(1));
    await settle();
    player.seek(3);
    expect(told).toHaveLength(1); // before the first file is open, no event can be pending
    player.play();
    sound.start(10);
    await pass(10.1);
    sound.start(20);
    sound.events.seeked(); // of the file that was opened at its 3rd second
    expect(told).toHaveLength(1);
    player.seek(10);
    sound.events.seeked();
    expect(told).toHaveLength(2);
    player.seek(50);
    sound.start(45);
    sound.events.seeked();
    expect(told).toHaveLength(3);
    player.pause();
    player.seek(5);
    sound.events.ready(); // of another file, which is at the requested position
    expect(told).toHaveLength(4);
    player.destroy();
  });
});

describe('the end of a sound that is paused', () => {
  it('ends the episode, and plays nothing', async () => {
    const { player, sound, state, listen } = testPlayer({
      feeds: {
        list: { playlist: { items: [{ api_url: target(2).station_url }], next_url: null } },
      },
    });
    await listen(target(1, { playlist_url: 'list' }));
    player.pause();
    player.seek(100);
    sound.end();
    await settle();
    expect(state()).toMatchObject({
      state: 'ended',
      currentId: 1,
      playing: false,
      hasNext: true,
    });
    expect(sound.isPlaying).toBe(false);
    player.destroy();
  });

  it('goes to the next segment, and plays it when asked', async () => {
    const { player, sound, state, listen } = setUp();
    await listen(target(1), 10);
    player.pause();
    sound.end();
    expect([sound.url, sound.isPlaying, state().state]).toEqual(['a.mp3', false, 'paused']);
    player.play();
    expect([sound.fileTime, sound.isPlaying]).toEqual([0, true]);
    player.destroy();
  });
});

describe('a range that ends with a segment', () => {
  it('begins neither the ad nor the file after it', async () => {
    const { player, sound, state } = setUp();
    player.load(target(1, { offset_start: 15, offset_end: 20 }), { autoplay: true });
    await settle();
    sound.start(10);
    await pass(10.1);
    expect([sound.url, sound.fileTime]).toEqual(['a.mp3', 15]);
    sound.start(20);
    await pass(4.9);
    sound.end();
    expect(state()).toMatchObject({ state: 'paused', currentTime: 20, offsetEnd: null });
    expect(sound.isPlaying).toBe(false);
    player.destroy();
  });

  it('does not go on to the next episode', async () => {
    const { player, sound, state } = testPlayer({
      feeds: {
        list: { playlist: { items: [{ api_url: target(2).station_url }], next_url: null } },
      },
    });
    const range = { playlist_url: 'list', offset_start: 90, offset_end: 100 };
    player.load(target(1, range), { autoplay: true });
    await settle();
    sound.start(100);
    await pass(9.9);
    sound.end();
    await settle();
    expect([state().currentId, state().state, sound.isPlaying]).toEqual([1, 'ended', false]);
    player.destroy();
  });
});

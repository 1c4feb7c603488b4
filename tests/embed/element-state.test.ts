import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { INITIAL_STATE, patch, reduce } from '../../src/embed/element-state.ts';
import { defineEarshotPlayer } from '../../src/embed/index.ts';

describe('defineEarshotPlayer', () => {
  it('does nothing on a server', async () => {
    expect(globalThis.customElements).toBeUndefined();
    await expect(defineEarshotPlayer()).resolves.toBeUndefined();
  });
});

describe('reduce', () => {
  it.each([
    ['play', undefined, { paused: false }, ['play']],
    ['ended', undefined, { ended: true }, ['ended']],
    ['seeked', undefined, { seeking: false }, ['seeked']],
    [
      'timeupdate',
      { seconds: 3, duration: 9 },
      { currentTime: 3, duration: 9, readyState: 1 },
      ['durationchange', 'loadedmetadata', 'timeupdate'],
    ],
    ['volumechange', { volume: 40, muted: false }, { volume: 0.4 }, ['volumechange']],
    ['ratechange', { playbackRate: 2 }, { playbackRate: 2 }, ['ratechange']],
    ['statechange', { state: 'playing' }, { readyState: 4 }, ['loadedmetadata', 'playing']],
    ['error', { code: -1, msg: 'X' }, { error: { code: 4, message: 'X' } }, ['error']],
    ['error', { code: -1, msg: 'NETWORK' }, { error: { code: 2, message: 'NETWORK' } }, ['error']],
    ['resize', { height: 1 }, {}, []],
  ] as const)(
    'maps %s to the state and events of a media element',
    (name, value, state, events) => {
      const change = reduce(INITIAL_STATE, name, value as never);
      expect(change.state).toMatchObject(state);
      expect(change.events).toEqual(events);
    },
  );

  it('keeps the volume while muted', () => {
    const { state } = reduce({ ...INITIAL_STATE, volume: 0.7 }, 'volumechange', {
      volume: 0,
      muted: true,
    });
    expect(state).toMatchObject({ volume: 0.7, muted: true });
  });

  it('has no duration if the player reports 0', () => {
    expect(
      reduce(INITIAL_STATE, 'timeupdate', { seconds: 1, duration: 0 }).state.duration,
    ).toBeNaN();
  });

  it('has paused after an error, also of a player that was to continue another one', () => {
    const failed = reduce({ ...INITIAL_STATE, paused: false }, 'error', { code: -1, msg: 'X' });
    expect([failed.state.paused, ...failed.events]).toEqual([true, 'pause', 'error']);
  });

  it('plays on if another script of the page has called an unknown method', () => {
    const error = { code: 2, msg: 'Method not supported: x' };
    const { state } = reduce({ ...INITIAL_STATE, paused: false }, 'error', error);
    expect([state.paused, state.error]).toEqual([false, null]);
  });

  it('fires pause once at the end', () => {
    const playing = reduce(INITIAL_STATE, 'play', undefined).state;
    const paused = reduce(playing, 'pause', undefined);
    const ended = reduce(paused.state, 'ended', undefined);
    expect([...paused.events, ...ended.events]).toEqual(['pause', 'ended']);
  });

  it('seeks to the start if it plays again after its end', () => {
    const ended = {
      ...INITIAL_STATE,
      currentTime: 9,
      duration: 9,
      ended: true,
      readyState: 1,
    } as const;
    const again = reduce(ended, 'timeupdate', { seconds: 0, duration: 9 });
    expect([again.state.ended, ...again.events]).toEqual([
      false,
      'seeking',
      'seeked',
      'timeupdate',
    ]);
    const sought = patch(ended, { seeking: true });
    const moved = reduce(sought.state, 'timeupdate', { seconds: 4, duration: 9 });
    expect([...sought.events, ...moved.events]).toEqual(['seeking', 'timeupdate']);
  });

  it('starts over with another episode', () => {
    const at = {
      ...INITIAL_STATE,
      currentTime: 40,
      duration: 90,
      ended: true,
      readyState: 4 as const,
    };
    expect(reduce(at, 'episodechange', { episode_id: 2, title: '' }).state).toMatchObject({
      currentTime: 0,
      ended: false,
      readyState: 0,
    });
  });
});

describe('patch', () => {
  it('fires no event if nothing changed', () => {
    fc.assert(
      fc.property(fc.double(), fc.double({ min: 0, max: 1 }), (duration, volume) => {
        const { state } = patch(INITIAL_STATE, { duration, volume });
        expect(patch(state, { duration, volume }).events).toEqual([]);
      }),
    );
  });
});

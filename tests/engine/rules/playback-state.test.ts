import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IDLE, type PlaybackEvent, transition } from '../../../src/engine/rules/playback-state.ts';

const run = (...events: PlaybackEvent[]) => events.reduce(transition, IDLE);

const EVENTS: PlaybackEvent[] = [
  'play',
  'pause',
  'load',
  'loaded',
  'started',
  'stalled',
  'blocked',
  'seek',
  'finished',
  'failed',
  'unsupported',
  'released',
];

describe('transition', () => {
  it('goes from idle by way of loading to loaded', () => {
    expect(run('load').status).toBe('loading');
    expect(run('load', 'loaded')).toEqual({ status: 'loaded', playing: false });
  });

  it('starts sound once loaded when play was pressed first', () => {
    expect(run('play')).toEqual({ status: 'loading', playing: true });
    expect(run('play', 'loaded')).toEqual({ status: 'waiting', playing: true });
    expect(run('play', 'loaded', 'started')).toEqual({ status: 'playing', playing: true });
  });

  it.each(['failed', 'finished'] as const)('clears the playing flag on %s', (event) => {
    expect(run('play', 'loaded', 'started', event).playing).toBe(false);
  });

  it('retries on play after an error', () => {
    expect(run('load', 'failed', 'play')).toEqual({ status: 'loading', playing: true });
  });

  it('moves to paused on a seek after the end', () => {
    expect(run('play', 'loaded', 'started', 'finished', 'seek').status).toBe('paused');
  });

  it('is an error when a sound ends before it was loaded', () => {
    expect(run('load', 'finished').status).toBe('error');
  });

  it('is honest when the browser blocks the sound', () => {
    expect(run('load', 'loaded', 'play', 'blocked')).toEqual({ status: 'paused', playing: false });
  });

  it('does not play a sound that was paused while it waited', () => {
    expect(run('load', 'loaded', 'play', 'pause', 'started')).toEqual({
      status: 'paused',
      playing: false,
    });
  });

  it('stays unsupported until it is released', () => {
    expect(run('unsupported', 'play', 'load').status).toBe('unsupported');
    expect(run('unsupported', 'released')).toEqual(IDLE);
  });

  it('gives the same object when nothing changes', () => {
    const state = run('load', 'loaded');
    expect(transition(state, 'loaded')).toBe(state);
  });

  it('never plays in an error, at the end, or if audio is not supported', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...EVENTS)), (events) => {
        const { status, playing } = run(...events);
        if (['idle', 'error', 'ended', 'unsupported', 'paused', 'loaded'].includes(status))
          expect(playing).toBe(false);
        if (status === 'playing' || status === 'waiting') expect(playing).toBe(true);
      }),
    );
  });
});

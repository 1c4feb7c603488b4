// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { canSeek, failureOf, isHls, isHosted } from '../../../src/engine/sound/audio-facts.ts';

afterEach(() => void vi.restoreAllMocks());

describe('isHls', () => {
  it.each([
    ['https://m.test/list.m3u8', undefined, true],
    ['https://m.test/list.m3u8?token=a', '', true],
    ['https://m.test/live', 'application/vnd.apple.mpegurl', true],
    ['https://m.test/live', 'audio/x-mpegURL', true],
    ['https://m.test/a.mp3', 'audio/mpeg', false],
    ['https://m.test/list.m3u8.mp3', undefined, false],
  ])('%s of the type %s: %s', (url, mimeType, expected) => {
    expect(isHls(mimeType === undefined ? { url } : { url, mimeType })).toBe(expected);
  });
});

describe('isHosted', () => {
  it.each([
    [`/media/audio/${'0a'.repeat(32)}.mp3`, true],
    [`https://cdn.test/audio/${'0a'.repeat(32)}.m4a?client_dnt=1`, true],
    ['https://cdn.test/episodes/7/ondemand.mp3?token=a', true],
    ['https://m.test/audio/tide.mp3', false],
    ['https://m.test/episodes/7/tide.mp3', false],
  ])('%s: %s', (url, expected) => {
    expect(isHosted(url)).toBe(expected);
  });
});

describe('canSeek', () => {
  it.each([
    [50, 100, 40, true],
    [50, 100, 60, false],
    [99.5, 100, 120, true], // a second beyond the end counts as the end
    [0, Number.NaN, 5, false],
  ])('seekable to %d of %d, %d: %s', (end, duration, target, expected) => {
    const audio = { seekable: { length: 1, end: () => end }, duration };
    expect(canSeek(audio as unknown as HTMLAudioElement, target)).toBe(expected);
  });

  it('is true for the beginning alone if nothing is seekable', () => {
    const audio = { seekable: { length: 0 }, duration: 100 } as HTMLAudioElement;
    expect([canSeek(audio, 0), canSeek(audio, 1)]).toEqual([true, false]);
  });
});

describe('failureOf', () => {
  const NETWORK = 2;
  const NOT_SUPPORTED = 4;
  it.each([
    ['a broken connection', NETWORK, true, 'audio/mpeg', 'network'],
    ['a browser that is offline', NOT_SUPPORTED, false, 'audio/mpeg', 'network'],
    ['a missing or broken file', NOT_SUPPORTED, true, 'audio/mpeg', 'failed'],
    ['a file of unknown type', NOT_SUPPORTED, true, '', 'failed'],
    ['a type that the browser does not play', NOT_SUPPORTED, true, 'audio/midi', 'unsupported'],
  ])('%s', (_, code, isOnline, mimeType, expected) => {
    vi.stubGlobal('MediaError', { MEDIA_ERR_NETWORK: NETWORK });
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
    const audio = {
      error: { code },
      canPlayType: (type: string) => (type === 'audio/mpeg' ? 'probably' : ''),
    };
    const source = { url: 'https://m.test/a', mimeType };
    expect(failureOf(audio as unknown as HTMLAudioElement, source)).toBe(expected);
    vi.unstubAllGlobals();
  });
});

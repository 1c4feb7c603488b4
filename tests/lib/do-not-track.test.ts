import { afterEach, describe, expect, it, vi } from 'vitest';
import { isTrackingRefused } from '../../src/lib/do-not-track.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('isTrackingRefused', () => {
  it.each([
    ['Do Not Track', { doNotTrack: '1' }, ''],
    ['Global Privacy Control', { globalPrivacyControl: true }, ''],
    ['the cookie dnt', {}, 'a=1; dnt=1'],
    ['the cookie do_not_track', {}, 'do_not_track=true; b=2'],
    ['the cookie do-not-track', {}, 'do-not-track=yes'],
  ])('is true with %s', (_, navigator, cookie) => {
    expect(isTrackingRefused({ navigator, cookie })).toBe(true);
  });

  it.each([
    ['nothing said', {}, ''],
    ['Do Not Track off', { doNotTrack: '0' }, ''],
    ['Do Not Track unspecified', { doNotTrack: 'unspecified' }, ''],
    ['Global Privacy Control off', { globalPrivacyControl: false }, ''],
    ['a cookie that says no', {}, 'dnt=0'],
    ['a cookie of a like name', {}, 'no_dnt=1; dnt2=1; dnt=10'],
  ])('is false with %s', (_, navigator, cookie) => {
    expect(isTrackingRefused({ navigator, cookie })).toBe(false);
  });

  it('is false in an opaque origin, whose cookies throw', () => {
    const refusing = Object.defineProperty({}, 'cookie', {
      get() {
        throw new DOMException('sandboxed', 'SecurityError');
      },
    });
    vi.stubGlobal('document', refusing);
    expect(isTrackingRefused()).toBe(false);
  });
});

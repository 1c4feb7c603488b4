import { describe, expect, it } from 'vitest';
import { playbackUrl } from '../../../src/engine/rules/playback-url.ts';

const episode = {
  http_url: 'https://m.test/a.mp3',
  playback_url: 'https://api.test/v2/episodes/1/play.mp3',
};
const own = { type: 'episode', http_url: episode.http_url } as const;
const none = { token: null };

describe('playbackUrl', () => {
  it('turns play.mp3 of a playback_url into ondemand.mp3 with the token as a query parameter', () => {
    expect(playbackUrl(episode, own, { token: 'a b&c' })).toBe(
      'https://api.test/v2/episodes/1/ondemand.mp3?token=a%20b%26c',
    );
  });

  it('keeps the query and the fragment of the address', () => {
    const playback_url = `${episode.playback_url}?key=1#t=5`;
    expect(playbackUrl({ ...episode, playback_url }, own, { token: 'x' })).toBe(
      'https://api.test/v2/episodes/1/ondemand.mp3?key=1&token=x#t=5',
    );
  });

  it('leaves the address as it is without a token', () => {
    expect(playbackUrl(episode, own, none)).toBe(episode.playback_url);
  });

  it.each([
    ['another path of the API', 'https://api.test/v2/episodes/1/stream.mp3'],
    ['a name that only ends alike', 'https://api.test/v2/display.mp3'],
  ])('gives no token to %s', (_, playback_url) => {
    expect(playbackUrl({ ...episode, playback_url }, own, { token: 'x' })).toBe(playback_url);
  });

  it('gives no token to a media host, an ad, or another file of the episode', () => {
    const token = { token: 'x' };
    expect(playbackUrl({ ...episode, playback_url: null }, own, token)).toBe(episode.http_url);
    const ad = { type: 'audio_ad_slot', http_url: 'https://ads.test/play.mp3' } as const;
    expect(playbackUrl(episode, ad, token)).toBe(ad.http_url);
    const part = { type: 'episode', http_url: 'https://m.test/part2.mp3' } as const;
    expect(playbackUrl(episode, part, token)).toBe(part.http_url);
  });

  it('tells the media host the referrer and the refusal to be tracked, when enabled', () => {
    const options = { ...none, referrer: 'https://blog.test/?a=1', client_dnt: true };
    expect(playbackUrl({ ...episode, playback_url: null }, own, options)).toBe(
      'https://m.test/a.mp3?referrer=https%3A%2F%2Fblog.test%2F%3Fa%3D1&client_dnt=1',
    );
  });
});

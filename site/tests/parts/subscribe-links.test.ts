import { describe, expect, it } from 'vitest';
import { subscribeLinks } from '../../src/parts/subscribe-links.ts';

const feed_url = 'https://pod.example/show/1/episodes/feed?a=1&b=2';
const linksOf = (known: string[] = []) =>
  Object.fromEntries(subscribeLinks({ feed_url, known }).map(({ app, url }) => [app, url]));

describe('subscribeLinks', () => {
  it('are made from the feed', () => {
    expect(linksOf()).toEqual({
      apple: 'podcast://pod.example/show/1/episodes/feed?a=1&b=2',
      'pocket-casts': 'pktc://subscribe/pod.example/show/1/episodes/feed?a=1&b=2',
      overcast:
        'overcast://x-callback-url/add?url=https%3A%2F%2Fpod.example%2Fshow%2F1%2Fepisodes%2Ffeed%3Fa%3D1%26b%3D2',
      antennapod:
        'https://antennapod.org/deeplink/subscribe?url=https%3A%2F%2Fpod.example%2Fshow%2F1%2Fepisodes%2Ffeed%3Fa%3D1%26b%3D2',
      rss: feed_url,
    });
  });

  it('lead to the pages of directories that the show names', () => {
    const known = [
      'https://podcasts.apple.com/de/podcast/field-notes/id1234567?uo=4',
      'https://open.spotify.com/show/4rOoJ6Egrf8K2IrywzwOMk?si=x',
    ];
    expect(linksOf(known)).toMatchObject({
      apple: 'https://podcasts.apple.com/podcast/id1234567',
      spotify: 'https://open.spotify.com/show/4rOoJ6Egrf8K2IrywzwOMk',
      'pocket-casts': 'https://pca.st/itunes/1234567',
      overcast: 'https://overcast.fm/itunes1234567',
    });
  });

  it('tell which ones open an installed program', () => {
    const programs = subscribeLinks({ feed_url }).filter(({ isAppOnly }) => isAppOnly);
    expect(programs.map(({ app }) => app)).toEqual(['apple', 'pocket-casts', 'overcast']);
  });

  it.each(['javascript:alert(1)', 'https://evil.test/?u=https://open.spotify.com/show/1', ''])(
    'do not take %j for a directory',
    (known) => {
      expect(linksOf([known])).toEqual(linksOf());
    },
  );
});

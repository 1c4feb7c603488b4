import { describe, expect, it } from 'vitest';
import { podcastGuid } from '../../../src/platform/podcasting/podcast-guid.ts';

describe('podcastGuid', () => {
  it.each(['https://', 'http://', 'feed://'])(
    'gives the known guid of the podcast at %s',
    (scheme) => {
      // The guid that the podcast "Podcasting 2.0" has in every directory.
      expect(podcastGuid(`${scheme}mp3s.nashownotes.com/pc20rss.xml`)).toBe(
        '917393e3-1b1e-5cef-ace4-edaa54e1f810',
      );
    },
  );

  it('ignores slashes at the end', () => {
    expect(podcastGuid('https://e.test/feed//')).toBe(podcastGuid('https://e.test/feed'));
  });
});

import { describe, expect, it } from 'vitest';
import {
  type EmbedSourceItem,
  episodeItem,
  facebookShareUrl,
  widgetSettings,
} from '../../src/embed/source-item.ts';
import { fakeEpisode } from '../helpers/fake-player.ts';

const episode = episodeItem(fakeEpisode());
const show: EmbedSourceItem = { ...episode, resource: 'show', episode_id: null };
const settings = (change: Partial<EmbedSourceItem> = {}) =>
  widgetSettings({ ...episode, ...change }, 'Earshot');

describe('episodeItem', () => {
  it('uses the largest preset of the cover', () => {
    expect(episode.cover_image_url).toBe('https://site.test/media/images/abc/720.jpg');
  });
});

describe('widgetSettings', () => {
  it('contains the settings of an episode', () => {
    expect(settings()).toEqual({
      widget_resource: 'episode_id=1',
      widget_playlist: false,
      widget_cover: 'https://site.test/media/images/abc/720.jpg',
      widget_link_url: 'https://site.test/user/harbour/letters',
      widget_link_label: 'Listen to "Letters from the lighthouse" on Earshot',
      widget_show_id: 2,
      widget_episode_id: 1,
      widget_twitter_url: 'https://site.test/share/twitter/episode/1',
      share_enabled: true,
    });
  });

  it('contains the playlist and the share address of a show', () => {
    expect(widgetSettings(show, 'Earshot')).toMatchObject({
      widget_resource: 'show_id=2',
      widget_playlist: 'show',
      widget_episode_id: null,
      widget_twitter_url: 'https://site.test/share/twitter/show/2',
    });
  });

  it('changes link and cover to https', () => {
    const made = settings({ url: 'http://site.test/a', cover_image_url: 'http://site.test/b.jpg' });
    expect(made.widget_link_url).toBe('https://site.test/a');
    expect(made.widget_cover).toBe('https://site.test/b.jpg');
  });

  it.each(['http://localhost:4000/a', 'http://127.0.0.1/a', 'http://[::1]:4000/a'])(
    'keeps the local link %s',
    (url) => expect(settings({ url }).widget_link_url).toBe(url),
  );

  it.each([null, '', 'data:image/gif;base64,AAAA', 'cover.jpg', 'javascript:alert(1)'])(
    'has no cover for %s',
    (cover_image_url) => expect(settings({ cover_image_url }).widget_cover).toBeNull(),
  );
});

describe('facebookShareUrl', () => {
  it("passes the page's whole address to the site", () => {
    expect(facebookShareUrl('https://site.test/show/a?b=c&d=e')).toBe(
      'https://site.test/share/facebook/url?url=https%3A%2F%2Fsite.test%2Fshow%2Fa%3Fb%3Dc%26d%3De',
    );
  });
});

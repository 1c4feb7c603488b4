import { describe, expect, it } from 'vitest';
import { readSourceItem } from '../../src/embed/read-source-item.ts';
import { type EmbedSourceItem, episodeItem } from '../../src/embed/source-item.ts';
import { fakeEpisode } from '../helpers/fake-player.ts';

const item = episodeItem(fakeEpisode());
const ID_MAX = Number.MAX_SAFE_INTEGER;

const hostileObject = () => ({
  get title() {
    throw new Error('A getter that throws');
  },
});

describe('readSourceItem', () => {
  it('reads an episode and a show', () => {
    const show: EmbedSourceItem = { ...item, resource: 'show', episode_id: null };
    expect([readSourceItem(item), readSourceItem(show)]).toEqual([item, show]);
  });

  it('keeps the part of an episode', () => {
    const part = { start: 10, end: 20.5 };
    expect(readSourceItem({ ...item, part })).toEqual({ ...item, part });
    const quoted = { ...part, quote: 'k3fq7a2mzd4x' };
    expect(readSourceItem({ ...item, part: quoted })).toEqual({ ...item, part: quoted });
    expect(readSourceItem({ ...item, part: { ...part, quote: 7 } })).toEqual({ ...item, part });
  });

  it('fills in the fields that the dialog can do without', () => {
    const { resource, show_id, title, url } = item;
    expect(readSourceItem({ resource: 'show', show_id, title, url })).toEqual({
      ...{ resource: 'show', show_id, episode_id: null, title, url },
      ...{ cover_image_url: null, original_image_url: null, image_url: null },
      ...{ author_id: 0, show_title: '', duration: null, share_enabled: false },
    });
    expect(readSourceItem({ resource, show_id, title, url })).toBeNull();
  });

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'episode_id=1'],
    ['a number', 1],
    ['a list', [item]],
    ['a function', () => item],
    ['an object of another kind', new Map([['title', 'x']])],
    ['an object that throws', hostileObject()],
    ['a title that is a function', { ...item, title: () => 'x' }],
    ['another resource', { ...item, resource: 'user' }],
    ['no resource', { ...item, resource: undefined }],
    ['a show that is an episode', { ...item, resource: 'show' }],
    ['an episode without its id', { ...item, episode_id: null }],
    ['an id as text', { ...item, episode_id: '1' }],
    ['an id with script', { ...item, show_id: '1"><script>alert(1)</script>' }],
    ['an id below 1', { ...item, show_id: 0 }],
    ['a negative id', { ...item, show_id: -1 }],
    ['a fraction of an id', { ...item, show_id: 1.5 }],
    ['an id that is no number', { ...item, show_id: Number.NaN }],
    ['an id that is too large', { ...item, show_id: ID_MAX + 1 }],
    ['no title', { ...item, title: undefined }],
    ['a title that is an object', { ...item, title: { toString: 'x' } }],
    ['a title that is an element', { ...item, title: { type: 'b', props: { children: 'x' } } }],
    ['no address', { ...item, url: undefined }],
    ['an address that is no address', { ...item, url: 'not an address' }],
    ['an address without a host', { ...item, url: 'https://' }],
    ['an address that is a script', { ...item, url: 'javascript:alert(1)' }],
    ['an address that is a document', { ...item, url: 'data:text/html,<script></script>' }],
  ])('refuses %s', (_, detail) => {
    expect(readSourceItem(detail)).toBeNull();
  });

  it.each<[keyof EmbedSourceItem, unknown[], unknown]>([
    ['cover_image_url', [1, {}, '', 'x', 'javascript:alert(1)', ['https://site.test/a.png']], null],
    ['original_image_url', [1, {}, '', 'x', 'javascript:alert(1)'], null],
    ['image_url', [1, {}, '', 'x', 'blob:null/1'], null],
    ['author_id', ['1', -1, 1.5, {}], 0],
    ['show_title', [1, {}, ['x']], ''],
    ['duration', ['60', -1, Number.POSITIVE_INFINITY, Number.NaN, {}], null],
    ['share_enabled', ['true', 1, {}], false],
    [
      'part',
      [1, 'x', [], {}, { start: -1 }, { start: 5, end: 5 }, { start: 1, end: '2' }],
      undefined,
    ],
  ])('replaces a wrong %s by its default', (name, values, fallback) => {
    for (const value of values) {
      const { [name]: found, ...others } = readSourceItem({ ...item, [name]: value }) ?? {};
      const { [name]: _, ...expected } = item;
      expect([found, others]).toEqual([fallback, expected]);
    }
  });
});

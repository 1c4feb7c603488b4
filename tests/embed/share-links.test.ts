import { describe, expect, it } from 'vitest';
import { mastodonShareUrl, readInstance, SHARE_LINKS } from '../../src/embed/share-links.ts';

const page = { title: 'Fish & chips + "peas"', url: 'https://site.test/user/a/b?t=760' };

describe('SHARE_LINKS', () => {
  for (const network of ['bluesky', 'whatsapp'] as const) {
    it(`gives ${network} the title and the address as one text`, () => {
      const url = new URL(SHARE_LINKS[network](page));
      expect(url.searchParams.get('text')).toBe(`${page.title}\n${page.url}`);
    });
  }

  it('writes a mail in which spaces are no plus signs', () => {
    const link = SHARE_LINKS.email(page);
    expect(link).toContain('subject=Fish%20%26%20chips%20%2B');
    expect(link).toContain(encodeURIComponent(page.url));
  });
});

describe('mastodonShareUrl', () => {
  it('leads to the instance', () => {
    const url = new URL(mastodonShareUrl('social.example', page));
    expect([url.origin, url.pathname]).toEqual(['https://social.example', '/share']);
    expect(url.searchParams.get('text')).toContain(page.url);
  });
});

describe('readInstance', () => {
  it.each([
    ['mastodon.social', 'mastodon.social'],
    ['  Mastodon.Social ', 'mastodon.social'],
    ['https://mastodon.social/home', 'mastodon.social'],
    ['@anna@mastodon.social', 'mastodon.social'],
    ['anna@mastodon.social', 'mastodon.social'],
    ['tröt.example', 'xn--trt-tna.example'],
  ])('reads %j', (text, host) => {
    expect(readInstance(text)).toBe(host);
  });

  it.each([
    '',
    'mastodon',
    'two words.social',
    'localhost',
    '127.0.0.1',
    'mastodon.social:8443',
    'javascript:alert(1)',
    '[::1]',
  ])('refuses %j', (text) => {
    expect(readInstance(text)).toBeNull();
  });
});

import type { SiteConfig, SiteData } from 'earshot/internal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGES, loadMessages } from '../../src/i18n/languages.ts';
import { ASSETS, readApi, sheetUrl } from './helpers/assets.ts';

/** A made-up language: English with a mark in front of each text of the site. */
async function load() {
  const english = await loadMessages('en');
  const texts = Object.entries(english.site).map(([key, text]) =>
    key.endsWith('_locale') ? [key, text] : [key, `¡${text}`],
  );
  const site = { ...english.site, ...Object.fromEntries(texts) };
  return { messages: { ...english, site, player: { ...english.player, language: 'eo' } } };
}

const data: SiteData = {
  listShows: async () => ({ items: [], next_url: null, cursor: null }),
  listLatest: async () => [],
  listNew: async () => [],
  getUploadLimits: async () => ({ file: 2e9, account: 2e10 }),
  getShow: async () => null,
  listEpisodes: async () => ({ items: [], next_url: null, cursor: null, total: 0 }),
  listSeasons: async () => [],
  getEpisode: async () => null,
  listComments: async () => ({ items: [], next: null, cursor: null }),
  getTranscript: async () => null,
  getWords: async () => null,
  getUser: async () => null,
  getBlockedUser: async () => null,
  isMarked: async () => false,
  getHostText: async () => null,
  listUserShows: async () => ({ items: [], next_url: null, cursor: null }),
  listOwnShows: async () => ({ items: [], next_url: null, cursor: null }),
};
const config = {
  SITE_URL: 'https://site.test',
  PRODUCT_NAME: 'Hearken',
  API_CULTURE: 'eo',
  CARD_KEYS: { premium: '', store: '' },
} as SiteConfig;

describe('a new language', () => {
  beforeAll(() => {
    Object.assign(LANGUAGES, { eo: load });
  });
  afterAll(() => {
    Reflect.deleteProperty(LANGUAGES, 'eo');
  });

  it('needs one line of the table and its messages for every page of the site', async () => {
    const { loadSitePage, renderDocument } = await import('../src/server.tsx');
    for (const url of ['/', '/nowhere']) {
      const page = await loadSitePage({ url, culture: 'eo', readApi, sheetUrl }, data, config);
      const html = renderDocument(page, config, ASSETS);
      expect(html).toContain('<html lang="eo" dir="ltr">');
      expect(html).toContain('¡Skip to content');
      expect(page.content).toMatch(/<h1[^>]*>¡/);
    }
  });
});

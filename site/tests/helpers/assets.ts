import type { SiteAssets } from 'earshot/internal';

/** Addresses as a build would give them. */
export const ASSETS: SiteAssets = {
  script: '/s.js',
  css: '/s.css',
  font: '/f.woff2',
  icon: '/i.svg',
  touchIcon: '/t.png',
  pageScript: () => null,
};

/** The API of a host that knows nothing. */
export const readApi = async () => ({ status: 404, body: '{}' });

export const sheetUrl = (name: string) => `/${name}.css`;

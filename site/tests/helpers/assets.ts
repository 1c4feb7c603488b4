import type { SiteAssets } from 'earshot-site/contract';

/** Addresses as in a build. */
export const ASSETS: SiteAssets = {
  script: '/s.js',
  css: '/s.css',
  font: '/f.woff2',
  icon: '/i.svg',
  touchIcon: '/t.png',
};

/** The API of an empty host. */
export const readApi = async () => ({ status: 404, body: '{}' });

export const assetUrl = (name: string) => `/${name}`;

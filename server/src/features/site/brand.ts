import { GROUND_COLOURS, type SiteAssets } from 'earshot-site/contract';
import type { Renderers } from '../../platform/renderers.ts';

export function siteAssets({ assetUrl }: Pick<Renderers, 'assetUrl'>): SiteAssets {
  return {
    script: assetUrl('site.js'),
    css: assetUrl('site.css'),
    font: assetUrl('figtree.woff2'),
    icon: assetUrl('mark.svg'),
    touchIcon: assetUrl('apple-touch-icon.png'),
  };
}

/** For browsers that install the site as an app (https://www.w3.org/TR/appmanifest/). */
export function webManifest(name: string, { assetUrl }: Pick<Renderers, 'assetUrl'>) {
  const icons = ['icon', 'maskable'].flatMap((kind) =>
    [192, 512].map((size) => ({
      src: assetUrl(`${kind}-${size}.png`),
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose: kind === 'icon' ? 'any' : 'maskable',
    })),
  );
  return {
    name,
    short_name: name,
    id: '/',
    start_url: '/',
    display: 'standalone',
    background_color: GROUND_COLOURS.light,
    theme_color: GROUND_COLOURS.light,
    icons,
  };
}

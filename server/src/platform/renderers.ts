import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildPath, WIDGET_ROUTES } from 'earshot/contract';
import type { EmbedOptions } from 'earshot/embed';
import type { PlayerPageRenderer, SiteRenderer } from 'earshot-site/contract';

/** The built modules of the player page and the site, and the public files that belong to them. */
export interface Renderers extends PlayerPageRenderer<EmbedOptions>, SiteRenderer {
  /** Address of a public file by its plain name, e.g. `player.js`. */
  assetUrl(name: string): string;
  /** Name of a public file in `publicFolder`. */
  assetFile(name: string): string;
  /** Name of the build. A client of another build reloads the page. */
  version: string;
  publicFolder: string;
}

/** Loads the modules that `npm run build` wrote. */
export async function loadRenderers(buildFolder: string, widgetUrl: string): Promise<Renderers> {
  const manifest = new Map<string, string>();
  const folder = join(buildFolder, 'manifest');
  for (const file of (await readdir(folder)).sort()) {
    const { file: name } = JSON.parse(await readFile(join(folder, file), 'utf8')) as {
      file: string;
    };
    manifest.set(file.replace(/\.json$/, ''), name);
  }
  const load = (name: string) =>
    import(new URL(`server/${name}.js`, `file://${buildFolder}/`).href);
  const playerPage: { renderer: PlayerPageRenderer<EmbedOptions> } = await load('player-page');
  const site: { renderer: SiteRenderer } = await load('site');
  const assetFile = (name: string) => manifest.get(name) ?? name;
  return {
    ...playerPage.renderer,
    ...site.renderer,
    assetUrl: (name) => widgetUrl + buildPath(WIDGET_ROUTES, 'asset', { file: assetFile(name) }),
    assetFile,
    version: manifest.get('site.js') ?? '0',
    publicFolder: join(buildFolder, 'public'),
  };
}

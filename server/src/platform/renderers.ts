import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type {
  PageLoad,
  PlayerPageData,
  SiteConfig,
  SiteData,
  SitePageRequest,
} from 'earshot/internal';

/** The built entries of the player page and the site, and the public files that belong to them. */
export interface Renderers {
  renderPlayerPage(data: PlayerPageData, assets: { script: string }): string;
  loadSitePage(request: SitePageRequest, data: SiteData, config: SiteConfig): Promise<PageLoad>;
  renderDocument(
    load: PageLoad,
    config: SiteConfig,
    assets: { script: string; css: string },
  ): string;
  /** Address of a public file by its plain name, e.g. `player.js`. */
  assetUrl(name: string): string;
  /** Names the build: a client of another one reloads. */
  version: string;
  publicFolder: string;
}

/** Loads what `npm run build` made. */
export async function loadRenderers(buildFolder: string, widgetUrl: string): Promise<Renderers> {
  const manifest = new Map<string, string>();
  const folder = join(buildFolder, 'manifest');
  for (const file of (await readdir(folder)).sort()) {
    const { file: name } = JSON.parse(await readFile(join(folder, file), 'utf8')) as {
      file: string;
    };
    manifest.set(file.replace(/\.json$/, ''), name);
  }
  const from = async (name: string) =>
    import(new URL(`server/${name}.js`, `file://${buildFolder}/`).href);
  const player = (await from('player-page')) as Pick<Renderers, 'renderPlayerPage'>;
  const site = (await from('site')) as Pick<Renderers, 'loadSitePage' | 'renderDocument'>;
  return {
    renderPlayerPage: player.renderPlayerPage,
    loadSitePage: site.loadSitePage,
    renderDocument: site.renderDocument,
    assetUrl: (name) => `${widgetUrl}/assets/${manifest.get(name) ?? name}`,
    version: manifest.get('site.js') ?? '0',
    publicFolder: join(buildFolder, 'public'),
  };
}

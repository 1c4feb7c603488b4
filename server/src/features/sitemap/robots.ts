import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { sitePath } from '../../platform/http/paths.ts';

/** The text of robots.txt: the file `DATA_DIR/pages/robots.txt`, or else a text by the setting `ROBOTS`. */
export async function readRobots({
  dataDir,
  robots,
  siteUrl,
}: Pick<Config, 'dataDir' | 'robots' | 'siteUrl'>): Promise<string> {
  const own = await readFile(join(dataDir, 'pages', 'robots.txt'), 'utf8').catch(() => null);
  if (own !== null) return own;
  if (robots === 'disallow') return 'User-agent: *\nDisallow: /\n';
  return `User-agent: *\nAllow: /\n\nSitemap: ${siteUrl}${sitePath('sitemap')}\n`;
}

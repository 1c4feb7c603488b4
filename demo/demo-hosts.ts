import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Episode } from 'earshot/contract';
import type { DemoAnswer } from './demo-answer.ts';
import type { DemoOptions } from './demo-options.ts';
import { answerHost, readHost } from './hosts.ts';
import type { DemoHost } from './playground/page.ts';

/** The sources, relative to the built file. */
const FOLDER = fileURLToPath(new URL('../../demo/hosts/', import.meta.url));

/** Third-party pages that are difficult for embeds, ordered by name. */
export async function listDemoHosts(): Promise<DemoHost[]> {
  const entries = await readdir(FOLDER, { withFileTypes: true }).catch(() => []);
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return Promise.all(
    names.sort().map(async (name) => ({ name, note: (await readHost(join(FOLDER, name))).note })),
  );
}

export async function answerDemoHost(
  name: string,
  file: string,
  product: DemoOptions,
  [episode]: readonly Episode[],
): Promise<DemoAnswer | null> {
  if (!episode || !/^[\w-]+$/.test(name)) return null;
  const { episode_id, title, site_url: link_url } = episode;
  const options = { resource: `episode_id=${episode_id}`, playlist: 'false' } as const;
  const source = { ...product, options, title, link_url };
  return answerHost(join(FOLDER, name), file, source, product.widgetUrl);
}

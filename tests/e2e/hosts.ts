import { existsSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { EmbedSource } from 'earshot/embed';
import { answerHost } from '../../demo/hosts.ts';

/** The episode and options that the pages embed. */
export const sourceOf = ({ site }: { site: string }): EmbedSource => ({
  options: { resource: 'episode_id=1', theme: 'light', playlist: 'false' },
  title: 'Why rooms sing – “part 1”',
  link_url: `${site}/episode/1`,
  widgetUrl: site,
  productName: 'Earshot',
});

/** Names of the host pages in a folder; empty if the folder does not exist. */
export function hostNames(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/** Serves `/{name}/` with the embed and `/bare/{name}/` without it, from another site than the product's. */
export async function serveHosts(
  folder: string,
  source: EmbedSource,
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host');
    const [, bare, name = '', file = ''] = /^\/(bare\/)?([^/]+)\/(.*)$/.exec(pathname) ?? [];
    const embed = bare ? null : source;
    const answer = await answerHost(join(folder, name), file, embed, source.widgetUrl);
    response.writeHead(answer ? 200 : 404, answer?.headers).end(answer?.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(() => resolve()).closeAllConnections()),
  };
}

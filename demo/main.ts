import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Episode, Show } from 'earshot/contract';
import { answerAsset } from './assets.ts';
import type { DemoAnswer } from './demo-answer.ts';
import { answerDemoHost, listDemoHosts } from './demo-hosts.ts';
import type { DemoOptions } from './demo-options.ts';
import { designPage } from './design/page.ts';
import { demoPage } from './pages.ts';
import { playgroundPage } from './playground/page.ts';

/** Serves third-party pages on a separate origin, with every kind of embed. */
export async function startDemo(
  options: DemoOptions,
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    const answer = await answerDemo(request.url ?? '/', options).catch(() => null);
    const headers = { 'Cache-Control': 'no-store', ...answer?.headers };
    response
      .writeHead(answer ? 200 : 404, headers)
      .end(answer?.body ?? 'There is no such demo page.');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options.port, options.host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () => new Promise((resolve) => server.close(() => resolve()).closeAllConnections()),
  };
}

async function answerDemo(address: string, options: DemoOptions): Promise<DemoAnswer | null> {
  const url = new URL(address, 'http://demo');
  const [, folder, name = '', file = ''] =
    /^\/(assets|hosts)\/([^/]+)\/?(.*)$/.exec(url.pathname) ?? [];
  if (folder === 'assets') return answerAsset(name);
  if (url.pathname === '/design') return html(designPage(options));
  const { shows, episodes } = await fetchEpisodes(options.apiUrl);
  if (folder === 'hosts') return answerDemoHost(name, file, options, episodes);
  const body =
    url.pathname === '/'
      ? playgroundPage({ ...options, shows, episodes, hosts: await listDemoHosts() })
      : demoPage(url, options, episodes);
  return body === null ? null : html(body);
}

const html = (body: string): DemoAnswer => ({
  headers: { 'Content-Type': 'text/html; charset=utf-8' },
  body,
});

async function fetchEpisodes(apiUrl: string): Promise<{ shows: Show[]; episodes: Episode[] }> {
  const fetchItems = async <Item>(path: string) => {
    const answer = await fetch(apiUrl + path);
    return ((await answer.json()) as { response: { items: Item[] } }).response.items;
  };
  try {
    const shows = await fetchItems<Show>('/v2/shows');
    const lists = shows.map(({ show_id }) => fetchItems<Episode>(`/v2/shows/${show_id}/episodes`));
    return { shows, episodes: (await Promise.all(lists)).flat() };
  } catch {
    return { shows: [], episodes: [] }; // the page then says that there is nothing to show
  }
}

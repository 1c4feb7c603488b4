import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type DemoEpisode, demoPage } from './pages.ts';

export interface DemoOptions {
  host: string;
  /** 0 takes a free one. */
  port: number;
  /** Addresses of the product, as the demo's pages are to use them. */
  widgetUrl: string;
  siteUrl: string;
  apiUrl: string;
  productName: string;
}

/** Third-party pages on an origin of their own, which hold every kind of embed. */
export async function startDemo(
  options: DemoOptions,
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://demo');
    const page = demoPage(url, options, await fetchEpisodes(options.apiUrl));
    const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' };
    response.writeHead(page ? 200 : 404, headers).end(page ?? 'There is no such demo page.');
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

async function fetchEpisodes(apiUrl: string): Promise<DemoEpisode[]> {
  try {
    const answer = await fetch(`${apiUrl}/v2/shows`);
    const { response } = (await answer.json()) as { response: { items: { show_id: number }[] } };
    const lists = response.items.map(async ({ show_id }) => {
      const episodes = await fetch(`${apiUrl}/v2/shows/${show_id}/episodes`);
      return ((await episodes.json()) as { response: { items: DemoEpisode[] } }).response.items;
    });
    return (await Promise.all(lists)).flat();
  } catch {
    return []; // the page says that there is nothing to show
  }
}

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerAsset } from './assets.ts';
import type { DemoAnswer } from './demo-answer.ts';
import { answerDemoHost, listDemoHosts } from './demo-hosts.ts';
import type { DemoOptions } from './demo-options.ts';
import { designPage } from './design/page.ts';
import { demoPage } from './pages.ts';
import { fetchCatalogue } from './playground/catalogue.ts';
import { asDemo } from './playground/page.ts';

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
  if (url.pathname === '/') return html(await playgroundPage(options.widgetUrl));
  const episodes = [...(await fetchCatalogue(options.apiUrl)).episodes];
  if (folder === 'hosts') return answerDemoHost(name, file, options, episodes);
  const body = demoPage(url, options, episodes);
  return body === null ? null : html(body);
}

const html = (body: string): DemoAnswer => ({
  headers: { 'Content-Type': 'text/html; charset=utf-8' },
  body,
});

async function playgroundPage(widgetUrl: string): Promise<string> {
  const answer = await fetch(`${widgetUrl}/embed/try`);
  return asDemo(await answer.text(), await listDemoHosts());
}

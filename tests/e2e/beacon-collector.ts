import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** How the collector answers one request. With `'silence'` it closes the connection without an answer. */
export type Answer = { status?: number; hasCors?: boolean; delayMs?: number } | 'silence';

export interface Collector {
  /** A page on `localhost` with the function `openQueue`. Its modules are the files of src/. */
  readonly pageUrl: string;
  /** Receives beacons on `127.0.0.1`, which is another site to the browser. */
  readonly url: string;
  /** The number of requests for each path. */
  readonly received: Map<string, number>;
  /** Bodies of the POSTs by path. */
  readonly bodies: Map<string, string>;
  /** The highest number of simultaneous requests. */
  most(): number;
  /** Chooses the answer from the path of a request and the number of requests for that path. */
  answerWith(answer: (path: string, time: number) => Answer): void;
  stop(): Promise<void>;
}

/** Serves a page with a beacon queue, and a server that records the beacons. Both use random ports. */
export async function startCollector(): Promise<Collector> {
  const received = new Map<string, number>();
  const bodies = new Map<string, string>();
  let answerOf: (path: string, time: number) => Answer = () => ({});
  let underWay = 0;
  let most = 0;

  const pages = createServer((request, response) => void servePage(request, response));
  const beacons = createServer(async (request, response) => {
    const path = request.url ?? '/';
    if (path === '/favicon.ico') return void response.writeHead(404).end();
    const time = (received.get(path) ?? 0) + 1;
    received.set(path, time);
    most = Math.max(most, ++underWay);
    response.once('close', () => {
      underWay -= 1;
    });
    const answer = answerOf(path, time);
    if (request.method === 'POST') bodies.set(path, await textOf(request));
    if (answer === 'silence') return void request.socket.destroy();
    const { status = 204, hasCors = true, delayMs = 0 } = answer;
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    response.writeHead(status, hasCors ? { 'access-control-allow-origin': '*' } : {}).end();
  });

  return {
    pageUrl: `http://localhost:${await listen(pages)}/`,
    url: `http://127.0.0.1:${await listen(beacons)}`,
    received,
    bodies,
    most: () => most,
    answerWith(answer) {
      answerOf = answer;
    },
    stop: () => Promise.all([pages, beacons].map(close)).then(() => {}),
  };
}

/** `?ahead=` moves the page's clock ahead, in milliseconds, so that delays and leases expire at once. */
const PAGE = `<!doctype html>
<title>A page with a beacon queue</title>
<link rel="icon" href="data:," />
<script type="importmap">{"imports":{"idb-keyval":"/node_modules/idb-keyval/dist/index.js"}}</script>
<script type="module">
  import { createBeaconQueue } from '/src/beacons/beacon-queue.ts';
  const ahead = Number(new URLSearchParams(location.search).get('ahead'));
  window.openQueue = (apiUrl) => {
    window.metrics = [];
    window.queue = createBeaconQueue({
      apiUrl,
      clock: { now: () => Date.now() + ahead },
      reportMetric: (metric) => metrics.push(metric),
    });
  };
  window.countStored = () =>
    new Promise((resolve, reject) => {
      const opening = indexedDB.open('earshot-beacons');
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => {
        const counting = opening.result.transaction('beacons').objectStore('beacons').count();
        counting.onsuccess = () => resolve(counting.result);
      };
    });
  document.documentElement.dataset.ready = '';
</script>`;

async function servePage(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://page');
  // For an opaque origin, module requests are cross-origin.
  const send = (type: string, body: string) =>
    response.writeHead(200, { 'content-type': type, 'access-control-allow-origin': '*' }).end(body);
  if (pathname === '/') return void send('text/html', PAGE);
  if (pathname === '/sandboxed') {
    return void send('text/html', '<iframe sandbox="allow-scripts" src="/"></iframe>');
  }
  if (!/^\/(src|node_modules\/idb-keyval)\/[\w/.-]+\.[jt]s$/.test(pathname)) {
    return void response.writeHead(404).end();
  }
  const source = await readFile(`${ROOT}${pathname}`, 'utf8');
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
  });
  send('text/javascript', outputText);
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

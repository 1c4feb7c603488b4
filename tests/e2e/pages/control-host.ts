import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { dirname, extname, join } from 'node:path';

/** The folder of Embedly's package. */
const PLAYER_JS = join(dirname(createRequire(import.meta.url).resolve('player.js')), '..');
/** The controls of https://www.media-chrome.org. */
const MEDIA_CHROME = join(dirname(createRequire(import.meta.url).resolve('media-chrome')), '..');
const TYPES: Readonly<Record<string, string>> = {
  '': 'text/html',
  '.css': 'text/css',
  '.js': 'text/javascript',
};

export interface ControlHost {
  origin: string;
  /** Content of the body at `/`. The server also has the built package at `/dist`, Embedly's client at `/player.js` and media-chrome at `/media-chrome`. */
  html: string;
  /** Content of `/app.js`. */
  script: string;
  close(): Promise<void>;
}

/**
 * A server on `127.0.0.1`, another site than the product's. It is a real one, because browsers do not let pages from
 * intercepted requests embed local addresses.
 */
export async function startControlHost(): Promise<ControlHost> {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host');
    const body = await read(pathname).catch(() => null);
    const type = TYPES[extname(pathname)] ?? 'application/octet-stream';
    response.writeHead(body === null ? 404 : 200, { 'Content-Type': type }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const host: ControlHost = {
    origin: `http://127.0.0.1:${port}`,
    html: '',
    script: '',
    close: () => new Promise((resolve) => server.close(() => resolve()).closeAllConnections()),
  };

  async function read(pathname: string): Promise<string | Buffer> {
    const [, folder = '', ...rest] = pathname.split('/');
    if (folder === 'app.js') return host.script;
    if (folder === 'dist') return readFile(join('dist', ...rest));
    if (folder === 'media-chrome') return readFile(join(MEDIA_CHROME, ...rest));
    if (folder === 'player.js') return readFile(join(PLAYER_JS, ...rest));
    return `<!doctype html><meta charset="utf-8"><title>Host</title><link rel="icon" href="data:,"><body>${host.html}`;
  }
  return host;
}

export const readSuite = () => readFile(join(PLAYER_JS, 'test/test.js'), 'utf8');

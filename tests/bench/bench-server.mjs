// Shared by the benches of the engine: the built package, and a server for pages, modules and audio with ranges.
import { createReadStream, existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ALL, buildIfNeeded } from '../../scripts/build.mjs';

const BENCH = fileURLToPath(new URL('.', import.meta.url));
const MODULES = join(BENCH, '..', '..', 'node_modules');
const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.mp3': 'audio/mpeg',
  '.m4a': 'audio/mp4',
  '.mp4': 'audio/mp4',
  '.aac': 'audio/aac',
  '.ogg': 'audio/ogg',
  '.oga': 'audio/ogg',
  '.opus': 'audio/ogg',
  '.flac': 'audio/flac',
  '.wav': 'audio/wav',
  '.webm': 'audio/webm',
};
const PAGE = `<!doctype html><meta charset="utf-8"><title>bench</title><script type="importmap">${JSON.stringify(
  {
    imports: {
      earshot: '/dist/index.js',
      'idb-keyval': '/modules/idb-keyval/dist/index.js',
      'hls.js': '/modules/hls.js/dist/hls.mjs',
    },
  },
)}</script><body>`;

export const mimeOf = (path) => TYPES[extname(path)] ?? 'application/octet-stream';
/** A folder that is removed when the process exits. */
export async function makeTempFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-bench-'));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/**
 * Copies the built package into `folder`, so that a build during the bench changes nothing. EARSHOT_DIST is the path
 * of another build to measure, e.g. of an older commit.
 */
export async function copyPackage(folder) {
  const built = process.env.EARSHOT_DIST ?? join(BENCH, '..', '..', 'dist');
  if (!process.env.EARSHOT_DIST) await buildIfNeeded(ALL);
  const dist = join(folder, 'dist');
  await cp(built, dist, { recursive: true });
  return dist;
}

/**
 * Serves the package (`earshot` in the page's import map), this folder under /bench/, and audio files.
 * If `answer(url)` returns an object, the server sends it as JSON.
 */
export async function serveBench({ dist, modules = MODULES, answer = () => undefined }) {
  const files = new Map();
  const roots = { '/dist/': dist, '/modules/': modules, '/bench/': BENCH };

  const find = (path) => {
    const named = files.get(path);
    if (named) return named;
    const [prefix, root] = Object.entries(roots).find(([start]) => path.startsWith(start)) ?? [];
    return root && join(root, normalize(`/${path.slice(prefix.length)}`));
  };

  const server = createServer(async (request, response) => {
    const url = new URL(request.url, 'http://localhost');
    const json = answer(url);
    if (json) {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(json));
      return;
    }
    const path = decodeURIComponent(url.pathname);
    const delay = Number(url.searchParams.get('delay') ?? 0);
    if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
    if (path === '/') {
      response.writeHead(200, { 'Content-Type': 'text/html' }).end(PAGE);
      return;
    }
    const file = find(path);
    if (!file || !existsSync(file)) response.writeHead(404).end();
    else if (files.has(path)) await sendRange(request, response, file);
    else response.writeHead(200, { 'Content-Type': mimeOf(file) }).end(await readFile(file));
  });
  await new Promise((resolve) => server.listen(0, 'localhost', resolve));
  const origin = `http://localhost:${server.address().port}`;

  return {
    origin,
    /** Serves a file with ranges, and returns its URL. `?delay=150` delays each answer by 150 ms. */
    addFile(file) {
      const path = `/files/${files.size}-${basename(file)}`;
      files.set(path, file);
      return `${origin}${encodeURI(path)}`;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function sendRange(request, response, file) {
  const { size } = await stat(file);
  const [, first = '0', last = ''] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
  const start = Number(first);
  const end = Math.min(last ? Number(last) : size - 1, size - 1);
  if (start > end) {
    response.writeHead(416, { 'Content-Range': `bytes */${size}` }).end();
    return;
  }
  const headers = {
    'Content-Type': mimeOf(file),
    'Accept-Ranges': 'bytes',
    'Content-Length': end - start + 1,
  };
  if (request.headers.range) headers['Content-Range'] = `bytes ${start}-${end}/${size}`;
  response.writeHead(request.headers.range ? 206 : 200, headers);
  const stream = createReadStream(file, { start, end });
  stream.pipe(response);
  response.on('close', () => stream.destroy());
}

/** An episode as the API returns it. Only its audio matters here. */
export function benchEpisode({ id = 1, url, seconds, segments, origin }) {
  return {
    episode_id: id,
    show_id: 1,
    user_id: 1,
    title: `Episode ${id}`,
    type: 'RECORDED',
    duration: seconds,
    duration_reliable: true,
    site_url: `${origin}/${id}`,
    api_url: `${origin}/api/v2/episodes/${id}`,
    image_original_url: null,
    image_url: null,
    is_on_air: false,
    playback_url: null,
    http_url: url,
    mime_type: mimeOf(url),
    file_size: 0,
    description: '',
    published_at: '2026-01-01T00:00:00Z',
    permalink: 'bench',
    user_permalink: 'bench',
    show_permalink: 'bench',
    show_title: 'Bench',
    season: null,
    episode_number: null,
    explicit: false,
    download_url: null,
    chapters: [],
    ...(segments ? { segments } : {}),
  };
}

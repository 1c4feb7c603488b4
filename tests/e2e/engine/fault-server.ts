import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Episode, Segment } from 'earshot/contract';
import ts from 'typescript';
import { type Content, deliver, type Fault } from './delivery.ts';
import { LiveStream, SPEECH } from './live-stream.ts';
import { chirp } from './tones.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const PAGE = fileURLToPath(new URL('page', import.meta.url));

/** A part of the audio; by default the first 30 s of the file, as content. */
export type Stretch = Partial<Segment> & Pick<Segment, 'http_url'>;

/** The target of a play button. */
export interface Target {
  episode_id: number;
  station_url: string;
}

/** A server for a page with the built package, an API and audio. A test can add faults to each answer. */
export class FaultServer {
  /** The paths of all requests for the API and for audio, in order. */
  readonly asked: string[] = [];
  /** Bytes of content sent for each path. */
  readonly sent = new Map<string, number>();
  /** The paths whose answers the browser aborted. */
  readonly brokenOff: string[] = [];
  /** On air at `/live/list.m3u8` and `/live/radio.mp3`. */
  readonly live = new LiveStream();

  private readonly files = new Map<string, Content>();
  private readonly json = new Map<string, unknown>();
  private readonly faults = new Map<string, Fault>();
  private readonly hanging: (() => void)[] = [];
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;
  private lastId = 0;
  private isOffline = false;

  private constructor() {
    this.server = createServer((request, response) => void this.answer(request, response));
    this.server.on('connection', (socket) => {
      if (this.isOffline) return void socket.destroy();
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket));
    });
  }

  static async start(): Promise<FaultServer> {
    const server = new FaultServer();
    await new Promise<void>((resolve) => server.server.listen(0, resolve));
    return server;
  }

  get origin(): string {
    return `http://localhost:${(this.server.address() as AddressInfo).port}`;
  }

  /** Removes everything that a test has added. Ids continue, so that tests do not share ids. */
  reset(): void {
    this.asked.length = 0;
    this.brokenOff.length = 0;
    for (const map of [this.files, this.json, this.faults, this.sent]) map.clear();
    this.hanging.length = 0;
    this.isOffline = false;
  }

  /** A file with the sound of `chirp`, at `/audio/{name}`. */
  addChirp(name: string, file: number, seconds = 30): string {
    return this.addFile(name, { bytes: chirp(seconds, file), type: 'audio/wav' });
  }

  addFile(name: string, content: Content): string {
    this.files.set(`/audio/${name}`, content);
    return `${this.origin}/audio/${name}`;
  }

  /** An episode of these parts, in the API. */
  addEpisode(stretches: readonly Stretch[], overrides: Partial<Episode> = {}): Target {
    const episode_id = ++this.lastId;
    const path = `/api/v2/episodes/${episode_id}`;
    const station_url = this.origin + path;
    const segments = stretches.map(toSegment);
    const episode = { ...toEpisode(episode_id, station_url, segments), ...overrides };
    this.addJson(path, { episode });
    return { episode_id, station_url };
  }

  /** Three minutes of speech with 7 kB per second. */
  addSpeech(name: string): string {
    return this.addFile(name, { bytes: readFileSync(SPEECH), type: 'audio/mpeg' });
  }

  addLive(name: 'list.m3u8' | 'radio.mp3'): Target {
    const http_url = `${this.origin}/live/${name}`;
    const mime_type = name === 'radio.mp3' ? 'audio/mpeg' : 'application/vnd.apple.mpegurl';
    return this.addEpisode([], {
      type: 'LIVE',
      is_on_air: true,
      duration: 0,
      duration_reliable: false,
      http_url,
      mime_type,
    });
  }

  /** Pages of a feed, each with a link to the next. Returns the address of the first. */
  addPlaylist(pages: readonly (readonly Target[])[]): string {
    const id = ++this.lastId;
    const path = (page: number) => `/api/show/${id}/episodes/playlist/${page}`;
    pages.forEach((targets, page) => {
      const items = targets.map(({ station_url }) => ({ api_url: station_url }));
      const next_url = page + 1 < pages.length ? this.origin + path(page + 1) : null;
      this.addJson(path(page), { playlist: { items, next_url } });
    });
    return this.origin + path(0);
  }

  /** An answer of the API, in its envelope. */
  addJson(path: string, response: unknown): void {
    this.json.set(path, response);
  }

  spoil(address: string, fault: Fault): void {
    this.faults.set(new URL(address, this.origin).pathname, { ...fault });
  }

  heal(address: string): void {
    this.faults.delete(new URL(address, this.origin).pathname);
  }

  /** Answers all hanging requests as if there were no fault. */
  release(): void {
    this.faults.clear();
    for (const answer of this.hanging.splice(0)) answer();
  }

  /** Every connection breaks, and new ones are refused. */
  goOffline(): void {
    this.isOffline = true;
    for (const socket of this.sockets) socket.destroy();
  }

  comeBack(): void {
    this.isOffline = false;
  }

  /** The requested paths below a folder, in order. */
  askedIn(folder: string): string[] {
    return this.asked.filter((path) => path.startsWith(folder));
  }

  async stop(): Promise<void> {
    this.goOffline();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', this.origin);
    const asset = await assetAt(pathname);
    if (asset) return deliver(request, response, asset);
    this.asked.push(pathname);
    if (pathname === '/live/radio.mp3' && !this.faults.has(pathname)) {
      return this.live.send(response);
    }
    const content = this.contentAt(pathname);
    if (!content) return deliver(request, response, NOTHING, { status: 404 });
    const fault = this.takeFault(pathname);
    response.once('close', () => response.writableFinished || this.brokenOff.push(pathname));
    if (fault?.hang) this.hanging.push(() => void deliver(request, response, content));
    else {
      await deliver(request, response, content, fault, (bytes) => {
        this.sent.set(pathname, (this.sent.get(pathname) ?? 0) + bytes);
      });
    }
  }

  private contentAt(path: string): Content | undefined {
    const value = this.json.get(path);
    if (value) return toJson(value);
    const [, live] = /^\/live\/(.+)$/.exec(path) ?? [];
    return live ? this.live.contentAt(live) : this.files.get(path);
  }

  private takeFault(path: string): Fault | undefined {
    const fault = this.faults.get(path);
    if (fault?.times !== undefined && --fault.times <= 0) this.faults.delete(path);
    return fault;
  }
}

const NOTHING: Content = { bytes: Buffer.alloc(0), type: 'text/plain' };

const toJson = (response: unknown): Content => ({
  bytes: Buffer.from(JSON.stringify({ response })),
  type: 'application/json',
});

function toSegment({ http_url, ...given }: Stretch): Segment {
  const { starts_at = 0, ends_at = 30 } = given;
  const duration = ends_at - starts_at;
  return {
    type: 'episode',
    http_url,
    duration,
    duration_reliable: true,
    starts_at,
    ends_at,
    ...given,
  };
}

function toEpisode(episode_id: number, api_url: string, segments: Segment[]): Episode {
  const content = segments.filter(({ type }) => type === 'episode');
  return {
    episode_id,
    show_id: 1,
    user_id: 1,
    title: `Episode ${episode_id}`,
    type: 'RECORDED',
    duration: content.reduce((sum, { duration }) => sum + duration, 0),
    duration_reliable: true,
    site_url: `https://example.org/episode/${episode_id}`,
    api_url,
    image_original_url: null,
    image_url: null,
    is_on_air: false,
    live_url: null,
    requires_token: false,
    episode_type: 'full',
    state: 'published',
    tags: [],
    allow_messages: true,
    allow_timed_messages: true,
    show_listeners: false,
    playback_url: null,
    http_url: segments[0]?.http_url ?? '',
    mime_type: 'audio/wav',
    file_size: 0,
    description: '',
    published_at: '2026-01-01T00:00:00.000Z',
    permalink: `episode-${episode_id}`,
    user_permalink: 'somebody',
    show_permalink: 'tones',
    show_title: 'Tones',
    season: null,
    episode_number: null,
    explicit: false,
    download_url: null,
    chapters: [],
    segments,
  };
}

/** The harness page, its scripts, and the published package. */
async function assetAt(path: string): Promise<Content | null> {
  if (path === '/') return { bytes: await readFile(`${PAGE}/index.html`), type: 'text/html' };
  const [, folder, name] = /^\/(page|dist|bench|modules)\/([\w./-]+)$/.exec(path) ?? [];
  if (!folder || !name) return null;
  if (folder === 'page') return toScript(await readFile(`${PAGE}/${name}`, 'utf8'));
  const base = { dist: 'dist', bench: 'tests/bench' }[folder] ?? 'node_modules';
  return { bytes: await readFile(`${ROOT}/${base}/${name}`), type: 'text/javascript' };
}

function toScript(source: string): Content {
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: {
      module: ts.ModuleKind.ESNext,
      target: ts.ScriptTarget.ES2022,
      verbatimModuleSyntax: true,
    },
  });
  return { bytes: Buffer.from(outputText), type: 'text/javascript' };
}

import { finished } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FeatureDeps } from '../../feature.ts';
import { widgetPath } from '../../platform/http/paths.ts';
import { isHandedOver } from '../../platform/http/send-file.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import { parseUrl } from '../../platform/text/parse-url.ts';
import { type AddressLists, openAddressLists } from './address-lists.ts';
import { dayOf, nowOf } from './days.ts';
import type { AudioRequest, LogStore } from './log-store.ts';
import { createLogWriter, type LogWriter, type NotedBatch } from './log-writer.ts';
import { openLog } from './open-log.ts';
import { REDIRECT } from './redirects.ts';
import { createSalts, type Salts } from './salts.ts';
import { sentName } from './short-names.ts';

/** The audio of a request. */
export interface AskedAudio {
  /** Null for audio on another host. */
  sha256: string | null;
  /** The episode that the address names. Null if it names only the file. */
  episodeId: number | null;
  /** An address for players, not for saving the file. */
  isForPlayers: boolean;
}

export interface AudioLog {
  /** Logs the request once its answer has ended, however it ends. Call it before the answer is sent. */
  note(request: FastifyRequest, reply: FastifyReply, asked: AskedAudio): void;
  /** Writes all rows now, instead of within a second. */
  flush(): Promise<void>;
  /** The requests since the start of this process that could not be logged. */
  lost(): number;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The log of requests for audio, from which downloads are counted. */
    audioLog: AudioLog;
  }
}

/** A finished request with the address of its client, which is hashed when the row is written. */
export interface NotedRequest extends AudioRequest {
  address: string;
}

type Deps = Pick<FeatureDeps, 'config' | 'database' | 'numbersClock' | 'metrics'>;

/** Gives the server its log of requests for audio. It never delays an answer, and never fails one. */
export function keepAudioLog(app: FastifyInstance, deps: Deps): void {
  const now = () => nowOf(deps);
  const log = openLog(deps);
  const writer = createLogWriter<NotedRequest>({
    name: 'requests for audio',
    save: createSaver(log, createSalts(deps.database, now), readLists),
    report,
  });
  const countBytes = deps.metrics && measureAudio(deps.metrics, writer);
  const placementOf = createPlacement(deps.config);
  let lists: Promise<AddressLists | null> | null = null;

  function report(message: string): void {
    app.log.warn(message);
  }

  function readLists(): Promise<AddressLists | null> {
    lists ??= openAddressLists(deps.config).catch((error: Error) => {
      report(
        `The lists of countries and networks cannot be read, so figures have no countries: ${error.message}`,
      );
      return null;
    });
    return lists;
  }

  app.decorate('audioLog', {
    note(request, reply, { sha256, episodeId, isForPlayers }) {
      const at = now();
      const { method, clientAddress, headers } = request;
      const { socket } = request.raw; // the reply forgets it when the answer has ended
      const before = socket.bytesWritten;
      finished(reply.raw, (cut) => {
        const written = socket.bytesWritten - socket.writableLength - before;
        const bytesSent = cut ? bytesBeforeCut(reply, written) : wholeBody(reply);
        countBytes?.({}, bytesSent);
        writer.add({
          sha256,
          episodeId,
          at,
          method,
          status: isHandedOver(reply) ? REDIRECT : reply.raw.statusCode,
          rangeFirst: firstByte(reply),
          bytesSent,
          agent: sentName(headers['user-agent'] ?? ''),
          referrerHost: hostOf(headers.referer),
          placement: isForPlayers ? placementOf(headers.referer) : '',
          address: clientAddress,
        });
      });
    },
    flush: () => writer.flush(),
    lost: () => writer.lost(),
  } satisfies AudioLog);
  if (deps.config.numbersUrl !== null) {
    // A wrong setting is reported at the start, and not when the first listener comes.
    log
      .prepare([])
      .catch(({ message }: Error) => report(`The log at NUMBERS_URL cannot be used: ${message}`));
  }
  app.addHook('onClose', async () => {
    await writer.close();
    await log.close();
  });
}

/** Returns a function that counts the bytes of a finished answer. */
function measureAudio(metrics: Metrics, writer: LogWriter<NotedRequest>) {
  metrics.gauge({
    name: 'earshot_numbers_log_waiting',
    help: 'Requests for audio that are not in the log yet.',
    read: writer.waiting,
  });
  metrics.total({
    name: 'earshot_numbers_log_lost_total',
    help: 'Requests for audio that could not be logged and will not be counted.',
    read: writer.lost,
  });
  return metrics.counter({
    name: 'earshot_audio_bytes_total',
    help: 'Bytes of audio in ended answers.',
    labels: [],
  });
}

/** Hashing this many addresses takes less than a millisecond. A whole batch would take about ten. */
const HASHED_AT_ONCE = 50;

function createSaver(log: LogStore, salts: Salts, readLists: () => Promise<AddressLists | null>) {
  const made = new Set<string>();
  return async ({ id, rows }: NotedBatch<NotedRequest>): Promise<void> => {
    const days = new Set(rows.map(({ at }) => dayOf(at)));
    const missing = [...days].filter((day) => !made.has(day));
    await log.prepare(missing);
    for (const day of missing) made.add(day);
    const lists = await readLists();
    const known = [];
    for (const { address, ...row } of rows) {
      if (known.length % HASHED_AT_ONCE === 0) await setImmediate(); // answers come first
      const facts = lists?.look(address) ?? { country: '', isHosting: false };
      known.push({ ...row, ...facts, ...(await salts.hash(address, row.at)) });
    }
    await log.write({ id, rows: known, lists: lists?.name ?? null });
  };
}

// The raw answer has the headers of a stream only. Fastify's has those of every answer.
function firstByte(reply: FastifyReply): number {
  const range = String(reply.getHeader('content-range') ?? '');
  const [, first = '0'] = /^bytes (\d+)-/.exec(range) ?? [];
  return Number(first);
}

function wholeBody(reply: FastifyReply): number {
  const { statusCode, request } = reply;
  const hasBody = request.method === 'GET' && (statusCode === 200 || statusCode === 206);
  return hasBody ? Number(reply.getHeader('content-length') ?? 0) : 0;
}

/**
 * Bytes of the body that this process passed on before the connection broke. Some may never have arrived, which only
 * the operating system knows.
 * @param written bytes on the connection since the request, with the header of the answer
 */
function bytesBeforeCut(reply: FastifyReply, written: number): number {
  const { _header: header } = reply.raw as unknown as { _header?: string | null };
  return Math.min(Math.max(written - (header?.length ?? 0), 0), wholeBody(reply));
}

/**
 * A player of this host is known by the page that asks. Browsers tell the whole address of that page only to its own
 * origin. If the audio has another one, `own` stands for both kinds of player, unless these have separate origins.
 */
export function createPlacement({ siteUrl, widgetUrl, mediaUrl }: FeatureDeps['config']) {
  const media = new URL(mediaUrl).origin;
  const site = new URL(siteUrl).origin;
  const player = new URL(widgetUrl + widgetPath('player'));
  return (referrer: string | undefined): AudioRequest['placement'] => {
    const url = parseUrl(referrer ?? '');
    if (!url) return '';
    const { origin, pathname } = url;
    if (site !== player.origin) {
      if (origin === site) return 'site';
      return origin === player.origin ? 'embed' : '';
    }
    if (origin !== site) return '';
    if (site !== media) return 'own';
    return pathname === player.pathname ? 'embed' : 'site';
  };
}

export const hostOf = (referrer: string | undefined): string =>
  parseUrl(referrer ?? '')?.hostname ?? '';

import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createReadingApp } from '../app.ts';
import type { Config } from '../config.ts';
import { listLatest } from '../features/episodes/episodes.ts';
import { BackupRefused } from '../platform/backup/backup-format.ts';
import { createAnswerCache } from '../platform/cache/answer-cache.ts';
import { createChangeFeed } from '../platform/cache/change-feed.ts';
import type { OpenDatabase } from '../platform/database/database.ts';
import { apiPath, sitePath } from '../platform/http/paths.ts';
import { createImagePresets } from '../platform/images/image-presets.ts';
import { jobs } from '../platform/jobs/jobs.ts';
import { mail } from '../platform/mail/mail.ts';
import { createPasswords } from '../platform/passwords.ts';
import { openPush } from '../platform/push/open-push.ts';
import type { MediaStore } from '../platform/storage/media-store.ts';

const SHOWS_TRIED = 20;
const FIRST_BYTES = 65_536;

export interface ReadShow {
  title: string;
  feedBytes: number;
  /** The bytes of audio that were read. */
  audioBytes: number;
}

/** A server without a port that reads a restored host like a listener. */
export interface Reader {
  /**
   * Reads a show, its feed, and the beginning of an episode. Null if no public episode has audio on this host.
   * @throws BackupRefused if one of them cannot be read
   */
  read(): Promise<ReadShow | null>;
  close(): Promise<void>;
}

interface Restored {
  config: Config;
  opened: OpenDatabase;
  store: MediaStore;
}

export async function openReader({ config, opened, store }: Restored): Promise<Reader> {
  const { database, check, connectionString, locks, listen } = opened;
  const changes = createChangeFeed({ database, listen });
  const push = await openPush({ config, database, report() {} });
  const app = await createReadingApp({
    config,
    database,
    checkReady: check,
    databaseAddress: connectionString,
    locks,
    store,
    images: createImagePresets(store, join(config.dataDir, 'cache', 'images')),
    answers: createAnswerCache({ changes }),
    changes,
    jobs,
    mail,
    passwords: createPasswords(),
    ...push,
    listen,
  });
  return {
    async read() {
      const episodes = await listLatest({ database, config }, SHOWS_TRIED);
      for (const showId of new Set(episodes.map(({ show_id }) => show_id))) {
        const read = await readShow(app, config, showId);
        if (read) return read;
      }
      return null;
    },
    async close() {
      await app.close();
      await push.push.close();
    },
  };
}

async function readShow(
  app: FastifyInstance,
  config: Config,
  showId: number,
): Promise<ReadShow | null> {
  const at = (path: string) => path.replace(':show_id', String(showId));
  const show = await get(app, at(apiPath('show', config)));
  const feed = await get(app, at(sitePath('show_feed')));
  const audio = firstAudio(feed.body, config);
  if (!audio) return null;
  const { rawPayload } = await get(app, audio, { range: `bytes=0-${FIRST_BYTES - 1}` });
  if (rawPayload.length === 0) throw new BackupRefused(`GET ${audio} sends no audio.`);
  const { title } = show.json().response.show;
  return { title, feedBytes: feed.rawPayload.length, audioBytes: rawPayload.length };
}

/** The path of the first enclosure that this host sends. */
function firstAudio(feed: string, { siteUrl }: Config): string | null {
  for (const [, address = ''] of feed.matchAll(/<enclosure [^>]*url="([^"]+)"/g)) {
    if (address.startsWith(`${siteUrl}/`))
      return address.slice(siteUrl.length).replaceAll('&amp;', '&');
  }
  return null;
}

async function get(app: FastifyInstance, url: string, headers: Record<string, string> = {}) {
  const answer = await app.inject({ url, headers });
  if (answer.statusCode === 200 || answer.statusCode === 206) return answer;
  throw new BackupRefused(
    `GET ${url} answers ${answer.statusCode} instead of 200: ${answer.body.slice(0, 200)}`,
  );
}

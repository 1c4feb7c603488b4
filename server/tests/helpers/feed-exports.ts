import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { findShow } from '../../src/features/feeds/repository.ts';
import { writeFeed } from '../../src/features/feeds/write-feed.ts';
import { FeedRefused } from '../../src/features/imports/feed.ts';
import { importFeed } from '../../src/features/imports/import-feed.ts';
import { createFolderStore } from '../../src/platform/storage/folder-store.ts';
import { decodeXml } from '../../src/platform/xml/decode-xml.ts';
import { openTestDatabase } from './test-database.ts';

/** Feeds of many hosts, beside the repository. Tests that need them are skipped without them. */
const FEEDS = fileURLToPath(new URL('../../../../shared/data/feeds/', import.meta.url));
export const hasFeeds = existsSync(FEEDS);
if (!hasFeeds) process.stderr.write(`skipped: no feeds under ${FEEDS}\n`);

export const FEED_FILES = hasFeeds
  ? readdirSync(FEEDS, { recursive: true })
      .map(String)
      .filter((name) => /\.(xml|rss)$/.test(name))
  : [];

export const readSharedFeed = (file: string): string => decodeXml(readFileSync(join(FEEDS, file)));

export interface FeedExports {
  /** Imports a feed without network, and writes the feed of its show. Null if the feed is refused. */
  importAndExport(file: string): Promise<string | null>;
  /** Removes all shows. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

const CONFIG = {
  siteUrl: 'https://site.test',
  widgetUrl: 'https://site.test',
  mediaUrl: 'https://site.test/media',
  productName: 'Earshot',
  websubHub: null,
  numbersPrefix: null,
};

/** A database for feeds. */
export async function openFeedExports(): Promise<FeedExports> {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-feed-exports-'));
  const test = await openTestDatabase();
  const store = createFolderStore(join(folder, 'media'));
  const fetcher = () => Promise.reject(new Error('the net is down'));

  async function exportShow(showId: number | null): Promise<string> {
    const show = await findShow(test.database, { id: showId ?? 0 });
    if (!show) throw new Error('no show was stored');
    const chunks = writeFeed(test.database, show, { config: CONFIG, audience: 'public' });
    return readText(Readable.from(chunks));
  }

  return {
    async importAndExport(file) {
      try {
        const { show_id } = await importFeed(join(FEEDS, file), { ...test, store, fetcher });
        return await exportShow(show_id);
      } catch (error) {
        if (error instanceof FeedRefused) return null;
        throw error;
      }
    },
    async clear() {
      await test.database.deleteFrom('shows').execute();
    },
    async close() {
      await test.close();
      await rm(folder, { recursive: true });
    },
  };
}

import type { ImportItem } from 'earshot/contract';
import type { Kysely } from 'kysely';
import type { FeatureDeps } from '../../feature.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/tables.ts';
import { createFetcher } from '../../platform/http/fetch-source.ts';
import { openNotePictures } from '../note-pictures/note-pictures.ts';
import { announceShow } from '../shows/shows.ts';
import { openAudioRoom } from './audio-room.ts';
import { FeedRefused } from './feed.ts';
import { type ImportProgress, importFeed } from './import-feed.ts';
import * as records from './import-records.ts';

const SAVE_EVERY_MS = 1_000;

type Positioned = ImportItem & { position: number };

/**
 * Runs a started import, and keeps the state of its items up to date. It may run again after a crash: an episode is
 * identified by its guid.
 */
export async function runImport(
  deps: FeatureDeps,
  { importId, signal }: { importId: number; signal: AbortSignal },
): Promise<void> {
  const { config, store, database } = deps;
  const row = await records.findImport(database, importId);
  if (!row || (row.state !== 'waiting' && row.state !== 'running')) return;
  await records.updateImport(database, importId, { state: 'running' });
  const { permalink } = await records.findVerifiedEmail(database, row.user_id);
  const progress = saveProgress(database, importId);
  const room = openAudioRoom(deps, row.user_id);
  try {
    const { show_id, warnings } = await importFeed(row.url, {
      database: database as Kysely<Schema>,
      store,
      owner: permalink,
      fetcher: createFetcher({ privateHosts: config.privateHosts }),
      notePictures: openNotePictures(config),
      report: progress.report,
      room,
      signal,
    });
    if (show_id !== null) await announceShow(deps, database, show_id);
    await progress.end();
    await records.updateImport(database, importId, {
      state: 'done',
      show_id,
      notes: [...warnings, ...room.notes()],
    });
  } catch (error) {
    await progress.end();
    if (!(error instanceof FeedRefused)) throw error;
    await records.updateImport(database, importId, { state: 'failed', error: error.message });
  }
}

/** Writes the outcomes of items once a second, because a feed of known episodes takes only a moment. */
function saveProgress(database: Database, importId: number) {
  let waiting: Positioned[] = [];
  let total: number | null = null;
  let saving: Promise<void> = Promise.resolve();
  const save = () => {
    const items = waiting;
    waiting = [];
    saving = saving
      .then(() => records.saveItems(database, importId, items))
      .catch(() => {
        waiting = [...items, ...waiting]; // the next round saves them
      });
  };
  const timer = setInterval(save, SAVE_EVERY_MS);

  return {
    report(item: ImportProgress) {
      const { done, title, outcome, reason = null } = item;
      total = item.total;
      waiting.push({ position: done - 1, title, state: outcome, reason });
    },
    async end() {
      clearInterval(timer);
      await saving;
      await records.saveItems(database, importId, waiting);
      if (total !== null) await records.cutItems(database, importId, total);
    },
  };
}

import type { FeatureDeps } from '../../feature.ts';
import { type ArchivedSettings, bringEpisode, settleEpisode } from '../episodes/episodes.ts';
import { saveMedia } from '../media/media.ts';
import { savePictures } from '../note-pictures/note-pictures.ts';
import { bringSchedules } from '../schedules/schedules.ts';
import { settleShow } from '../shows/shows.ts';
import { storeTranscript } from '../transcripts/transcripts.ts';
import {
  type ArchivedShow,
  type EpisodeFolder,
  readEpisodeFolders,
  readShowFacts,
} from './archive-folder.ts';
import { type ArchivedFiles, type FileCollector, openFileCollector } from './collect-archived.ts';
import { type ImportDeps, type ImportSummary, importFeed } from './import-feed.ts';
import { chapterNote } from './read-chapters.ts';
import { findEpisode, saveChapters } from './repository.ts';
import type { ArchivedParts } from './to-columns.ts';

export type ArchiveDeps = ImportDeps & Pick<FeatureDeps, 'jobs'>;

/**
 * Imports a show of an archive: its feed, and then every episode that feeds do not carry, in its archived state. A
 * later import adds missing episodes, and does not change these.
 * @throws FeedRefused
 */
export async function importArchivedShow(
  show: ArchivedShow,
  deps: ArchiveDeps,
): Promise<ImportSummary> {
  const facts = await readShowFacts(show);
  const episodes = await readEpisodes(show);
  const summary = await importFeed(show.feed, {
    ...deps,
    mediaDir: deps.mediaDir ?? show.folder,
    archived: { show: facts, episodes },
    async onNewShow(transaction, showId) {
      await settleShow(transaction, showId, facts.settings);
      await bringSchedules(transaction, showId, facts.schedules);
    },
    async onNew(transaction, { showId, guid }) {
      const settings = episodes.get(guid)?.settings ?? {};
      await settleEpisode(transaction, { showId, guid, settings });
    },
  });
  if (summary.show_id === null) return summary;
  return bringTheRest(show, summary.show_id, { ...deps, summary });
}

/** The episodes by guid. */
async function readEpisodes(show: ArchivedShow) {
  const episodes = new Map<string, ArchivedParts & { settings: ArchivedSettings }>();
  for await (const { archived } of readEpisodeFolders(show)) {
    const { guid, permalink, settings, columns, title, description, ...more } = archived;
    const { enclosure_url, published_at } = more;
    const all = { ...columns, title, description, enclosure_url };
    episodes.set(guid, { permalink, settings, published_at, columns: all });
  }
  return episodes;
}

async function bringTheRest(
  show: ArchivedShow,
  showId: number,
  { summary, ...deps }: ArchiveDeps & { summary: ImportSummary },
): Promise<ImportSummary> {
  const { database, report, signal, retry = (work) => work() } = deps;
  const notes: string[] = [];
  const collector = await openFileCollector({ ...deps, mediaDir: deps.mediaDir ?? show.folder });
  let imported = 0;
  let done = summary.imported + summary.updated + summary.linked + summary.refused;
  const onBroken = (name: string) => notes.push(`The episode in ${name} cannot be read.`);
  for await (const each of readEpisodeFolders(show, onBroken)) {
    signal?.throwIfAborted();
    const { guid, title } = each.archived;
    if (await retry(() => findEpisode(database, showId, guid))) continue;
    const note = await retry(() => bring(deps, collector, { ...each, showId }));
    if (note !== null) notes.push(`"${title}": ${note}.`);
    imported += 1;
    done += 1;
    report?.({ done, total: done, title, outcome: 'imported' });
  }
  const warnings = [...summary.warnings, ...collector.warnings(), ...notes];
  return { ...summary, imported: summary.imported + imported, warnings };
}

/** Returns the note for the report. */
async function bring(
  { database, jobs }: ArchiveDeps,
  collector: FileCollector,
  { folder, archived, showId }: EpisodeFolder & { showId: number },
): Promise<string | null> {
  const files: ArchivedFiles = await collector.collect(folder, archived);
  return database.transaction().execute(async (transaction) => {
    const { episode_id, note } = await bringEpisode({ jobs }, transaction, {
      showId,
      archived,
      media_id: files.audio && (await saveMedia(transaction, files.audio)),
      image_id: files.picture && (await saveMedia(transaction, files.picture)),
    });
    const problems = await saveChapters(transaction, episode_id, files.chapters);
    await savePictures(transaction, showId, files.inNotes);
    if (files.transcript) await storeTranscript(transaction, episode_id, files.transcript);
    return [note, ...problems.map(chapterNote)].filter((each) => each !== null).join('; ') || null;
  });
}

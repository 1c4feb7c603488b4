import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { ZipEntry } from '../../platform/archives/write-zip.ts';
import type { Spool } from '../../platform/storage/spool.ts';
import { writeArchivedFeed } from '../feeds/feeds.ts';
import { type Files, folderName, json, mediaFile } from './archive-files.ts';
import type { ExportDeps } from './exports.ts';
import { type ArchivedEpisode, type ArchivedShow, listEpisodes } from './repository.ts';

export interface ShowDeps extends Pick<ExportDeps, 'database' | 'config'> {
  spool: Spool;
  files: Files;
}

/** The folder of a show: its facts, its feed, and a folder for each episode. */
export async function* showEntries(deps: ShowDeps, show: ArchivedShow): AsyncGenerator<ZipEntry> {
  const folder = `shows/${folderName(show.show_id, show.permalink)}`;
  yield json(`${folder}/show.json`, show.data);
  yield { name: `${folder}/feed.xml`, open: () => openFeed(deps, show.show_id) };
  yield* mediaFile(deps.files, `${folder}/cover`, show.cover);
  for await (const episode of listEpisodes(deps.database, show.show_id)) {
    yield* episodeEntries(deps.files, folder, episode);
  }
}

/** The feed is written to a file first: a slow client must not hold a transaction open. */
async function openFeed({ database, config, spool }: ShowDeps, showId: number): Promise<Readable> {
  const feed = Readable.from(writeArchivedFeed({ database, config }, showId));
  const { path, remove } = await spool.write(feed, Number.POSITIVE_INFINITY);
  return createReadStream(path).once('close', () => void remove());
}

function* episodeEntries(
  files: Files,
  show: string,
  episode: ArchivedEpisode,
): Generator<ZipEntry> {
  const folder = `${show}/episodes/${folderName(episode.episode_id, episode.permalink)}`;
  yield json(`${folder}/episode.json`, episode.data);
  if (episode.chapters.length > 0) yield json(`${folder}/chapters.json`, toChapters(episode));
  for (const [index, transcript] of episode.transcripts.entries()) {
    yield json(`${folder}/transcript-${index + 1}.json`, toTranscript(transcript));
  }
  yield* mediaFile(files, `${folder}/audio`, episode.audio);
  yield* mediaFile(files, `${folder}/original`, episode.original);
  yield* mediaFile(files, `${folder}/picture`, episode.picture);
}

/** JSON chapters of Podcasting 2.0. */
function toChapters({ chapters }: ArchivedEpisode) {
  return {
    version: '1.2.0',
    chapters: chapters.map(({ starts_at, title, url, image_url }) => ({
      startTime: starts_at,
      title,
      ...(url ? { url } : {}),
      ...(image_url ? { img: image_url } : {}),
    })),
  };
}

/** The JSON transcript of Podcasting 2.0. One without times has its text alone. */
function toTranscript({ language, cues, text }: ArchivedEpisode['transcripts'][number]) {
  if (!cues) return { version: '1.0.0', language, text };
  const segments = cues.map(({ starts_at, ends_at, speaker, text: body }) => ({
    startTime: starts_at,
    endTime: ends_at,
    ...(speaker ? { speaker } : {}),
    body,
  }));
  return { version: '1.0.0', language, segments };
}

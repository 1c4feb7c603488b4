import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { type Addresses, createAddresses, FILE_LIST } from '../../platform/archives/file-list.ts';
import type { ZipEntry } from '../../platform/archives/write-zip.ts';
import type { RemotePictures } from '../../platform/images/remote-pictures.ts';
import type { Spool } from '../../platform/storage/spool.ts';
import { chaptersAddress } from '../chapters/chapters.ts';
import { writeArchivedFeed } from '../feeds/feeds.ts';
import { downloadAddress, feedImageAddress, imageAddresses } from '../media/media.ts';
import {
  type NotesName,
  openPicture,
  pictureName,
  picturesIn,
} from '../note-pictures/note-pictures.ts';
import { transcriptFiles } from '../transcripts/transcripts.ts';
import { type ExportDeps, type Files, folderName, json, mediaFile } from './archive-files.ts';
import {
  type ArchivedEpisode,
  type ArchivedFile,
  type ArchivedShow,
  listEpisodes,
} from './repository.ts';

export interface ShowDeps extends Pick<ExportDeps, 'database' | 'config'> {
  spool: Spool;
  files: Files;
  pictures: RemotePictures;
}

/** Collects the addresses in the feed of each file, while the files are listed. */
interface ShowFolder extends ShowDeps {
  folder: string;
  addresses: Addresses;
}

/** The folder of a show: its facts, its feed, a folder for each episode, and the pictures in notes. */
export async function* showEntries(deps: ShowDeps, show: ArchivedShow): AsyncGenerator<ZipEntry> {
  const folder = `shows/${folderName(show.show_id, show.permalink)}`;
  const here = { ...deps, folder, addresses: createAddresses(folder) };
  yield json(`${folder}/show.json`, show.data);
  yield { name: `${folder}/feed.xml`, open: () => openFeed(deps, show.show_id) };
  yield* pictureFile(here, `${folder}/cover`, show.cover);
  yield* notePictures(here, `show-${show.show_id}`, show.description);
  for await (const episode of listEpisodes(deps.database, show.show_id)) {
    yield* episodeEntries(here, episode);
  }
  yield json(`${folder}/${FILE_LIST}`, here.addresses.list(deps.files.missing));
}

function* pictureFile(
  { config, files, addresses }: ShowFolder,
  base: string,
  file: ArchivedFile | null,
): Generator<ZipEntry> {
  if (!file) return;
  const image = {
    image_sha256: file.sha256,
    image_extension: file.extension,
    image_width: file.width,
    image_height: file.height,
  };
  const name = `${base}.${file.extension}`;
  addresses.add(imageAddresses(image, config.mediaUrl).image_original_url, name);
  addresses.add(feedImageAddress(image, config.mediaUrl), name);
  yield* mediaFile(files, base, file);
}

/** The pictures of other hosts in the notes. The folder holds each once. */
function* notePictures(
  { folder, files, pictures, addresses, database }: ShowFolder,
  owner: NotesName,
  notes: string,
): Generator<ZipEntry> {
  for (const url of picturesIn(notes)) {
    const name = `${folder}/notes/${pictureName(url)}.webp`;
    if (!addresses.add(url, name)) continue;
    const open = async () => {
      const deps = { database, store: files.store, pictures };
      const picture = await openPicture(deps, owner, url).catch(() => null); // too many at once
      if (!picture) files.missing.push(name);
      return picture?.body ?? null;
    };
    yield { name, isPacked: false, open };
  }
}

/** The feed is first written to a file, so that a slow client does not hold a transaction open. */
async function openFeed({ database, config, spool }: ShowDeps, showId: number): Promise<Readable> {
  const feed = Readable.from(writeArchivedFeed({ database, config }, showId));
  const { path, remove } = await spool.write(feed, Number.POSITIVE_INFINITY);
  return createReadStream(path).once('close', () => void remove());
}

function* episodeEntries(here: ShowFolder, episode: ArchivedEpisode): Generator<ZipEntry> {
  const { files, addresses, config } = here;
  const { mediaUrl } = config;
  const { episode_id, audio } = episode;
  const folder = `${here.folder}/episodes/${folderName(episode_id, episode.permalink)}`;
  yield json(`${folder}/episode.json`, episode.data);
  // The form of the feed, which has public episodes only.
  const inFeed = { episode_id, state: 'published', access_key: null } as const;
  if (episode.chapters.length > 0) {
    addresses.add(chaptersAddress(inFeed, mediaUrl), `${folder}/chapters.json`);
    yield json(`${folder}/chapters.json`, toChapters(episode));
  }
  for (const [index, transcript] of episode.transcripts.entries()) {
    const hasTimes = transcript.cues !== null;
    const served = transcriptFiles(inFeed, { hasTimes, mediaUrl });
    const { url } = served.find(({ type }) => type === 'application/json') ?? served[0] ?? {};
    addresses.add(url ?? null, `${folder}/transcript-${index + 1}.json`);
    yield json(`${folder}/transcript-${index + 1}.json`, toTranscript(transcript));
  }
  if (episode.quotes.length > 0) yield json(`${folder}/quotes.json`, episode.quotes);
  if (audio) {
    const address = downloadAddress(episode_id, audio.extension, mediaUrl);
    addresses.add(address, `${folder}/audio.${audio.extension}`);
  }
  yield* mediaFile(files, `${folder}/audio`, audio);
  yield* mediaFile(files, `${folder}/original`, episode.original);
  yield* pictureFile(here, `${folder}/picture`, episode.picture);
  yield* notePictures(here, `episode-${episode_id}`, episode.description);
}

/** JSON chapters of Podcasting 2.0. */
function toChapters({ chapters }: ArchivedEpisode) {
  return {
    version: '1.2.0',
    chapters: chapters.map(({ starts_at, title, url, image_url, toc }) => ({
      startTime: starts_at,
      title,
      ...(url ? { url } : {}),
      ...(image_url ? { img: image_url } : {}),
      ...(toc ? {} : { toc }),
    })),
  };
}

/** The JSON transcript of Podcasting 2.0. A transcript without times has only its text. */
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

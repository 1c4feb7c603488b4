import { createReadStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import type { Transcribed } from '../../platform/transcripts/read-transcript.ts';
import type { ArchivedEpisode } from '../episodes/episodes.ts';
import type { NewMedia } from '../media/media.ts';
import { picturesIn, type StoredPicture } from '../note-pictures/note-pictures.ts';
import { listEpisodeFiles } from './archive-folder.ts';
import {
  bringNotePicture,
  type MediaDeps,
  messageOf,
  readArchivedTranscript,
  receiveAudio,
  receivePicture,
  rethrowOwnError,
} from './collect-media.ts';
import type { FeedChapter } from './feed.ts';
import { openMediaFolder } from './media-folder.ts';
import { readJsonChapters } from './read-chapters.ts';
import { limited } from './read-feed.ts';

/** The files beside the JSON of an archived episode. The media is stored. */
export interface ArchivedFiles {
  audio: NewMedia | null;
  picture: NewMedia | null;
  chapters: FeedChapter[];
  transcript: Transcribed | null;
  inNotes: StoredPicture[];
}

export type FileCollector = Awaited<ReturnType<typeof openFileCollector>>;

/** Stores the files of archived episodes. An unusable file is skipped with a warning. */
export async function openFileCollector(deps: Omit<MediaDeps, 'fetcher' | 'database'>) {
  const { store, mediaDir, notePictures } = deps;
  const folder = await openMediaFolder(mediaDir, []);
  const warnings: string[] = [];

  return {
    warnings: () => warnings,

    async collect(from: string, { title, description }: ArchivedEpisode): Promise<ArchivedFiles> {
      const { audio, picture, chapters, transcript } = await listEpisodeFiles(from);
      async function read<T>(
        what: string,
        path: string | null,
        use: (path: string) => Promise<T>,
      ): Promise<T | null> {
        if (path === null) return null;
        try {
          return await use(path);
        } catch (error) {
          rethrowOwnError(error, from);
          warnings.push(`The ${what} of "${title}" was left out: ${messageOf(error)}.`);
          return null;
        }
      }
      const inNotes: StoredPicture[] = [];
      for (const url of picturesIn(description)) {
        const brought = await bringNotePicture({ url, folder, notePictures, mediaDir, store });
        if (brought.picture) inNotes.push(brought.picture);
        if (brought.problem !== null) {
          warnings.push(`The picture ${url}, left out: ${brought.problem}.`);
        }
      }
      return {
        inNotes,
        audio: await read('audio', audio, async (path) => {
          const { media } = await receiveAudio(store, createReadStream(path));
          return media;
        }),
        picture: await read('picture', picture, (path) =>
          receivePicture(store, createReadStream(path)),
        ),
        chapters:
          (await read('chapters', chapters, async (path) =>
            readJsonChapters(await readSmall(path)),
          )) ?? [],
        transcript: await read('transcript', transcript, async (path) =>
          readArchivedTranscript(await readSmall(path)),
        ),
      };
    },
  };
}

const readSmall = (path: string) => buffer(limited(createReadStream(path)));

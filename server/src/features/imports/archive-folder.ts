import { access, readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type ArchivedEpisode, readArchivedEpisode } from '../episodes/episodes.ts';
import { readArchivedShow } from '../shows/shows.ts';
import { readKept } from './kept-columns.ts';

/** The folder of a show in an unpacked archive of an account. */
export interface ArchivedShow {
  folder: string;
  /** The path of its feed. */
  feed: string;
}

const FEED = 'feed.xml';

/**
 * The shows of an unpacked archive, or the one whose folder or feed is named. Empty if the source is something else,
 * such as the feed of another program.
 */
export async function findArchivedShows(source: string): Promise<ArchivedShow[]> {
  if (basename(source) === FEED) return showIn(dirname(source));
  const names = await readdir(join(source, 'shows')).catch(() => []);
  if (names.length === 0) return showIn(source);
  const shows = await Promise.all(
    inOrder(names).map((name) => showIn(join(source, 'shows', name))),
  );
  return shows.flat();
}

async function showIn(folder: string): Promise<ArchivedShow[]> {
  const feed = join(folder, FEED);
  const isThere = await Promise.all([access(feed), access(join(folder, 'show.json'))]).catch(
    () => null,
  );
  return isThere ? [{ folder, feed }] : [];
}

/** The contents of the JSON file of a show. */
export async function readShowFacts({ folder }: ArchivedShow) {
  const json = await readJson(join(folder, 'show.json'));
  const { columns, ...archived } = readArchivedShow(json);
  const schedules: unknown = Object(json).schedules;
  return { ...archived, columns: { ...columns, ...readKept(json) }, schedules };
}

/** The folder of an episode, and the contents of its JSON file. */
export interface EpisodeFolder {
  folder: string;
  archived: ArchivedEpisode;
}

/** The episodes of a show in the order of their ids, one at a time, because a show may have thousands. */
export async function* readEpisodeFolders(
  show: ArchivedShow,
  onBroken: (name: string) => void = () => {},
): AsyncGenerator<EpisodeFolder> {
  const names = await readdir(join(show.folder, 'episodes')).catch(() => []);
  for (const name of inOrder(names)) {
    const folder = join(show.folder, 'episodes', name);
    const json = await readJson(join(folder, 'episode.json'));
    const archived = readArchivedEpisode(json);
    if (!archived) onBroken(name);
    else {
      const columns = { ...archived.columns, ...readKept(json) };
      yield { folder, archived: { ...archived, columns } };
    }
  }
}

/** The paths of the files of an episode, by purpose. Null for a missing one. */
export async function listEpisodeFiles(folder: string) {
  const names = (await readdir(folder)).sort();
  const find = (pattern: RegExp) => {
    const name = names.find((each) => pattern.test(each));
    return name === undefined ? null : join(folder, name);
  };
  return {
    audio: find(/^audio\.\w+$/),
    picture: find(/^picture\.\w+$/),
    chapters: find(/^chapters\.json$/),
    transcript: find(/^transcript-\d+\.json$/),
  };
}

const JSON_BYTES_MAX = 20_000_000;

/** Null if the file is missing or not JSON. */
async function readJson(path: string): Promise<unknown> {
  try {
    if ((await stat(path)).size > JSON_BYTES_MAX) return null;
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (error instanceof SyntaxError || code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw error;
  }
}

/** Names begin with an id. */
const inOrder = (names: readonly string[]) =>
  [...names].sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10) || (a < b ? -1 : 1));

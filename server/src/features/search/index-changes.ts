import type { Database } from '../../platform/database/database.ts';
import type { DocumentKind } from '../../platform/database/search-tables.ts';
import { tagName } from '../tags/tags.ts';
import * as documentRows from './document-repository.ts';
import { correctableWords, makeDocuments, type Source } from './documents.ts';
import * as sources from './source-repository.ts';

type Changed = Record<documentRows.Change['kind'], ReadonlySet<number>>;

/**
 * Makes the documents of changed things, in the caller's transaction.
 * @param limit maximum number of changes to take
 * @returns the number of changes; null if another process works on them
 */
export async function indexChanges(transaction: Database, limit: number): Promise<number | null> {
  const changes = await documentRows.takeChanges(transaction, limit);
  if (changes === null) return null;
  await indexChanged(transaction, changes);
  return changes.length;
}

function groupChanges(changes: readonly documentRows.Change[]): Changed {
  const ids = (wanted: string) =>
    new Set(changes.filter(({ kind }) => kind === wanted).map(({ id }) => id));
  return {
    user: ids('user'),
    show: ids('show'),
    episode: ids('episode'),
    episodes: ids('episodes'),
  };
}

/** Makes the documents of these changes, which are taken off the list already. */
export async function indexChanged(transaction: Database, changes: readonly documentRows.Change[]) {
  if (changes.length === 0) return;
  const changed = groupChanges(changes);
  const episodes = [...changed.episode];
  const newerShows = await sources.findShowsOf(transaction, episodes);
  const shows = [...new Set([...changed.show, ...newerShows])];
  const owners = await sources.findUsersOf(transaction, [...changed.show]);
  const users = [...new Set([...changed.user, ...owners])];
  if (changed.episodes.size > 0) {
    await documentRows.noteEpisodesOf(transaction, [...changed.episodes]);
  }
  await save(transaction, 'user', users, await sources.readUsers(transaction, users));
  await save(transaction, 'show', shows, await sources.readShows(transaction, shows));
  const read = await sources.readEpisodes(transaction, episodes);
  const before = await documentRows.listTagUses(transaction, episodes);
  await save(transaction, 'episode', episodes, read);
  await saveTags(transaction, before, read);
}

/** Writes the documents of these things, and deletes those of things that are no longer public. */
async function save(
  transaction: Database,
  kind: DocumentKind,
  ids: readonly number[],
  found: readonly Source[],
): Promise<void> {
  const documents = await makeDocuments(found);
  const kept = new Set(documents.map(({ id }) => id));
  await documentRows.saveDocuments(transaction, documents);
  await documentRows.saveWords(transaction, [...new Set(documents.flatMap(correctableWords))]);
  const gone = ids.filter((id) => !kept.has(id));
  await documentRows.deleteDocuments(transaction, kind, gone);
}

/** Counts the uses of tags before and after, and makes the documents of tags whose number has changed. */
async function saveTags(
  transaction: Database,
  before: readonly string[],
  episodes: readonly Source[],
): Promise<void> {
  const deltas = new Map<string, documentRows.TagDelta>();
  const count = (name: string, title: string, delta: number) => {
    const known = deltas.get(name)?.delta ?? 0;
    deltas.set(name, { name, title, delta: known + delta });
  };
  for (const name of before) count(name, name, -1);
  for (const { tags } of episodes) for (const [name, title] of namesOf(tags)) count(name, title, 1);
  const changed = [...deltas.values()].filter(({ delta }) => delta !== 0);
  const saved = await documentRows.saveTagCounts(transaction, changed);
  const [used, unused] = [saved.filter(isUsed), saved.filter((tag) => !isUsed(tag))];
  await save(
    transaction,
    'tag',
    unused.map(({ tag_id }) => tag_id),
    used.map(toSource),
  );
}

const isUsed = ({ episode_count }: { episode_count: number }): boolean => episode_count > 0;

/** The normalised names of tags, with their displayed spelling. */
function namesOf(tags: readonly string[]): Map<string, string> {
  const pairs = tags.map((tag) => [tagName(tag), tag.trim().replace(/^#+/, '')] as const);
  return new Map(pairs.filter((pair): pair is [string, string] => pair[0] !== null));
}

type SavedTag = Awaited<ReturnType<typeof documentRows.saveTagCounts>>[number];

function toSource({ tag_id, title, episode_count }: SavedTag): Source {
  return {
    kind: 'tag',
    id: tag_id,
    ownerId: null,
    title,
    authors: [],
    tags: [],
    categories: [],
    language: '',
    description: '',
    moment: new Date(0),
    popularity: episode_count,
  };
}

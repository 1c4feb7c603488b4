import { AppError, type FeedImport, type ImportItem } from 'earshot/contract';
import type { ImportBrief } from 'earshot-site/contract';
import type { FeatureDeps } from '../../feature.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { createFetcher } from '../../platform/http/fetch-source.ts';
import { invalid, Refusal } from '../../platform/http/refusal.ts';
import { webAddress } from '../../platform/text/web-address.ts';
import { pairChangedGuids } from './changed-guids.ts';
import { type Feed, FeedRefused } from './feed.ts';
import { findImportedShow } from './find-imported-show.ts';
import * as records from './import-records.ts';
import {
  isKnownOwner,
  newProofCode,
  type Proof,
  type ProofLimits,
  prove,
} from './prove-ownership.ts';
import { readPodcast } from './read-podcast.ts';
import { listEpisodes } from './repository.ts';
import { keepSharedGuids } from './shared-guids.ts';
import { toImport } from './to-wire.ts';

export { convertSnippets, keysIn } from './convert-snippets.ts';
export { readPlayed } from './played-episodes.ts';

const PREVIEW_PAGES_MAX = 50; // the user waits for them

/**
 * Reads a feed and previews an import. Nothing of the podcast is written.
 * @throws AppError INVALID_REQUEST if the address leads to no podcast, or the podcast belongs to another user here
 */
export async function previewImport(
  deps: FeatureDeps,
  actor: Actor,
  url: string,
): Promise<FeedImport> {
  const { database, config } = deps;
  const userId = actor.userId ?? 0; // the policy admits members only
  const address = webAddress(url.trim());
  if (address === null) throw invalid('url', 'feed_needed');
  const fetcher = createFetcher({ privateHosts: config.privateHosts });
  const options = { fetcher, pagesMax: PREVIEW_PAGES_MAX };
  const { feed } = await explained(() => readPodcast(address, options));
  const items = await previewItems(database, feed, { userId, source: address });
  const row = { user_id: userId, url: address, owner_email: feed.proof_email };
  const importId = await database.transaction().execute(async (transaction) => {
    const isKnown = await isKnownOwner(transaction, actor, row);
    const id = await records.insertImport(transaction, {
      ...row,
      proven_at: isKnown ? new Date() : null,
      title: feed.title,
      author: feed.author,
      proof_code: newProofCode(),
      notes: feed.notes,
    });
    await records.saveItems(transaction, id, items);
    return id;
  });
  return getImport(database, importId);
}

/** Refused items come first, as in the import itself. */
async function previewItems(
  database: Database,
  read: Feed,
  { userId, source }: { userId: number; source: string },
) {
  const isOwn = (show: { user_id: number }) => show.user_id === userId;
  const show = await findImportedShow(database, read, { source, mayBe: isOwn });
  if (show && show.user_id !== userId) {
    throw invalid('url', 'feed_owned', { owner: show.owner });
  }
  const episodes = show ? await listEpisodes(database, show.show_id) : [];
  const feed = { ...read, items: keepSharedGuids(read.items, episodes) };
  const known = new Set(episodes.map(({ guid }) => guid));
  const changed = pairChangedGuids(feed, episodes);
  const refused = feed.refused.map((item) => ({ ...item, state: 'refused' as const }));
  const coming = feed.items.map(
    ({ title, guid }): ImportItem => ({
      title,
      state: known.has(guid) || changed.has(guid) ? 'known' : 'new',
      reason: null,
    }),
  );
  return [...refused, ...coming].map((item, position) => ({ ...item, position }));
}

/** The newest imports of a user, for the page that begins another one. */
export async function listImports(database: Database, userId: number): Promise<ImportBrief[]> {
  const rows = await records.listImports(database, userId);
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
}

/** @throws AppError NOT_FOUND */
export async function getImport(database: Database, importId: number): Promise<FeedImport> {
  const row = await records.findImport(database, importId);
  if (!row) throw new AppError('NOT_FOUND');
  return toImport(row, await records.listItems(database, importId));
}

/**
 * Starts an import, or restarts a failed one. An import that waits, runs or is done does not change.
 * @throws AppError INVALID_REQUEST if the user has not proved ownership of the podcast
 */
export async function startImport(
  deps: FeatureDeps,
  actor: Actor,
  { importId, ...given }: { importId: number; proof: Proof; limits: ProofLimits },
): Promise<FeedImport> {
  const { database, jobs } = deps;
  const row = await records.findImport(database, importId);
  if (!row) throw new AppError('NOT_FOUND');
  const isProven = await explained(() => prove(deps, actor, { row, ...given }));
  if (isProven) {
    await database.transaction().execute(async (transaction) => {
      const current = await records.findImport(transaction, importId, { lock: true });
      if (current?.state !== 'preview' && current?.state !== 'failed') return;
      await records.updateImport(transaction, importId, { state: 'waiting', error: null });
      await jobs.add(transaction, 'import_feed', { importId }, { key: `import:${importId}` });
    });
  }
  return getImport(database, importId);
}

/** Converts the refusal of a feed to an error of the field with its address. */
async function explained<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof FeedRefused) {
      throw new Refusal('INVALID_REQUEST', [{ field: 'url', ...error.said }], { cause: error });
    }
    throw error;
  }
}

import { AppError } from 'earshot/contract';
import type { FeatureDeps, ReadDeps } from '../../feature.ts';
import type { Database } from '../../platform/database/database.ts';
import { insertWithPermalink } from '../../platform/database/free-permalink.ts';
import { isTaken } from '../../platform/database/unique-violation.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { invalid } from '../../platform/http/refusal.ts';
import { showSlug } from '../../platform/text/slug.ts';
import { readTitle } from '../../platform/text/title.ts';
import { type NewMedia, saveKeptMedia } from '../media/media.ts';
import { listFollowed } from './removal-repository.ts';
import * as repository from './repository.ts';
import { announceShow, endChannels } from './show-changes.ts';
import { type NewShow, type ShowChange, toShowColumns } from './show-input.ts';

type Deps = Pick<FeatureDeps, 'database' | 'config' | 'store' | 'jobs'>;

/**
 * Creates a show and returns its id. Without a permalink it gets the first free one of its title.
 * @throws AppError INVALID_REQUEST with the wrong fields, NOT_SIGNED_IN if the user's account has ended meanwhile
 */
export async function createShow(
  { database }: Pick<Deps, 'database'>,
  userId: number,
  show: NewShow,
): Promise<number> {
  const { permalink, ...columns } = toShowColumns(show);
  const given = { ...columns, title: readTitle(show.title), user_id: userId };
  return database.transaction().execute(async (transaction) => {
    const author = await repository.lockUserName(transaction, userId);
    if (author === undefined) throw new AppError('NOT_SIGNED_IN');
    const insert = (free: string) =>
      repository.insertShow(transaction, { ...DEFAULTS, author, ...given, permalink: free });
    if (permalink !== undefined) return ((await insert(permalink)) ?? refuseTaken()).show_id;
    const name = showSlug(given.title);
    return (await insertWithPermalink(transaction, { table: 'shows', name, insert })).show_id;
  });
}

const DEFAULTS = {
  description: '',
  language: 'en',
  categories: [],
  keywords: [],
  explicit: false,
};

/** Checks the locked show before it is changed. Throws to prevent the change. */
export type Check = (deps: ReadDeps) => Promise<void>;

/**
 * Changes the given fields.
 * @throws AppError INVALID_REQUEST with the wrong fields; SHOW_UNAVAILABLE
 */
export async function changeShow(
  deps: Deps,
  showId: number,
  { change, check }: { change: ShowChange; check: Check },
): Promise<void> {
  const columns = toShowColumns(change);
  const { numbersWindow: window } = deps.config;
  await write(deps, showId, check, async (transaction) => {
    await repository.updateShow(transaction, showId, columns);
    if (change.public_downloads)
      await repository.sumPublicDownloads(transaction, { window, showId });
  });
}

/** Sets the cover of the show, or removes it with null. */
export async function setShowCover(
  deps: Deps,
  showId: number,
  { picture, check }: { picture: NewMedia | null; check: Check },
): Promise<void> {
  await write(deps, showId, check, async (transaction) => {
    const image_id = picture && (await saveKeptMedia(transaction, deps.store, picture));
    // Otherwise the cover of an imported feed would be used.
    await repository.updateShow(transaction, showId, { image_id, image_source_url: null });
  });
}

async function write(
  deps: Deps,
  showId: number,
  check: Check,
  work: (transaction: Database) => Promise<void>,
): Promise<void> {
  try {
    await deps.database.transaction().execute(async (transaction) => {
      if (!(await repository.lockShow(transaction, showId))) throw new AppError('SHOW_UNAVAILABLE');
      await check({ ...deps, database: transaction });
      await work(transaction);
      await announceShow(deps, transaction, showId);
    });
  } catch (error) {
    if (isTaken(error, 'shows_permalink_key')) refuseTaken();
    throw error;
  }
}

/** Hides the show and its episodes at once. A later task removes them for good. */
export async function removeShow(
  deps: Deps & Pick<FeatureDeps, 'push'>,
  showId: number,
  actor: Pick<Actor, 'userId' | 'isAdmin'>,
): Promise<void> {
  const followed = await deps.database.transaction().execute(async (transaction) => {
    await repository.markDeleted(transaction, showId, actor);
    await announceShow(deps, transaction, showId);
    return listFollowed(transaction, [showId]);
  });
  endChannels(deps.push, followed);
}

function refuseTaken(): never {
  throw invalid('permalink', 'taken_by_show');
}

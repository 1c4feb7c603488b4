import { AppError } from 'earshot/contract';
import { sql } from 'kysely';
import type { FeatureDeps } from '../../feature.ts';
import type { Database } from '../../platform/database/database.ts';
import { findFreePermalink, insertWithPermalink } from '../../platform/database/free-permalink.ts';
import { isTaken } from '../../platform/database/unique-violation.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { invalid } from '../../platform/http/refusal.ts';
import { slugify } from '../../platform/text/slug.ts';
import { timeValues } from '../../platform/text/time-values.ts';
import { readTitle } from '../../platform/text/title.ts';
import { type NewMedia, saveKeptMedia } from '../media/media.ts';
import { closeListeners, type OnAirChange, pushOnAir } from '../push/push.ts';
import { announceShow } from '../shows/shows.ts';
import { giveExtras } from '../uploads/uploads.ts';
import { attachUpload, audioColumns, replaceAudio } from './attach-upload.ts';
import * as repository from './edit-repository.ts';
import { type EpisodeChange, type NewEpisode, toEpisodeColumns } from './episode-input.ts';
import {
  type Check,
  isPublished,
  onAirChange,
  publishedState,
  requireConsistent,
  requirePlayable,
  visibilityOf,
} from './publication.ts';
import { scheduleJob } from './publish.ts';

/** Authors type a length with one decimal; the audio is measured with many. */
const ROUNDING_S = 0.1;

/**
 * @param duration of the audio in seconds. Null while the audio is not stored here.
 * @throws AppError INVALID_REQUEST for a soundbite or an ad outside the audio
 */
function requireWithin(
  { soundbites = [], midrolls = [] }: Pick<EpisodeChange, 'soundbites' | 'midrolls'>,
  duration: number | null,
): void {
  if (!duration) return;
  const end = timeValues(Math.floor(duration));
  for (const [index, bite] of soundbites.entries()) {
    const place = `soundbites/${index}`;
    if (bite.starts_at >= duration) throw invalid(`${place}/starts_at`, 'within_audio', end);
    if (bite.starts_at + bite.duration > duration + ROUNDING_S) {
      throw invalid(`${place}/duration`, 'ends_in_audio', end);
    }
  }
  for (const [index, at] of midrolls.entries()) {
    if (at >= duration) throw invalid(`midrolls/${index}`, 'within_audio', end);
  }
}

export type EditDeps = Pick<FeatureDeps, 'database' | 'config' | 'jobs' | 'push' | 'store'>;

/**
 * Creates a draft and returns its id. Without a permalink it gets the first free one of its title.
 * @throws AppError INVALID_REQUEST with the wrong field
 */
export async function createEpisode(
  { database }: EditDeps,
  actor: Actor,
  { show_id, media_id = null, ...fields }: NewEpisode,
): Promise<number> {
  const { permalink, ...columns } = toEpisodeColumns(fields);
  const title = readTitle(fields.title);
  const plain = { type: 'RECORDED', requires_token: false, is_on_air: false } as const;
  requireConsistent({ ...plain, ...columns, state: 'draft' });
  return database.transaction().execute(async (transaction) => {
    const show = await repository.findShow(transaction, show_id);
    if (!show) throw new AppError('SHOW_UNAVAILABLE');
    const values = {
      description: '',
      ...show,
      ...columns,
      ...(media_id === null ? {} : audioColumns(await attachUpload(transaction, media_id, actor))),
      title,
      show_id,
      state: 'draft' as const,
    };
    const row =
      permalink === undefined
        ? await insertFree(transaction, slugify(title, 'episode'), values)
        : await repository.insertEpisode(transaction, { ...values, permalink });
    const { episode_id } = row ?? refuseTaken();
    requireWithin(fields, await repository.findDuration(transaction, episode_id));
    await giveExtras(transaction, episode_id);
    return episode_id;
  });
}

type NewRow = Omit<Parameters<typeof repository.insertEpisode>[1], 'permalink'>;

/** Inserts an episode under the first free permalink of this name. */
export function insertFree(database: Database, name: string, values: NewRow) {
  return insertWithPermalink(database, {
    table: 'episodes',
    name,
    among: sql<boolean>`user_id = ${values.user_id}`,
    insert: (permalink) => repository.insertEpisode(database, { ...values, permalink }),
  });
}

/**
 * Changes the given fields.
 * @throws AppError INVALID_REQUEST with the wrong field; EPISODE_UNAVAILABLE
 */
export async function changeEpisode(
  deps: EditDeps,
  episodeId: number,
  { actor, change, check }: { actor: Actor; change: EpisodeChange; check: Check },
): Promise<void> {
  const { media_id, ...fields } = change;
  const columns = toEpisodeColumns(fields);
  await edit(deps, episodeId, check, async (transaction, before) => {
    const isOther = media_id !== undefined && media_id !== before.upload_id;
    const audio = isOther ? await replaceAudio(transaction, before, { media_id, actor }) : null;
    const after = { ...before, ...columns, ...audio };
    // A live episode that becomes a recording is off air.
    const is_on_air = after.type === 'LIVE' || columns.is_on_air ? after.is_on_air : false;
    requireConsistent({ ...after, is_on_air });
    if (isPublished(after)) requirePlayable(after);
    const visibility = visibilityOf(before);
    const state =
      visibility && isPublished(before) ? publishedState(visibility, after) : before.state;
    await repository.updateEpisode(transaction, episodeId, {
      ...(await addressOf(transaction, before, columns.title)),
      ...columns,
      ...(audio ? audioColumns(audio) : {}),
      ...(state === before.state ? {} : { state }),
      ...(is_on_air === before.is_on_air ? {} : { is_on_air }),
    });
    if (fields.soundbites || fields.midrolls) {
      requireWithin(fields, await repository.findDuration(transaction, episodeId));
    }
    if (audio) await giveExtras(transaction, episodeId);
    if (audio && before.upload_id !== null)
      await repository.releaseUpload(transaction, before.upload_id);
    if (state === 'scheduled' && isOther) await scheduleJob(deps, transaction, before);
    return onAirChange(before, { is_on_air, is_listed: before.is_listed });
  });
  if (columns.show_listeners === false) closeListeners(deps.push, episodeId);
}

/** Until others have heard of the episode, its address follows its title, unless the author has chosen one. */
async function addressOf(
  transaction: Database,
  before: repository.LockedEpisode,
  title = before.title,
): Promise<{ permalink?: string }> {
  const { episode_id, user_id, permalink } = before;
  const isNew = before.state === 'draft' && before.published_at === null;
  const [former, name] = [slugify(before.title, 'episode'), slugify(title, 'episode')];
  const isOfTitle =
    permalink.startsWith(former) && /^(-\d+)?$/.test(permalink.slice(former.length));
  if (!isNew || !isOfTitle || name === former) return {};
  const among = sql<boolean>`user_id = ${user_id} and episode_id <> ${episode_id}`;
  return { permalink: await findFreePermalink(transaction, { table: 'episodes', name, among }) };
}

/** Sets the cover of the episode; null restores that of its show. */
export async function setEpisodeCover(
  deps: EditDeps,
  episodeId: number,
  { picture, check }: { picture: NewMedia | null; check: Check },
): Promise<void> {
  await edit(deps, episodeId, check, async (transaction) => {
    const image_id = picture && (await saveKeptMedia(transaction, deps.store, picture));
    const columns = { image_id, image_source_url: null };
    await repository.updateEpisode(transaction, episodeId, columns);
    return null;
  });
}

/** Hides the episode at once. A later task removes it for good. */
export async function removeEpisode(
  deps: EditDeps,
  episodeId: number,
  actor: Pick<Actor, 'userId' | 'isAdmin'>,
): Promise<void> {
  const change = await deps.database.transaction().execute(async (transaction) => {
    const episode = await repository.lockEpisode(transaction, episodeId);
    if (!episode) return null;
    await repository.markDeleted(transaction, episodeId, actor);
    if (episode.is_listed) await announceShow(deps, transaction, episode.show_id);
    return onAirChange(episode, { is_on_air: false, is_listed: false });
  });
  pushOnAir(deps.push, change);
  closeListeners(deps.push, episodeId);
}

async function edit(
  deps: EditDeps,
  episodeId: number,
  check: Check,
  work: (transaction: Database, before: repository.LockedEpisode) => Promise<OnAirChange | null>,
): Promise<void> {
  try {
    const change = await deps.database.transaction().execute(async (transaction) => {
      const before = await repository.lockEpisode(transaction, episodeId);
      if (!before) throw new AppError('EPISODE_UNAVAILABLE');
      await check({ ...deps, database: transaction });
      const change = await work(transaction, before);
      if (before.is_listed) await announceShow(deps, transaction, before.show_id);
      return change;
    });
    pushOnAir(deps.push, change);
  } catch (error) {
    if (isTaken(error, 'episodes_permalink')) refuseTaken();
    throw error;
  }
}

function refuseTaken(): never {
  throw invalid('permalink', 'taken_by_episode');
}

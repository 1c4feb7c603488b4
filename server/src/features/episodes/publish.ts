import { AppError } from 'earshot/contract';
import type { FeatureDeps } from '../../feature.ts';
import type { Database } from '../../platform/database/database.ts';
import { newSecret } from '../../platform/secrets.ts';
import { closeListeners, type OnAirChange, pushOnAir, pushPublished } from '../push/push.ts';
import { announceShow } from '../shows/shows.ts';
import * as repository from './edit-repository.ts';
import {
  type Check,
  isComing,
  onAirChange,
  type Publication,
  type PublishRequest,
  publicationOf,
  publishedState,
  requireComing,
  requirePlayable,
  unplayable,
} from './publication.ts';

declare module '../../platform/jobs/task.ts' {
  interface TaskPayloads {
    publish_episode: { episode_id: number };
  }
}

export type PublishDeps = Pick<FeatureDeps, 'database' | 'config' | 'jobs' | 'push'>;

/** An episode that has just appeared in public lists. */
export interface ListedEpisode {
  episode_id: number;
  show_id: number;
  user_id: number;
  /** False if it was in public lists before. */
  isFirst: boolean;
}

type Listener = (transaction: Database, episode: ListedEpisode) => Promise<void>;
const listeners: Listener[] = [];

/**
 * Calls the listener when an episode appears in public lists, in the transaction that publishes it: to add a job, for
 * example. A feature calls this once, in its `jobs.ts`.
 */
export function onPublished(listener: Listener): void {
  listeners.push(listener);
}

const RETRY_MS = 60_000;
const OVERDUE_AT_ONCE = 500;

const keyOf = (episodeId: number) => `publish_episode:${episodeId}`;

/**
 * Publishes an episode, changes its visibility, or schedules it.
 * @throws AppError INVALID_REQUEST if it has no audio, or for an impossible time; EPISODE_UNAVAILABLE
 */
export async function publishEpisode(
  deps: PublishDeps,
  episodeId: number,
  { request, check }: { request: PublishRequest; check: Check },
): Promise<void> {
  const stored = await deps.database.transaction().execute(async (transaction) => {
    const episode = await mustLock(transaction, episodeId);
    await check({ ...deps, database: transaction });
    const publication = publicationOf(episode, request, new Date());
    if (publication.state === 'scheduled') requireComing(episode);
    else requirePlayable(episode);
    const stored = await store({ ...deps, database: transaction }, episode, publication);
    if (publication.state === 'scheduled') {
      await scheduleJob(deps, transaction, { ...episode, ...publication });
    } else await deps.jobs.cancel(transaction, keyOf(episodeId));
    return stored;
  });
  pushStored(deps, stored);
  if (stored.isHidden) closeListeners(deps.push, episodeId);
}

/** Makes an episode a draft again. It keeps its date for the next publication. */
export async function unpublishEpisode(
  deps: PublishDeps,
  episodeId: number,
  check: Check,
): Promise<void> {
  const change = await deps.database.transaction().execute(async (transaction) => {
    const episode = await mustLock(transaction, episodeId);
    const { state, is_listed, show_id } = episode;
    await check({ ...deps, database: transaction });
    if (state === 'draft') return null;
    await repository.updateEpisode(transaction, episodeId, {
      state: 'draft',
      publish_as: null,
      access_key: null,
      is_on_air: false,
      ...(state === 'scheduled' ? { published_at: null } : {}),
    });
    await deps.jobs.cancel(transaction, keyOf(episodeId));
    if (is_listed) await announceShow(deps, transaction, show_id);
    return onAirChange(episode, { is_on_air: false, is_listed: false });
  });
  pushOnAir(deps.push, change);
  closeListeners(deps.push, episodeId);
}

/** Adds the job that publishes a scheduled episode, replacing an earlier one. */
export async function scheduleJob(
  { jobs }: Pick<FeatureDeps, 'jobs'>,
  transaction: Database,
  { episode_id, published_at }: { episode_id: number; published_at: Date | null },
): Promise<void> {
  const options = { key: keyOf(episode_id), ...(published_at ? { runAt: published_at } : {}) };
  await jobs.add(transaction, 'publish_episode', { episode_id }, options);
}

/**
 * Publishes a scheduled episode that is due. It reads the locked row, so that the episode is published once however
 * many jobs there are, and not at all if it was withdrawn, deleted or rescheduled.
 */
export async function publishScheduled(deps: PublishDeps, episodeId: number): Promise<void> {
  const stored = await deps.database.transaction().execute(async (transaction) => {
    const episode = await repository.lockEpisode(transaction, episodeId);
    if (episode?.state !== 'scheduled' || episode.published_at === null) return null;
    if (!episode.is_due) {
      await scheduleJob(deps, transaction, episode);
      return null;
    }
    if (unplayable(episode) !== null) {
      const published_at = new Date(Date.now() + RETRY_MS);
      if (isComing(episode))
        await scheduleJob(deps, transaction, { episode_id: episodeId, published_at });
      return null;
    }
    const state = publishedState(episode.publish_as ?? 'public', episode);
    const publication = { state, published_at: episode.published_at, publish_as: null };
    return store({ ...deps, database: transaction }, episode, publication);
  });
  if (stored) pushStored(deps, stored);
}

/** Adds the jobs of due episodes whose jobs were lost or given up. */
export async function publishOverdue(deps: PublishDeps): Promise<void> {
  for (const episode_id of await repository.listOverdue(deps.database, OVERDUE_AT_ONCE)) {
    await scheduleJob(deps, deps.database, { episode_id, published_at: null });
  }
}

interface Stored {
  /** The episode, if it has just appeared in public lists. */
  listed: ListedEpisode | null;
  change: OnAirChange | null;
  /** Without its key, or before its time, only its authors can open it. */
  isHidden: boolean;
}

/** Notifies viewers of the show. */
function pushStored({ push }: PublishDeps, { listed, change }: Stored): void {
  pushOnAir(push, change);
  if (!listed) return;
  const { show_id, episode_id } = listed;
  pushPublished(push, { show_id, episode_id });
}

async function store(
  deps: Omit<PublishDeps, 'database'> & { database: Database },
  episode: repository.LockedEpisode,
  publication: Publication,
): Promise<Stored> {
  const { database: transaction } = deps;
  const isPrivate = publication.state === 'private' || publication.publish_as === 'private';
  const isListed = publication.state === 'published' || publication.state === 'live';
  const isFirst = episode.first_listed_at === null;
  await repository.updateEpisode(transaction, episode.episode_id, {
    ...publication,
    // An episode that is no longer private loses its key: an old link never opens it again.
    access_key: isPrivate ? (episode.access_key ?? newSecret()) : null,
    ...(publication.state === 'scheduled' ? { is_on_air: false } : {}),
    ...(isListed && isFirst ? { first_listed_at: new Date() } : {}),
  });
  const { episode_id, show_id, user_id } = episode;
  if (isListed || episode.is_listed) await announceShow(deps, transaction, show_id);
  const change = onAirChange(episode, { is_on_air: episode.is_on_air, is_listed: isListed });
  const isHidden = publication.state === 'private' || publication.state === 'scheduled';
  if (!isListed || episode.is_listed) return { listed: null, change, isHidden };
  const listed = { episode_id, show_id, user_id, isFirst };
  for (const listener of listeners) await listener(transaction, listed);
  return { listed, change, isHidden };
}

async function mustLock(
  transaction: Database,
  episodeId: number,
): Promise<repository.LockedEpisode> {
  const episode = await repository.lockEpisode(transaction, episodeId);
  if (!episode) throw new AppError('EPISODE_UNAVAILABLE');
  return episode;
}

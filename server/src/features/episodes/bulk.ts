import { AppError, type Visibility } from 'earshot/contract';
import type { Language } from 'earshot/internal';
import type { BulkAction, BulkResult } from 'earshot-site/contract';
import type { FeatureDeps } from '../../feature.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { invalid, messagesIn, Refusal, sayIn } from '../../platform/http/refusal.ts';
import { removeEpisode } from './edit-episode.ts';
import { findOfShow, type OfShow } from './edit-repository.ts';
import { publishEpisode, unpublishEpisode } from './publish.ts';
import { restoreEpisode } from './restore-episode.ts';

type BulkDeps = Pick<FeatureDeps, 'database' | 'config' | 'jobs' | 'push' | 'store'>;

export interface BulkRequest {
  action: BulkAction;
  actor: Pick<Actor, 'userId' | 'isAdmin'>;
  episode_ids: readonly number[];
  /** For `visibility`. */
  visibility?: Visibility | undefined;
  /** Of the errors. */
  language: Language;
}

/**
 * Makes the same change to many episodes of a show. Each has its own transaction, so a failure does not affect the
 * others.
 * @throws AppError INVALID_REQUEST for `visibility` without a value
 */
export async function changeMany(
  deps: BulkDeps,
  showId: number,
  { action, actor, episode_ids, visibility, language }: BulkRequest,
): Promise<BulkResult[]> {
  if (action === 'visibility' && visibility === undefined) {
    throw invalid('visibility', 'visibility_missing');
  }
  const found = await findOfShow(deps.database, showId, episode_ids);
  const results: BulkResult[] = [];
  for (const episode_id of episode_ids) {
    const episode = found.find((each) => each.episode_id === episode_id);
    const error = episode
      ? await attempt(language, () => change(deps, episode, { action, actor, visibility }))
      : sayIn(language, { words: 'EPISODE_UNKNOWN' });
    results.push({ episode_id, title: episode?.title ?? null, error });
  }
  return results;
}

const unchecked = async () => {};

async function change(
  deps: BulkDeps,
  { episode_id, state, published_at }: OfShow,
  { action, actor, visibility = 'public' }: Omit<BulkRequest, 'episode_ids' | 'language'>,
): Promise<void> {
  switch (action) {
    case 'publish':
      return publishEpisode(deps, episode_id, { request: {}, check: unchecked });
    case 'draft':
      return unpublishEpisode(deps, episode_id, unchecked);
    case 'delete':
      return removeEpisode(deps, episode_id, actor);
    case 'restore':
      return restoreEpisode(deps, episode_id, actor);
    case 'visibility': {
      if (state === 'draft') throw new Refusal('INVALID_REQUEST', 'draft_unheard');
      // A scheduled episode keeps its time.
      const time = state === 'scheduled' && published_at ? published_at.toISOString() : undefined;
      const request = { visibility, ...(time === undefined ? {} : { published_at: time }) };
      return publishEpisode(deps, episode_id, { request, check: unchecked });
    }
    default:
      return action satisfies never;
  }
}

/** Null, or the reason in words. Server errors are thrown. */
async function attempt(language: Language, work: () => Promise<void>): Promise<string | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const texts = messagesIn(language, error);
    return texts.map((text) => text.replace(/^\w+: /, '')).join(' ');
  }
}

import type { FeatureDeps } from '../../feature.ts';
import type { Database } from '../../platform/database/database.ts';
import { newSecret } from '../../platform/secrets.ts';
import { slugify } from '../../platform/text/slug.ts';
import type { ArchivedEpisode, ArchivedSettings } from './archived-episode.ts';
import { NO_AUDIO } from './attach-upload.ts';
import { insertFree } from './edit-episode.ts';
import * as repository from './edit-repository.ts';
import { type Publication, publishedState, unplayable, visibilityOf } from './publication.ts';
import { scheduleJob } from './publish.ts';

/** An episode of an archive with its stored files. */
export interface BroughtEpisode {
  showId: number;
  archived: ArchivedEpisode;
  /** Null if the archive lacks its audio. */
  media_id: number | null;
  image_id: number | null;
}

/**
 * Adds an episode of an archive in its archived state. The note is the reason why it is now a draft, for the person who
 * imports it. Null if its state has not changed.
 */
export async function bringEpisode(
  { jobs }: Pick<FeatureDeps, 'jobs'>,
  transaction: Database,
  { showId, archived, media_id, image_id }: BroughtEpisode,
): Promise<{ episode_id: number; note: string | null }> {
  const { guid, title, description, permalink, enclosure_url, columns } = archived;
  const show = await repository.findShow(transaction, showId);
  if (!show) throw new Error(`There is no show ${showId}.`);
  const audio = { type: 'RECORDED', live_url: null, ...columns, media_id, enclosure_url } as const;
  const isPlayable = unplayable({ ...NO_AUDIO, ...audio }) === null;
  const facts = { isPlayable, type: audio.type, now: new Date() };
  const { note, ...publication } = publicationOf(archived, facts);
  const { state, published_at, publish_as } = publication;
  const isPrivate = state === 'private' || publish_as === 'private';
  const isListed = state === 'published' || state === 'live';
  const row = await insertFree(transaction, slugify(permalink || title, 'episode'), {
    ...show,
    ...columns,
    ...publication,
    show_id: showId,
    guid,
    title,
    description,
    media_id,
    image_id,
    enclosure_url,
    access_key: isPrivate ? (archived.access_key ?? newSecret()) : null,
    ...archived.onAir,
    first_listed_at: archived.settings.first_listed_at ?? (isListed ? published_at : null),
  });
  const { episode_id } = row;
  if (state === 'scheduled') await scheduleJob({ jobs }, transaction, { episode_id, published_at });
  return { episode_id, note };
}

/** Adds to an imported episode the data of its archive that is not in its feed. */
export async function settleEpisode(
  transaction: Database,
  { showId, guid, settings }: { showId: number; guid: string; settings: ArchivedSettings },
): Promise<void> {
  if (Object.keys(settings).length === 0) return;
  await transaction
    .updateTable('episodes')
    .set(settings)
    .where('show_id', '=', showId)
    .where('guid', '=', guid)
    .execute();
}

type Returned = Omit<Publication, 'published_at'> & {
  published_at: Date | null;
  note: string | null;
};

/**
 * The state of an imported episode. If its archived state is impossible, it becomes a draft, and the note gives the
 * reason.
 */
function publicationOf(
  archived: ArchivedEpisode,
  { isPlayable, type, now }: { isPlayable: boolean; type: 'RECORDED' | 'LIVE'; now: Date },
): Returned {
  const { state, published_at, publish_as } = archived;
  const visibility = visibilityOf({ state, publish_as });
  const asDraft = (note: string | null, kept: Date | null = null): Returned => ({
    state: 'draft',
    published_at: kept,
    publish_as: null,
    note,
  });
  if (visibility === null) return asDraft(null, published_at);
  if (!isPlayable) return asDraft('it is a draft now, because the archive has no audio of it');
  if (state !== 'scheduled') {
    const isPast = published_at !== null && published_at <= now;
    return {
      state: publishedState(visibility, { type }),
      published_at: isPast ? published_at : now,
      publish_as: null,
      note: null,
    };
  }
  if (published_at !== null && published_at > now) {
    return { state, published_at, publish_as: visibility, note: null };
  }
  const when = published_at ? ` (${published_at.toISOString()})` : '';
  return asDraft(`it is a draft now, because the time of its publication${when} has passed`);
}

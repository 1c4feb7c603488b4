import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { userNamed } from '../../platform/database/named.ts';
import type { Viewer } from '../../platform/http/actor.ts';
import { readId } from '../../platform/http/read-id.ts';
import type { Resource } from './actions.ts';
import { isEditor, isListed, isReadable, isShowListed, notBlocked } from './visible.ts';

/** The relation of an actor to a resource. */
export interface Standing {
  role: 'owner' | 'editor' | null;
  /** True if the actor may know that the resource exists. */
  isVisible: boolean;
}

interface Asking extends Viewer {
  /** Also finds deleted resources, but only for their editors. */
  withDeleted?: boolean;
}

type Find = (database: Database, id: number | string, asking: Asking) => Promise<Standing | null>;

const roleOn = (viewer: Viewer) =>
  sql<Standing['role']>`case when shows.user_id = ${viewer.userId} then 'owner'
    when ${isEditor(viewer)} then 'editor' end`.as('role');

async function findShow(database: Database, id: number | string, viewer: Asking) {
  const row = await database
    .selectFrom('shows')
    .select([roleOn(viewer), isShowListed(viewer).as('isVisible')])
    .where('shows.show_id', '=', readId(id) ?? 0)
    .$if(!viewer.withDeleted, (query) => query.where('shows.deleted_at', 'is', null))
    .executeTakeFirst();
  return row ?? null;
}

async function findEpisode(database: Database, id: number | string, viewer: Asking) {
  const row = await database
    .selectFrom('episodes')
    .innerJoin('shows', 'shows.show_id', 'episodes.show_id')
    .select([
      roleOn(viewer),
      sql<boolean>`${isEditor(viewer)} or ${isListed(viewer)}
        or (episodes.state = 'unlisted' and episodes.deleted_at is null and ${isShowListed(viewer)})`.as(
        'isVisible',
      ),
    ])
    .where('episodes.episode_id', '=', readId(id) ?? 0)
    .$if(!viewer.withDeleted, (query) =>
      query.where('episodes.deleted_at', 'is', null).where('shows.deleted_at', 'is', null),
    )
    .executeTakeFirst();
  return row ?? null;
}

async function findUpload(database: Database, id: number | string, viewer: Viewer) {
  const row = await database
    .selectFrom('uploads')
    .select('user_id')
    .where('upload_id', '=', readId(id) ?? 0)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row ? standing(row.user_id === viewer.userId, false) : null;
}

async function findImport(database: Database, id: number | string, viewer: Viewer) {
  const row = await database
    .selectFrom('imports')
    .select('user_id')
    .where('import_id', '=', readId(id) ?? 0)
    .executeTakeFirst();
  return row ? standing(row.user_id === viewer.userId, false) : null;
}

/** By id or permalink, also an earlier one: a permalink never consists of digits alone. */
async function findUser(database: Database, id: number | string, viewer: Viewer) {
  const userId = readId(id);
  const row = await database
    .selectFrom('users')
    .select(['user_id', notBlocked(viewer, sql.ref('users.user_id')).as('isVisible')])
    .where('deleted_at', 'is', null)
    .where((where) => where('user_id', '=', userId ?? userNamed(String(id))))
    .executeTakeFirst();
  return row ? standing(row.user_id === viewer.userId, row.isVisible) : null;
}

/** The writer of a message is its owner, and editors of the episode may remove it. */
async function findMessage(database: Database, id: number | string, viewer: Viewer) {
  const row = await database
    .selectFrom('messages')
    .innerJoin('episodes', 'episodes.episode_id', 'messages.episode_id')
    .innerJoin('shows', 'shows.show_id', 'episodes.show_id')
    .select([
      sql<Standing['role']>`case when messages.user_id = ${viewer.userId} then 'owner'
        when ${isEditor(viewer)} then 'editor' end`.as('role'),
      sql<boolean>`${isReadable(viewer)} and ${notBlocked(viewer, sql.ref('messages.user_id'))}`.as(
        'isVisible',
      ),
    ])
    .where('message_id', '=', readId(id) ?? 0)
    .executeTakeFirst();
  return row ?? null;
}

function standing(isOwner: boolean, isVisible: boolean): Standing {
  return { role: isOwner ? 'owner' : null, isVisible: isOwner || isVisible };
}

/** Finds the relation of an actor to a resource. Null if there is no such resource. */
export const FIND: Readonly<Record<Resource, Find>> = {
  show: findShow,
  episode: findEpisode,
  upload: findUpload,
  user: findUser,
  import: findImport,
  message: findMessage,
};

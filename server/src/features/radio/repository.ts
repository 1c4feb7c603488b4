import { type Selectable, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/tables.ts';
import { ANONYMOUS } from '../../platform/http/actor.ts';
import { isListed } from '../policy/policy.ts';

export type ListingRow = Selectable<Schema['radio_listings']>;

/** A show or an episode. */
export interface Thing {
  kind: 'show' | 'episode';
  id: number;
}

const columnOf = ({ kind }: Thing) => `${kind}_id` as const;

export function findListing(database: Database, thing: Thing) {
  return database
    .selectFrom('radio_listings')
    .selectAll()
    .where(columnOf(thing), '=', thing.id)
    .executeTakeFirst();
}

export function findListingById(database: Database, listingId: string) {
  return database
    .selectFrom('radio_listings')
    .selectAll()
    .where('listing_id', '=', listingId)
    .executeTakeFirst();
}

/** Undefined unless the feed, which the directory reads, has the episode, or an episode of the show. */
export function findPublicThing(database: Database, { kind, id }: Thing) {
  return database
    .selectFrom('episodes')
    .innerJoin('shows', 'shows.show_id', 'episodes.show_id')
    .select(['shows.show_id', 'shows.language'])
    .select(kind === 'show' ? 'shows.title' : 'episodes.title')
    .select(kind === 'show' ? sql<null>`null`.as('guid') : 'episodes.guid')
    .where(isListed(ANONYMOUS))
    .where('episodes.requires_token', '=', false)
    .where(kind === 'show' ? 'shows.show_id' : 'episodes.episode_id', '=', id)
    .limit(1)
    .executeTakeFirst();
}

/**
 * Records that an author wants a thing to be listed. A listing that the directory already has, or is reviewing, does
 * not change.
 */
export function wantListing(database: Database, thing: Thing, dueAt: Date): Promise<ListingRow> {
  const column = columnOf(thing);
  const stays = sql<boolean>`radio_listings.is_wanted
    and radio_listings.state in ('submitting', 'pending', 'listed')`;
  return database
    .insertInto('radio_listings')
    .values({ show_id: null, episode_id: null, [column]: thing.id, ...SUBMITTED, due_at: dueAt })
    .onConflict((conflict) =>
      conflict.column(column).doUpdateSet({
        is_wanted: true,
        state: sql`case when ${stays} then radio_listings.state else 'submitting' end`,
        message: sql`case when ${stays} then radio_listings.message end`,
        due_at: sql`case when ${stays} then radio_listings.due_at else excluded.due_at end`,
        changed_at: sql`case when ${stays} then radio_listings.changed_at else now() end`,
        version: sql`radio_listings.version + 1`,
      }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

const SUBMITTED = { state: 'submitting', message: null } as const;

/** Marks a listing for withdrawal, as its author has asked. Returns undefined if the show or episode has no listing. */
export function unwantListing(database: Database, thing: Thing, dueAt: Date) {
  return database
    .updateTable('radio_listings')
    .set({
      is_wanted: false,
      state: sql`case when state = 'withdrawn' then state else 'withdrawing' end`,
      message: null,
      due_at: sql`case when state = 'withdrawn' then due_at else ${dueAt} end`,
      changed_at: sql`now()`,
      version: sql`version + 1`,
    })
    .where(columnOf(thing), '=', thing.id)
    .returningAll()
    .executeTakeFirst();
}

/** The listings of a show and of its episodes. They are checked again by `dueAt`, whatever happens to their jobs. */
export async function touchListings(database: Database, showId: number, dueAt: Date) {
  const rows = await database
    .updateTable('radio_listings')
    .set({ due_at: sql`coalesce(due_at, ${dueAt})` })
    .where((where) =>
      where.or([
        where('show_id', '=', showId),
        where('episode_id', 'in', (query) =>
          query.selectFrom('episodes').select('episode_id').where('show_id', '=', showId),
        ),
      ]),
    )
    .returning('listing_id')
    .execute();
  return rows.map(({ listing_id }) => listing_id);
}

/**
 * The listings that are due, the oldest first. They become due again at `dueAt`, so that the next round does not
 * replace the jobs that this one adds.
 */
export async function takeDue(database: Database, limit: number, dueAt: Date): Promise<string[]> {
  const rows = await database
    .updateTable('radio_listings')
    .set({ due_at: dueAt })
    .where('listing_id', 'in', (query) =>
      query
        .selectFrom('radio_listings')
        .select('listing_id')
        .where('due_at', '<=', sql<Date>`now()`)
        .orderBy('due_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning('listing_id')
    .execute();
  return rows.map(({ listing_id }) => listing_id);
}

/** A round of `takeDue` must not come before the job that waits until then. */
export async function postpone(database: Database, listingId: string, dueAt: Date): Promise<void> {
  await database
    .updateTable('radio_listings')
    .set({ due_at: dueAt })
    .where('listing_id', '=', listingId)
    .execute();
}

export type Outcome = Pick<ListingRow, 'state' | 'message' | 'due_at'> &
  Partial<Pick<ListingRow, 'sent'>>;

/** Stores the directory's answer, unless an author has changed the request since the row was read. */
export async function saveOutcome(
  database: Database,
  { listing_id, version }: Pick<ListingRow, 'listing_id' | 'version'>,
  { state, message, due_at, sent }: Outcome,
): Promise<void> {
  await database
    .updateTable('radio_listings')
    .set({
      message,
      due_at,
      changed_at: sql`case when state = ${state} then changed_at else now() end`,
      state,
      ...(sent === undefined ? {} : { sent }),
    })
    .where('listing_id', '=', listing_id)
    .where('version', '=', version)
    .execute();
}

/** Removes withdrawn listings once the show or the episode has been removed. */
export async function forgetRemoved(database: Database): Promise<void> {
  await database
    .deleteFrom('radio_listings')
    .where('state', '=', 'withdrawn')
    .where(
      sql<boolean>`not exists (select from shows where shows.show_id = radio_listings.show_id)
        and not exists (select from episodes where episodes.episode_id = radio_listings.episode_id)`,
    )
    .execute();
}

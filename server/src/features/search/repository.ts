import type { SearchSort } from 'earshot/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { rowsInOrder } from '../../platform/database/rows-in-order.ts';
import type { DocumentKind } from '../../platform/database/search-tables.ts';
import { ANONYMOUS, type Viewer } from '../../platform/http/actor.ts';
import { isListed, isShowListed, notBlocked } from '../policy/policy.ts';
import { type Query, toRankQuery, toTextQuery, toTsqueries, toTsquery } from './query.ts';

export interface Wanted {
  kind: DocumentKind;
  query: Query;
  /** Maximum number of documents. */
  limit: number;
  /** Primary subtag (BCP 47). Without it, documents in all languages. */
  language?: string | undefined;
  sort?: SearchSort | undefined;
  viewer?: Viewer | undefined;
}

/** Maximum number of ranked documents: for a word that is everywhere, those of the highest standing. */
const CANDIDATES_MAX = 500;
const SAME_TITLE_MAX = 20; // ranked regardless of their standing
const TEXT_CANDIDATES_MAX = 100;
const SPARE = 10; // for candidates that may have been deleted since they were indexed

/** Weights of D, C, B and A: description, tags, authors, title. */
const WEIGHTS = '{0.05, 0.2, 0.5, 1}';
const TAG_STANDING_BEST = 300; // of a tag that a thousand episodes have

/**
 * Ids of the best documents first, or of the newest. Descriptions are searched if titles, authors and tags give too few
 * results. Equal requests give equal orders for a day.
 */
export async function findDocuments(database: Database, wanted: Wanted): Promise<number[]> {
  const { kind, query, limit, sort, viewer = ANONYMOUS } = wanted;
  const byHeading = await findByHeading(database, wanted);
  const byText = byHeading.length < limit ? await findByText(database, wanted) : [];
  const order = sql.raw(sort === 'newest' ? 'moment desc, id desc' : 'place, score desc, id desc');
  const { rows } = await sql<{ id: number }>`
    with ranked as (
      select id, moment, ${score(kind, query)} as score,
        case when heading @@ ${toTsquery(query)}::tsquery then 1 else 2 end as place
      from search_documents as document
      where kind = ${sql.lit(kind)} and id = any(${[...byHeading, ...byText]})
        and ${notBlocked(viewer, sql.ref('document.owner_id'))}
      order by ${order}
      limit ${limit + SPARE}
    )
    select id from ranked where ${isVisible(kind, viewer)}
    order by ${order}
    limit ${limit}`.execute(database);
  return rows.map(({ id }) => id);
}

/** Those with the words in titles, authors and tags. A rare word has as many candidates as a common one beside it. */
async function findByHeading(
  database: Database,
  { kind, query, language, viewer = ANONYMOUS }: Wanted,
): Promise<number[]> {
  const tsqueries = toTsqueries(query);
  const limit = Math.ceil(CANDIDATES_MAX / tsqueries.length);
  const inLanguage = language === undefined ? sql`true` : sql`document.language = ${language}`;
  const candidates = await Promise.all(
    tsqueries.map((tsquery) =>
      rowsInOrder(database, {
        as: 'document',
        columns: sql`document.id, document.standing`,
        table: sql`search_documents`,
        part: sql`document.kind = ${sql.lit(kind)}`,
        condition: sql`document.heading @@ ${tsquery}::tsquery and ${inLanguage}
          and ${notBlocked(viewer, sql.ref('document.owner_id'))}`,
        limit,
      }),
    ),
  );
  const first = candidates.map(
    (rows) => sql`(select id from ${rows} order by standing desc, id desc limit ${limit})`,
  );
  const { rows } = await sql<{ id: number }>`
    (select id from search_documents as document
      where kind = ${sql.lit(kind)} and title = ${query.key} and ${inLanguage}
        and heading @@ ${toTsquery(query)}::tsquery limit ${SAME_TITLE_MAX})
    union ${sql.join(first, sql` union `)}`.execute(database);
  return rows.map(({ id }) => id);
}

/** Those with the words anywhere, also in the description. */
async function findByText(
  database: Database,
  { kind, query, language }: Wanted,
): Promise<number[]> {
  const textQuery = kind === 'tag' ? null : toTextQuery(query);
  if (!textQuery) return [];
  const texts = await rowsInOrder(database, {
    as: 'search_texts',
    columns: sql`search_texts.id, search_texts.standing`,
    table: sql`search_texts`,
    part: sql`search_texts.kind = ${sql.lit(kind)}`,
    condition: sql`search_texts.words @@ ${toTsquery(textQuery)}::tsquery and ${hasLanguage(kind, language)}`,
    limit: TEXT_CANDIDATES_MAX,
  });
  const { rows } = await sql<{ id: number }>`
    select id from ${texts} order by standing desc, id desc limit ${TEXT_CANDIDATES_MAX}`.execute(
    database,
  );
  return rows.map(({ id }) => id);
}

/** Whether the document of a text is in this language. */
const hasLanguage = (kind: DocumentKind, language: string | undefined): RawBuilder<boolean> =>
  language === undefined
    ? sql<boolean>`true`
    : sql<boolean>`exists (
        select from search_documents as document where document.kind = ${sql.lit(kind)}
          and document.id = search_texts.id and document.language = ${language})`;

/** Order of results: the whole title, then its beginning, then the words by their weights. */
function score(kind: DocumentKind, query: Query): RawBuilder<number> {
  const best = kind === 'tag' ? sql`${TAG_STANDING_BEST}` : sql`(current_date - date '1970-01-01')`;
  const { key } = query;
  return sql<number>`
    (0.01 + ts_rank(${WEIGHTS}, heading, ${toRankQuery(query)}::tsquery)
      + case when title = ${key} then 1 when title ^@ ${`${key} `} then 0.5
          when title ^@ ${key} then 0.2 else 0 end)
    * (1 + 0.3 / (1 + greatest(0, ${best} - standing) / 180))`;
}

/** A document may be some seconds older than the thing. */
function isVisible(kind: DocumentKind, viewer: Viewer): RawBuilder<boolean> {
  switch (kind) {
    case 'tag':
      return sql<boolean>`exists (select from tags where tag_id = id)`;
    case 'user':
      return sql<boolean>`exists (select from users where user_id = id and deleted_at is null)`;
    case 'show':
      return sql<boolean>`exists (
        select from shows where shows.show_id = id and ${isShowListed(viewer)})`;
    case 'episode':
      return sql<boolean>`exists (
        select from episodes join shows on shows.show_id = episodes.show_id
        where episodes.episode_id = id and ${isListed(viewer)})`;
    default:
      return kind satisfies never;
  }
}

/** The sanitised HTML of the descriptions of these things. */
export async function findDescriptions(
  database: Database,
  kind: 'show' | 'episode',
  ids: readonly number[],
): Promise<Map<number, string>> {
  const [table, id] = kind === 'show' ? ['shows', 'show_id'] : ['episodes', 'episode_id'];
  const { rows } = await sql<{ id: number; description: string }>`
    select ${sql.ref(id)} as id, description from ${sql.table(table)}
    where ${sql.ref(id)} = any(${ids})`.execute(database);
  return new Map(rows.map((row) => [row.id, row.description]));
}

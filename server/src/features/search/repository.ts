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

const COLUMNS = sql.raw(
  'document.id, document.title, document.heading, document.moment, document.standing',
);

/**
 * Ids of the best documents first, or of the newest. Descriptions are searched if titles, authors and tags give too few
 * results. Equal requests give equal orders for a day.
 */
export async function findDocuments(database: Database, wanted: Wanted): Promise<number[]> {
  const { limit, sort } = wanted;
  const found = await rank(database, wanted, await selectByHeading(database, wanted));
  if (found.length < limit) {
    const byText = await selectByText(database, wanted);
    if (byText) found.push(...(await rank(database, wanted, byText)));
  }
  if (sort === 'newest')
    found.sort((a, b) => b.moment.getTime() - a.moment.getTime() || b.id - a.id);
  return found.slice(0, limit).map(({ id }) => id);
}

/** The first of these documents that a reader may see. */
async function rank(
  database: Database,
  { kind, query, limit, sort, viewer = ANONYMOUS }: Wanted,
  candidates: RawBuilder<unknown>,
): Promise<{ id: number; moment: Date }[]> {
  const order = sql.raw(sort === 'newest' ? 'moment desc, id desc' : 'score desc, id desc');
  const { rows } = await sql<{ id: number; moment: Date }>`
    with ranked as (
      select id, moment, ${score(kind, query)} as score from (${candidates}) as candidate
      order by ${order}
      limit ${limit + SPARE}
    )
    select id, moment from ranked where ${isVisible(kind, viewer)}
    order by ${order}
    limit ${limit}`.execute(database);
  return [...rows];
}

/** Documents with the words in titles, authors and tags. A rare word has as many candidates as a common one beside it. */
async function selectByHeading(database: Database, wanted: Wanted): Promise<RawBuilder<unknown>> {
  const { kind, query, language, viewer = ANONYMOUS } = wanted;
  const tsqueries = toTsqueries(query);
  const limit = Math.ceil(CANDIDATES_MAX / tsqueries.length);
  const inLanguage = language === undefined ? sql`true` : sql`document.language = ${language}`;
  const part = sql`document.kind = ${sql.lit(kind)}`;
  const has = (tsquery: string) => sql`document.heading @@ ${tsquery}::tsquery and ${inLanguage}
    and ${notBlocked(viewer, sql.ref('document.owner_id'))}`;
  const found = tsqueries.map(async (tsquery) => {
    const rows = await rowsInOrder(database, {
      as: 'document',
      columns: COLUMNS,
      table: sql`search_documents`,
      part,
      condition: sql`${has(tsquery)} and document.title <> ${query.key}`,
      limit,
    });
    return sql`(select ${COLUMNS} from ${rows} order by document.standing desc, document.id desc limit ${limit})`;
  });
  return sql`
    (select ${COLUMNS} from search_documents as document
      where ${part} and ${has(toTsquery(query))} and document.title = ${query.key} limit ${SAME_TITLE_MAX})
    union all
    (${sql.join(await Promise.all(found), sql` union `)})`;
}

/** Documents that have the words with their description, but not without it. Null if this kind has none. */
async function selectByText(
  database: Database,
  { kind, query, language, viewer = ANONYMOUS }: Wanted,
): Promise<RawBuilder<unknown> | null> {
  const textQuery = kind === 'tag' ? null : toTextQuery(query);
  if (!textQuery) return null;
  const rows = await rowsInOrder(database, {
    as: 'found',
    columns: sql`found.id, found.standing`,
    table: sql`search_texts`,
    part: sql`found.kind = ${sql.lit(kind)}`,
    condition: sql`found.words @@ ${toTsquery(textQuery)}::tsquery and ${hasLanguage(kind, language)}`,
    limit: TEXT_CANDIDATES_MAX,
  });
  return sql`
    select ${COLUMNS} from (
      select id from ${rows} order by standing desc, id desc limit ${TEXT_CANDIDATES_MAX}
    ) as found
    join search_documents as document on document.kind = ${sql.lit(kind)} and document.id = found.id
    where not heading @@ ${toTsquery(query)}::tsquery
      and ${notBlocked(viewer, sql.ref('document.owner_id'))}`;
}

/** Whether the document of a text is in this language. */
const hasLanguage = (kind: DocumentKind, language: string | undefined): RawBuilder<boolean> =>
  language === undefined
    ? sql<boolean>`true`
    : sql<boolean>`exists (
        select from search_documents as document where document.kind = ${sql.lit(kind)}
          and document.id = found.id and document.language = ${language})`;

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

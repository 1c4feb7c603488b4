import type { SearchSort } from 'earshot/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
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
  const { kind, query, limit, language, sort, viewer = ANONYMOUS } = wanted;
  const textQuery = kind === 'tag' ? null : toTextQuery(query);
  const inTexts = textQuery ? sql`words @@ ${toTsquery(textQuery)}::tsquery` : sql`false`;
  const condition = sql`${toTsquery(query)}::tsquery`;
  const conditions = toTsqueries(query);
  const columns = sql.raw('document.id, title, heading, moment, document.standing');
  const inLanguage = language === undefined ? sql`true` : sql`document.language = ${language}`;
  const matching = (tsquery: string) => sql`from search_documents as document
    where kind = ${sql.lit(kind)} and heading @@ ${tsquery}::tsquery and ${inLanguage}
      and ${notBlocked(viewer, sql.ref('document.owner_id'))}`;
  // Those of a rare word stand beside those of a common one.
  const candidates = conditions.map(
    (tsquery) => sql`(select ${columns} ${matching(tsquery)} and title <> ${query.key}
        order by document.standing desc, document.id desc
        limit ${Math.ceil(CANDIDATES_MAX / conditions.length)})`,
  );
  const rank = score(kind, query);
  const order = sql.raw(sort === 'newest' ? 'moment desc, id desc' : 'place, score desc, id desc');
  const { rows } = await sql<{ id: number }>`
    with by_heading as (
      (select ${columns} ${matching(toTsquery(query))} and title = ${query.key} limit ${SAME_TITLE_MAX})
      union all
      (${sql.join(candidates, sql` union `)})
    ), by_text as (
      select ${columns} from (
        select id from search_texts
        where ${inTexts} and (select count(*) from by_heading) < ${limit}
          and kind = ${sql.lit(kind)} and ${hasLanguage(kind, language)}
        order by standing desc, id desc limit ${TEXT_CANDIDATES_MAX}
      ) as found
      join search_documents as document on kind = ${sql.lit(kind)} and document.id = found.id
      where not heading @@ ${condition} and ${notBlocked(viewer, sql.ref('document.owner_id'))}
    ), ranked as (
      select id, moment, 1 as place, ${rank} as score from by_heading
      union all
      select id, moment, 2 as place, ${rank} as score from by_text
      order by ${order}
      limit ${limit + SPARE}
    )
    select id from ranked where ${isVisible(kind, viewer)}
    order by ${order}
    limit ${limit}`.execute(database);
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

import { type RawBuilder, sql } from 'kysely';
import { foldText } from '../../platform/text/fold-word.ts';

/** The episodes of a show in a list, and their order. */
export interface EpisodeFilter {
  /** Words in the title or the notes. */
  q?: string | undefined;
  /** By publication; newest first unless given. */
  sort?: 'newest' | 'oldest' | undefined;
  season?: number | undefined;
}

const WORDS_MAX = 10;

const wordsOf = (q = '') => foldText(q).split(/\s+/).filter(Boolean).slice(0, WORDS_MAX);

export const isEmptyFilter = ({ q, sort = 'newest', season }: EpisodeFilter): boolean =>
  wordsOf(q).length === 0 && sort === 'newest' && season === undefined;

/** The query of the filter in canonical order, so that equal lists have equal addresses. */
export function filterQuery({ q = '', sort = 'newest', season }: EpisodeFilter): URLSearchParams {
  const query = new URLSearchParams();
  if (q.trim() !== '') query.set('q', q.trim());
  if (sort === 'oldest') query.set('sort', sort);
  if (season !== undefined) query.set('season', String(season));
  return query;
}

const literal = (word: string) => word.replace(/[\\%_]/g, '\\$&');

/** A condition for queries on `episodes`. */
export function matchesFilter({ q, season }: EpisodeFilter): RawBuilder<boolean> {
  const words = wordsOf(q).map((word) => sql`said like ${`%${literal(word)}%`}`);
  const conditions = [
    ...(season === undefined ? [] : [sql`episodes.season = ${season}`]),
    // A subquery for each episode of the show. With a join, PostgreSQL might read the texts of all shows.
    ...(words.length === 0
      ? []
      : [
          sql`(select ${sql.join(words, sql` and `)} from episode_texts
            where episode_texts.episode_id = episodes.episode_id)`,
        ]),
  ];
  if (conditions.length === 0) return sql<boolean>`true`;
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

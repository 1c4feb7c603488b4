import { type RawBuilder, sql } from 'kysely';
import { permalinkForms } from '../text/slug.ts';

/** Conditions of a lookup, the preferred one first. The id is null if nothing fulfils one of them. */
type Id = RawBuilder<number | null>;

interface Names {
  table: 'users' | 'shows' | 'episodes';
  id: 'user_id' | 'show_id' | 'episode_id';
  name: string;
  /** Limits the present rows, and the old permalinks. */
  among?: RawBuilder<boolean>;
  amongOld?: RawBuilder<boolean>;
}

/**
 * The id of the present holder of a permalink, else of the last one that had it. If there is neither, other spellings
 * of the name count, such as capitals or combining marks: first those that Unicode lowers to the permalink, then those
 * with the same capitals, such as SS for ß.
 */
function idOf({ table, id, name, among = sql`true`, amongOld = sql`true` }: Names): Id {
  const column = sql.ref(id);
  const holders = (isMeant: RawBuilder<boolean>): Id =>
    sql`coalesce(
      (select ${column} from ${sql.table(table)} where ${isMeant} and ${among} order by ${column} limit 1),
      (select ${column} from old_permalinks
        where ${isMeant} and ${column} is not null and ${amongOld} order by ${column} limit 1))`;
  const forms = permalinkForms(name);
  const folded = sql`array(select fold_permalink(form) from unnest(${forms}::text[]) as form)`;
  return sql`coalesce(
    ${holders(sql`permalink = ${name}`)},
    ${holders(sql`permalink = any(${forms}::text[])`)},
    ${holders(sql`fold_permalink(permalink) = any(${folded})`)})`;
}

export const userNamed = (name: string): Id => idOf({ table: 'users', id: 'user_id', name });

export const showNamed = (name: string): Id => idOf({ table: 'shows', id: 'show_id', name });

export const episodeNamed = (name: { userPermalink: string; permalink: string }): Id =>
  idOf({
    table: 'episodes',
    id: 'episode_id',
    name: name.permalink,
    among: sql`user_id = ${userNamed(name.userPermalink)}`,
    amongOld: sql`owner_id = ${userNamed(name.userPermalink)}`,
  });

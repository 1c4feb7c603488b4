import type { AuditChange, AuditEntry } from 'earshot-site/contract';
import { CompiledQuery, sql } from 'kysely';
import type { RunQuery } from '../../platform/database/before-commit.ts';
import type { Database } from '../../platform/database/database.ts';
import { userNamed } from '../../platform/database/named.ts';

/** The thing of an act. */
export interface ActObject {
  kind: string;
  id: string;
}

/** The row of a thing as JSON, by the kind of the thing. Its state before and after the act is compared. */
const ROWS: Readonly<Record<string, string>> = {
  show: 'select to_jsonb(row) from shows row where show_id = $1::integer',
  episode: 'select to_jsonb(row) from episodes row where episode_id = $1::integer',
  user: 'select to_jsonb(row) from users row where user_id = $1::integer',
  settings: `select coalesce(jsonb_object_agg(name, value), '{}') from host_settings where $1::text is not null`,
};

const rowOf = ({ kind, id }: ActObject): string | undefined => (id === '' ? undefined : ROWS[kind]);

/** A user whom the address names by a permalink, which the act may change, has their id. */
export async function nameById(database: Database, object: ActObject): Promise<ActObject> {
  if (object.kind !== 'user' || /^\d*$/.test(object.id)) return object;
  const found = await database
    .selectNoFrom(userNamed(object.id).as('user_id'))
    .executeTakeFirstOrThrow();
  return { ...object, id: String(found.user_id ?? '') };
}

export type Row = Record<string, unknown>;

const NO_ROW = 'select null::jsonb where $1::text is null';

export interface Begun {
  audit_id: string;
  user_name: string | null;
  show_id: number | null;
  row: Row | null;
}

/** The number of a new act, and the state before it. */
export async function readBefore(
  database: Database,
  {
    userId,
    object,
    showId,
    episodeId,
  }: {
    userId: number | null;
    object: ActObject;
    showId: number | null;
    episodeId: number | null;
  },
): Promise<Begun> {
  const text = `
    select nextval('audit_log_audit_id_seq') as audit_id,
      (select name from users where user_id = $2::integer) as user_name,
      coalesce($3::integer, (select show_id from episodes where episode_id = $4::integer)) as show_id,
      (${rowOf(object) ?? NO_ROW}) as row`;
  const { rows } = await database.executeQuery<Begun>(
    CompiledQuery.raw(text, [object.id, userId, showId, episodeId]),
  );
  const [begun] = rows;
  if (!begun) throw new Error('The sequence of acts gave no number.');
  return begun;
}

/** The state of the thing within a transaction. */
export async function readRow(run: RunQuery, object: ActObject): Promise<Row | null> {
  const text = rowOf(object);
  if (!text) return null;
  const { rows } = await run(`${text}`, [object.id]);
  const [found] = rows as Record<string, Row>[];
  return found ? (Object.values(found)[0] ?? null) : null;
}

export interface NewAct {
  auditId: string;
  userId: number | null;
  userName: string;
  action: string;
  object: ActObject;
  objectName: string;
  showId: number | null;
  changes: readonly AuditChange[];
  address: string;
}

/** Writes an act, also again in a later transaction of its request. */
export async function saveAct(run: RunQuery, act: NewAct): Promise<void> {
  await run(
    `insert into audit_log (audit_id, user_id, user_name, action, object_kind, object_id, object_name, show_id,
      changes, address)
    values ($1, $2, coalesce(nullif($3, ''), (select name from users where user_id = $2::integer), ''), $4, $5, $6, $7, $8, $9, $10)
    on conflict (audit_id) do update set user_id = excluded.user_id, user_name = excluded.user_name,
      object_id = excluded.object_id, object_name = excluded.object_name, show_id = excluded.show_id,
      changes = excluded.changes`,
    [
      act.auditId,
      act.userId,
      act.userName,
      act.action,
      act.object.kind,
      act.object.id,
      act.objectName,
      act.showId,
      JSON.stringify(act.changes),
      act.address,
    ],
  );
}

/** Runs a statement of this module outside of a transaction. */
export const runOn =
  (database: Database): RunQuery =>
  async (text, parameters) => {
    const { rows } = await database.executeQuery(CompiledQuery.raw(text, [...parameters]));
    return { rows, rowCount: rows.length };
  };

export async function markFailed(database: Database, auditId: string): Promise<void> {
  await sql`update audit_log set has_failed = true where audit_id = ${auditId}`.execute(database);
}

export interface ActQuery {
  /** The id, permalink or name of a user. */
  user?: string | undefined;
  action?: string | undefined;
  showId?: number | undefined;
  /** Acts before this one. */
  before?: number | undefined;
  limit: number;
}

export type ActRow = Omit<Required<AuditEntry>, 'at' | 'audit_id'> & { audit_id: string; at: Date };

/** The newest first. */
export async function listActs(
  database: Database,
  { user, action, showId, before, limit }: ActQuery,
): Promise<ActRow[]> {
  return database
    .selectFrom('audit_log')
    .selectAll()
    .$if(showId !== undefined, (query) => query.where('show_id', '=', showId ?? 0))
    .$if(action !== undefined, (query) => query.where('action', '=', action ?? ''))
    .$if(before !== undefined, (query) => query.where('audit_id', '<', String(before)))
    .$if(user !== undefined, (query) => query.where(isBy(user ?? '')))
    .orderBy('audit_id', 'desc')
    .limit(limit)
    .execute() as Promise<ActRow[]>;
}

const isBy = (user: string) =>
  /^\d{1,9}$/.test(user)
    ? sql<boolean>`user_id = ${Number(user)}`
    : sql<boolean>`(user_id = (select user_id from users where permalink = ${user})
        or lower(user_name) = lower(${user}))`;

/** Removes a number of acts that are older than this many days. Returns how many. */
export async function removeOld(
  database: Database,
  { days, limit }: { days: number; limit: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from audit_log where audit_id in (
      select audit_id from audit_log where at < now() - ${days} * interval '1 day' limit ${limit})`.execute(
    database,
  );
  return Number(numAffectedRows ?? 0);
}

import { AppError } from 'earshot/contract';
import { sql } from 'kysely';
import { type RunQuery, withoutCommitWork } from '../database/before-commit.ts';
import type { Database } from '../database/database.ts';

/** A request that must not be carried out twice. */
export interface KeyedRequest {
  /** Identifies the client, the route and the key. */
  keyHash: Buffer;
  /** Identifies the content of the request. */
  requestHash: Buffer;
}

/** The key, while this request holds it. */
export interface HeldKey extends Pick<KeyedRequest, 'keyHash'> {
  attempt: number;
}

export type Claim =
  | { state: 'held'; key: HeldKey }
  | { state: 'answered'; status: number; body: string }
  | { state: 'running' }
  | { state: 'other-request' }
  | { state: 'lost-answer' };

const LEASE_S = 60; // longer than any request takes, because its statements and its body have limits
const KEPT_HOURS = 24;

/**
 * Claims a key for a request. One statement decides, so only one of several simultaneous requests, in any process,
 * gets it. If a request dies without an effect, the next one gets the key when the lease ends.
 */
export async function claimKey(
  database: Database,
  { keyHash, requestHash }: KeyedRequest,
): Promise<Claim> {
  const lease = sql<Date>`now() + ${LEASE_S} * interval '1 second'`;
  const { rows } = await sql<{ attempt: number }>`
    insert into idempotency_keys as held (key_hash, request_hash, locked_until)
    values (${keyHash}, ${requestHash}, ${lease})
    on conflict (key_hash) do update set
      request_hash = excluded.request_hash, locked_until = excluded.locked_until,
      attempt = held.attempt + 1, created_at = now(), effect_at = null, status = null, body = null
    where held.created_at < now() - ${KEPT_HOURS} * interval '1 hour'
      or (held.locked_until < now() and held.status is null and held.effect_at is null
        and held.request_hash = excluded.request_hash)
    returning attempt`.execute(database);
  const [held] = rows;
  if (held) return { state: 'held', key: { keyHash, attempt: held.attempt } };
  return readClaim(database, { keyHash, requestHash });
}

async function readClaim(database: Database, request: KeyedRequest): Promise<Claim> {
  const row = await database
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'status', 'body', 'effect_at'])
    .select(sql<boolean>`locked_until < now()`.as('is_over'))
    .where('key_hash', '=', request.keyHash)
    .executeTakeFirst();
  // The request that held the key has failed and released it at this very moment.
  if (!row) return { state: 'running' };
  if (!row.request_hash.equals(request.requestHash)) return { state: 'other-request' };
  const { status, body } = row;
  if (status !== null) return { state: 'answered', status, body: body ?? '' };
  return { state: row.is_over && row.effect_at ? 'lost-answer' : 'running' };
}

/**
 * Marks the key in the transaction of the request's effect. The mark proves that the effect has happened.
 * @throws AppError CONFLICT if the key has gone to another request, because the lease has ended
 */
export async function markEffect(run: RunQuery, { keyHash, attempt }: HeldKey): Promise<void> {
  const { rowCount } = await run(
    `update idempotency_keys set effect_at = now()
      where key_hash = $1 and attempt = $2 and status is null`,
    [keyHash, attempt],
  );
  if (rowCount !== 1) {
    throw new AppError('CONFLICT', {
      messages: ['Idempotency-Key: another request with this key was faster. Nothing was done.'],
    });
  }
}

/** Keeps the answer for repeated requests. */
export async function keepAnswer(
  database: Database,
  { keyHash, attempt }: HeldKey,
  answer: { status: number; body: string },
): Promise<void> {
  await withoutCommitWork(() =>
    database
      .updateTable('idempotency_keys')
      .set(answer)
      .where('key_hash', '=', keyHash)
      .where('attempt', '=', attempt)
      .execute(),
  );
}

/**
 * Releases the key of a failed request. Without an effect the client may repeat it at once. If there was an effect,
 * only the lease ends.
 */
export async function giveBackKey(database: Database, key: HeldKey): Promise<void> {
  const { keyHash, attempt } = key;
  await withoutCommitWork(() =>
    sql`
      with gone as (
        delete from idempotency_keys
        where key_hash = ${keyHash} and attempt = ${attempt} and effect_at is null
      )
      update idempotency_keys set locked_until = now()
      where key_hash = ${keyHash} and attempt = ${attempt} and effect_at is not null`.execute(
      database,
    ),
  );
}

/** Removes keys that are no longer needed. */
export async function forgetKeys(database: Database): Promise<void> {
  await database
    .deleteFrom('idempotency_keys')
    .where(sql<boolean>`created_at < now() - ${KEPT_HOURS} * interval '1 hour'`)
    .execute();
}

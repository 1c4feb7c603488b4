import { setTimeout as sleep } from 'node:timers/promises';
import { Connection } from './connection.ts';
import type { DatabaseServer } from './database-server.ts';
import { translateLoss } from './database-unavailable.ts';
import type { Listener } from './listener.ts';
import type { Watch } from './watch.ts';

const CHANNEL = 'locks';
const CONNECT_WITHIN_MS = 3_000;
const ANSWER_WITHIN_MS = 5_000;
const ASK_EVERY_MS = 5_000;
const RETRY_MS = 100;

export interface LockOptions {
  /** How long to wait for the current holder. */
  waitMs: number;
  /** Called, possibly repeatedly, while another request waits for the lock, and once if it is lost. */
  onWanted?: () => void;
  signal?: AbortSignal;
}

/**
 * Named locks across processes. The database releases the locks of a process that dies. A process that loses its
 * connection to the database loses its locks: its later writes to the database must not count.
 */
export interface Locks {
  /** Returns the function that releases the lock, or null if the current holder does not release it in time. */
  acquire(name: string, options: LockOptions): Promise<(() => Promise<void>) | null>;
  close(): Promise<void>;
}

interface Holder {
  isHeld: boolean;
  onWanted(): void;
}

/** Keeps all locks of this process on one connection, which opens with the first lock. */
export function createLocks(server: DatabaseServer, watch: Watch, { listen }: Listener): Locks {
  const holders = new Map<string, Holder>();
  let opening: Promise<Connection> | null = null;
  let current: Connection | null = null;
  let stopListening: (() => void) | null = null;
  const cut = () => current?.cut();
  watch.events.on('lost', cut);

  async function open(): Promise<Connection> {
    const connection = new Connection({
      connectionString: server.connectionString(),
      connectionTimeoutMillis: CONNECT_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
    });
    connection.on('error', watch.suspect);
    await connection.connect();
    // If this machine loses its power, the database must notice it although no packet arrives.
    await connection.query(
      'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3',
    );
    const asking = setInterval(() => {
      connection.query('select 1').catch(() => connection.cut());
    }, ASK_EVERY_MS);
    asking.unref();
    connection.once('end', () => {
      clearInterval(asking);
      lose();
    });
    current = connection;
    return connection;
  }

  function lose(): void {
    current = null;
    opening = null;
    const lost = [...holders.values()].filter(({ isHeld }) => isHeld);
    for (const [name, { isHeld }] of holders) if (isHeld) holders.delete(name);
    for (const { onWanted } of lost) onWanted();
  }

  async function run(text: string, values: string[]): Promise<unknown> {
    opening ??= open().catch((error) => {
      opening = null;
      throw error;
    });
    try {
      const { rows } = await (await opening).inTurn(text, values);
      return rows[0]?.done;
    } catch (error) {
      throw translateLoss(error);
    }
  }

  const tryLock = (name: string) =>
    run('select pg_try_advisory_lock(hashtextextended($1, 0)) as done', [name]);

  async function attempt(name: string, holder: Holder): Promise<boolean> {
    const present = holders.get(name);
    if (present) {
      if (present.isHeld) present.onWanted();
      return false;
    }
    holders.set(name, holder); // the connection would give the lock to this process a second time
    try {
      holder.isHeld = (await tryLock(name)) === true;
    } finally {
      if (!holder.isHeld) holders.delete(name);
    }
    if (!holder.isHeld) await run('select pg_notify($1, $2) as done', [CHANNEL, name]);
    return holder.isHeld;
  }

  function onNotify(name: string): void {
    const holder = holders.get(name);
    if (holder?.isHeld) holder.onWanted();
  }

  async function release(name: string, holder: Holder): Promise<void> {
    if (holders.get(name) !== holder) return; // lost
    await run('select pg_advisory_unlock(hashtextextended($1, 0)) as done', [name]).catch(cut);
    if (holders.get(name) === holder) holders.delete(name);
  }

  return {
    async acquire(name, { waitMs, onWanted = () => {}, signal }) {
      stopListening ??= listen(CHANNEL, { onNotify, onLost() {}, onBack() {} });
      const holder: Holder = { isHeld: false, onWanted };
      const giveUpAt = performance.now() + waitMs;
      while (!signal?.aborted) {
        if (await attempt(name, holder)) return () => release(name, holder);
        if (performance.now() >= giveUpAt) return null;
        await sleep(RETRY_MS);
      }
      return null;
    },
    async close() {
      watch.events.off('lost', cut);
      stopListening?.();
      const connection = await opening?.catch(() => null);
      await connection?.end().catch(() => {});
    },
  };
}

import type { PostgresPool } from 'kysely';
import { describe, expect, it } from 'vitest';
import { DatabaseUnavailable } from '../../../src/platform/database/database-unavailable.ts';
import {
  createPublicReads,
  outsidePublicReads,
} from '../../../src/platform/database/public-reads.ts';
import type { ReplicaGate } from '../../../src/platform/database/replica-gate.ts';

/** Two servers that note what they are asked. */
function open() {
  const asked: string[] = [];
  const state = { isOpen: true, error: null as Error | null, doubts: 0, held: 0 };
  const server = (name: string): PostgresPool => ({
    async connect() {
      state.held += 1;
      return {
        async query(text: string) {
          asked.push(`${name}: ${text}`);
          if (name === 'replica' && state.error) throw state.error;
          return { command: 'SELECT', rowCount: 0, rows: [{ name }] };
        },
        release() {
          state.held -= 1;
        },
      } as unknown as Awaited<ReturnType<PostgresPool['connect']>>;
    },
    async end() {},
  });
  const gate: ReplicaGate = {
    isOpen: () => state.isOpen,
    onUp() {},
    onDown() {},
    onChange() {
      state.doubts += 1;
    },
    lagMs: 0,
    isLost: false,
    async close() {},
  };
  const { publicReads, split } = createPublicReads(gate);
  const pool = split(server('primary'), server('replica'));
  const ask = async (...texts: string[]) => {
    const client = await pool.connect();
    try {
      for (const text of texts) await client.query(text, []);
    } finally {
      client.release();
    }
  };
  return { asked, state, publicReads, ask };
}

describe('createPublicReads', () => {
  it('asks the replica for public reads alone', async () => {
    const { asked, state, publicReads, ask } = open();
    await ask('select 1');
    await publicReads.run(async () => {
      await ask('select 2');
      await ask('with a as (select 1) select * from a');
    });
    await ask('select 3');
    expect(asked).toEqual([
      'primary: select 1',
      'replica: select 2',
      'replica: with a as (select 1) select * from a',
      'primary: select 3',
    ]);
    expect(publicReads.counts).toEqual({ byReplica: 1, byPrimary: 0, failed: 0 });
    expect(state.held).toBe(0);
  });

  it('keeps to the primary once it was asked, so that an answer never goes back in time', async () => {
    const { asked, state, publicReads, ask } = open();
    await publicReads.run(async () => {
      await ask('select 1');
      state.isOpen = false;
      await ask('select 2');
      state.isOpen = true;
      await publicReads.run(() => ask('select 3'));
    });
    state.isOpen = false;
    await publicReads.run(async () => {
      state.isOpen = true;
      await ask('select 4');
    });
    expect(asked).toEqual([
      'replica: select 1',
      'primary: select 2',
      'primary: select 3',
      'primary: select 4',
    ]);
    expect(publicReads.counts).toMatchObject({ byReplica: 0, byPrimary: 2 });
  });

  it('leaves writes and transactions to the primary', async () => {
    const { asked, publicReads, ask } = open();
    await publicReads.run(() => ask('insert into a values (1)'));
    await publicReads.run(() => ask('begin', 'select 1', 'commit'));
    expect(asked.map((line) => line.split(':')[0])).toEqual(Array(4).fill('primary'));
  });

  it('leaves the accounting of a request out', async () => {
    const { asked, publicReads, ask } = open();
    await publicReads.run(async () => {
      await outsidePublicReads(() => ask('insert into limits values (1)'));
      await ask('select 1');
    });
    expect(asked).toEqual(['primary: insert into limits values (1)', 'replica: select 1']);
  });

  it('asks the primary again if the replica fails, and doubts a replica without an answer', async () => {
    const { asked, state, publicReads, ask } = open();
    state.error = new Error('canceling statement due to conflict with recovery');
    await publicReads.run(() => ask('select 1'));
    expect(state.doubts).toBe(0);
    state.error = new DatabaseUnavailable('Connection terminated');
    await publicReads.run(() => ask('select 2'));
    expect(state.doubts).toBe(1);
    expect(asked).toEqual([
      'replica: select 1',
      'primary: select 1',
      'replica: select 2',
      'primary: select 2',
    ]);
    expect(publicReads.counts).toEqual({ byReplica: 0, byPrimary: 2, failed: 2 });
  });

  it('asks the primary for work that an answer has left behind', async () => {
    const { asked, publicReads, ask } = open();
    let left = Promise.resolve();
    await publicReads.run(async () => {
      left = new Promise<void>((resolve) => setImmediate(resolve)).then(() => ask('select 1'));
      await publicReads.run(() => ask('select 2'));
    });
    await left;
    expect(asked).toEqual(['replica: select 2', 'primary: select 1']);
  });
});

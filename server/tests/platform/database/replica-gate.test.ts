import { afterEach, describe, expect, it } from 'vitest';
import {
  createReplicaGate,
  MAX_LAG_MS,
  type ReplicaGate,
} from '../../../src/platform/database/replica-gate.ts';

/** A primary, its replica and the time. Nothing happens unless a test says so. */
function open() {
  const servers = { primary: 100n, replica: 100n, asked: 0, error: null as Error | null };
  const said: string[] = [];
  let lost = 0;
  let now = 0;
  let waits: { until: number; end(): void }[] = [];
  let answer = async (position: bigint) => position;
  const gate = createReplicaGate({
    async readPrimary() {
      servers.asked += 1;
      return answer(servers.primary);
    },
    async readReplica() {
      if (servers.error) throw servers.error;
      return servers.replica;
    },
    report: (level, message) => said.push(`${level}: ${message}`),
    onLost: () => {
      lost += 1;
    },
    clock: {
      now: () => now,
      wait: (ms) =>
        new Promise((end) => {
          waits.push({ until: now + ms, end });
        }),
    },
  });
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

  async function pass(ms: number): Promise<void> {
    for (const end = now + ms; now < end; ) {
      await settle();
      now = Math.min(end, ...waits.map(({ until }) => until));
      const due = waits.filter(({ until }) => until <= now);
      waits = waits.filter(({ until }) => until > now);
      for (const wait of due) wait.end();
      await settle();
    }
  }

  opened = {
    gate,
    async close() {
      const closing = gate.close();
      await pass(10_000);
      await closing;
    },
  };
  return {
    gate,
    servers,
    said,
    pass,
    settle,
    lost: () => lost,
    /** The primary answers when the returned function is called, with what it had when it was asked. */
    holdPrimary(): () => void {
      let release = () => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      answer = async (position) => {
        await released;
        return position;
      };
      return () => {
        answer = async (position) => position;
        release();
      };
    },
  };
}

let opened: { gate: ReplicaGate; close(): Promise<void> } | null = null;
afterEach(async () => {
  await opened?.close();
  opened = null;
});

/** The primary commits something, and this process hears of it. */
function change({ gate, servers }: Pick<ReturnType<typeof open>, 'gate' | 'servers'>): void {
  servers.primary += 10n;
  gate.onChange();
}

describe('createReplicaGate', () => {
  it('asks no server before changes are heard, and opens once the replica has caught up', async () => {
    const { gate, servers, pass, settle } = open();
    await pass(3_000);
    expect([servers.asked, gate.isOpen()]).toEqual([0, false]);
    gate.onUp();
    await settle();
    expect(gate.isOpen()).toBe(true);
  });

  it('is closed from a change until the replica shows it', async () => {
    const test = open();
    const { gate, servers, pass } = test;
    gate.onUp();
    await pass(50);
    change(test);
    expect(gate.isOpen()).toBe(false);
    await pass(500);
    expect(gate.isOpen()).toBe(false);
    servers.replica = servers.primary;
    await pass(100);
    expect(gate.isOpen()).toBe(true);
    expect(gate.lagMs).toBeGreaterThan(400);
  });

  it('is not opened by a position that was read before the newest change', async () => {
    const test = open();
    const { gate, servers, pass, settle, holdPrimary } = test;
    gate.onUp();
    await pass(50);
    change(test);
    const release = holdPrimary();
    await pass(50); // asked, and not answered yet
    change(test);
    servers.replica = servers.primary - 10n; // shows the first change alone
    release();
    await settle();
    expect(gate.isOpen()).toBe(false);
    await pass(200);
    expect(gate.isOpen()).toBe(false);
    servers.replica = servers.primary;
    await pass(200);
    expect(gate.isOpen()).toBe(true);
  });

  it('asks rarely while nothing changes, and once for a crowd of changes', async () => {
    const test = open();
    const { gate, servers, pass } = test;
    gate.onUp();
    await pass(10_000);
    expect(servers.asked).toBeLessThanOrEqual(11);
    const before = servers.asked;
    for (let number = 0; number < 1_000; number++) change(test);
    servers.replica = servers.primary;
    await pass(100);
    expect(servers.asked - before).toBeLessThanOrEqual(2);
    expect(gate.isOpen()).toBe(true);
  });

  it('is closed while changes may be missed, and until the replica shows the missed ones', async () => {
    const { gate, servers, pass, settle } = open();
    gate.onUp();
    await pass(50);
    gate.onDown();
    await pass(2_000);
    expect(gate.isOpen()).toBe(false);
    servers.primary += 10n;
    gate.onUp();
    await pass(500);
    expect(gate.isOpen()).toBe(false);
    servers.replica = servers.primary;
    await pass(200);
    await settle();
    expect(gate.isOpen()).toBe(true);
  });

  it('is closed while the replica lags, without a change that this process knows, and says so once', async () => {
    const { gate, servers, said, pass } = open();
    gate.onUp();
    await pass(50);
    servers.primary += 10n;
    await pass(2_000);
    expect(gate.isOpen()).toBe(true); // what no trigger announces may be this late
    await pass(2 * MAX_LAG_MS);
    expect([gate.isOpen(), gate.isLost, said.length]).toEqual([false, true, 1]);
    expect(said[0]).toMatch(
      /^warn: The replica at DATABASE_READ_URL is not asked \(it is more than 5 s behind\)/,
    );
    expect(gate.lagMs).toBeGreaterThan(MAX_LAG_MS);
    servers.replica = servers.primary;
    await pass(2_000);
    expect([gate.isOpen(), gate.isLost]).toEqual([true, false]);
    expect(said.slice(1)).toEqual(['info: The replica at DATABASE_READ_URL is asked again.']);
  });

  it('is closed by a lost replica, which is asked again every second and reported once', async () => {
    const test = open();
    const { gate, servers, said, lost, pass } = test;
    gate.onUp();
    await pass(50);
    servers.error = new Error('ECONNREFUSED');
    await pass(1_000);
    expect([gate.isOpen(), gate.isLost]).toEqual([false, true]);
    const before = servers.asked;
    for (let turn = 0; turn < 100; turn++) {
      change(test);
      await pass(50);
    }
    expect(servers.asked - before).toBeLessThanOrEqual(6);
    expect(lost()).toBeGreaterThan(1);
    expect(said).toHaveLength(1);
    servers.error = null;
    servers.replica = servers.primary;
    await pass(2_000);
    expect(gate.isOpen()).toBe(true);
    expect(said).toHaveLength(2);
  });

  it('is closed while the primary gives no answer, which is not the fault of the replica', async () => {
    const { gate, said, pass, holdPrimary } = open();
    gate.onUp();
    await pass(50);
    const release = holdPrimary();
    await pass(2 * MAX_LAG_MS);
    expect(gate.isOpen()).toBe(false);
    expect(said).toEqual([]);
    release();
    await pass(2_000);
    expect(gate.isOpen()).toBe(true);
  });
});

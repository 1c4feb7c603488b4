import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';

/** Debian's package redis-server. Without it, its tests are skipped. */
export const hasRedis = existsSync('/usr/bin/redis-server');

export interface TestRedis {
  url: string;
  /** Stops answering, but keeps its connections. */
  freeze(): void;
  thaw(): void;
  /** Ends it, and resolves once it is gone. */
  kill(): Promise<void>;
  /** Restarts it at the same address, empty. */
  start(): Promise<void>;
  close(): Promise<void>;
}

/** A real Redis on a port of its own. */
export async function openTestRedis(): Promise<TestRedis> {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-redis-'));
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  let server: ChildProcess | null = null;

  async function start(): Promise<void> {
    const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder];
    server = spawn('/usr/bin/redis-server', options, { stdio: 'ignore' });
    const client = new Redis(url, { maxRetriesPerRequest: null, retryStrategy: () => 20 });
    client.on('error', () => {}); // until it listens
    await client.ping();
    client.disconnect();
  }

  async function kill(): Promise<void> {
    const dying = server;
    server = null;
    if (!dying || dying.exitCode !== null) return;
    const gone = new Promise((resolve) => dying.once('exit', resolve));
    dying.kill('SIGKILL');
    await gone;
  }

  await start();
  return {
    url,
    freeze: () => void server?.kill('SIGSTOP'),
    thaw: () => void server?.kill('SIGCONT'),
    kill,
    start,
    async close() {
      await kill();
      await rm(folder, { recursive: true });
    },
  };
}

/** A port that is free at the moment, below those that the system gives to connections. */
export function freePort(): Promise<number> {
  const port = 15_000 + Math.floor(Math.random() * 17_000);
  return new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(freePort()));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(port)));
  });
}

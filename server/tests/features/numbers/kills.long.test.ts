import { createHash, randomBytes, randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { isBuilt } from '../../helpers/built-server.ts';
import { type FlakyProxy, openFlakyProxy } from '../../helpers/flaky-proxy.ts';
import { type HostServer, type NumbersHost, openNumbersHost } from '../../helpers/numbers-host.ts';
import { freePort } from '../../helpers/redis-server.ts';

/** `KILLS=30 npx vitest run --project=long server/tests/features/numbers/kills` takes five minutes. */
const KILLS = Number(process.env.KILLS ?? 3);
const CLIENTS = 50;
/** The test may notice the end of two downloads in another order than the server. */
const ORDER_MS = 1_000;
/** Until the last downloads of a killed server have been noticed. */
const NOTICED_MS = 500;
/** The second in which rows are collected, and the time of their write. */
const WRITTEN_MS = 2_000;

let host: NumbersHost;
let proxy: FlakyProxy;
let server: HostServer;
let env: Record<string, string> = {};
beforeAll(async () => {
  if (!isBuilt) return;
  host = await openNumbersHost();
  proxy = await openFlakyProxy(host.databaseUrl);
  const PORT = String(await freePort());
  env = { PORT, DATABASE_URL: proxy.url, RATE_LIMITS: 'off', WORKER: 'off' };
  server = await host.start(env);
}, 120_000);
afterAll(async () => {
  await proxy?.close();
  await host?.close();
});

/** How often each program is in the log. */
async function countRows(): Promise<Map<string, number>> {
  const rows = new Map<string, number>();
  for (const agent of await host.loggedAgents()) rows.set(agent, (rows.get(agent) ?? 0) + 1);
  return rows;
}

/** When each download was complete, by its program. */
type Downloads = Map<string, number>;

/** Downloads that were complete before the newest one in the log. The server writes rows in the order of downloads. */
function mustBeLogged(downloads: Downloads, rows: Map<string, number>): string[] {
  const logged = [...downloads].filter(([agent]) => rows.has(agent)).map(([, time]) => time);
  const newest = Math.max(...logged) - ORDER_MS;
  return [...downloads].filter(([, time]) => time < newest).map(([agent]) => agent);
}

describe.skipIf(!isBuilt)('a server that is killed during downloads (needs npm run build)', () => {
  it('has logged all that ended before the last written one, and logs none twice', async () => {
    const bytes = randomBytes(300_000);
    const { file } = await host.addAudio(bytes, 20);
    /** One of each life of the server. */
    const lives: Downloads[] = [new Map()];
    let isOver = false;
    const client = async (name: number) => {
      for (let count = 0; !isOver; count += 1) {
        const agent = `Client-${name}-${count}`;
        const headers = { 'user-agent': agent };
        const answer = await fetch(server.origin + file, { headers })
          .then((it) => it.arrayBuffer())
          .catch(() => null);
        if (answer?.byteLength === bytes.length) lives.at(-1)?.set(agent, Date.now());
        await sleep(randomInt(400, 1_000));
      }
    };
    const clients = Promise.all(Array.from({ length: CLIENTS }, (_, name) => client(name)));
    const untilWritten = async () => {
      const written = async () =>
        mustBeLogged(lives.at(-1) ?? new Map(), await countRows()).length > 0;
      await vi.waitUntil(written, { timeout: 60_000, interval: 200 });
    };
    for (let kill = 0; kill < KILLS; kill += 1) {
      await untilWritten();
      await sleep(randomInt(500, 2_000));
      server.process.kill('SIGKILL');
      await server.ended;
      await sleep(NOTICED_MS);
      lives.push(new Map());
      server = await host.start(env);
    }
    await untilWritten();
    isOver = true;
    await clients;
    await sleep(WRITTEN_MS); // a row that comes twice would come now

    const rows = await countRows();
    for (const life of lives) {
      const agents = mustBeLogged(life, rows);
      expect(agents.filter((agent) => rows.get(agent) !== 1)).toEqual([]);
    }
    expect([...rows].filter(([, count]) => count > 1)).toEqual([]);
  });
});

describe.skipIf(!isBuilt)('a database that is away for some seconds (needs npm run build)', () => {
  it('cuts no audio that is being sent, and each download has one row afterwards', async () => {
    const bytes = randomBytes(20_000_000); // more than the buffers of a connection hold
    const hashOf = (part: Uint8Array) => createHash('sha256').update(part).digest('hex');
    const { file } = await host.addAudio(bytes, 20);
    const agents = Array.from({ length: 10 }, (_, name) => `Patient-${name}`);
    let isAway = true;
    const download = async (agent: string) => {
      const answer = await fetch(server.origin + file, { headers: { 'user-agent': agent } });
      const hash = createHash('sha256');
      let count = 0;
      for await (const part of answer.body as ReadableStream<Uint8Array>) {
        hash.update(part);
        count += part.length;
        // The even ones end while the database is away, the others later.
        while (isAway && count > 1_000_000 && Number(agent.at(-1)) % 2) await sleep(50);
        if (isAway) await sleep(10);
      }
      return hash.digest('hex');
    };
    const downloads = Promise.all(agents.map(download));
    await sleep(500);
    await proxy.stop();
    await sleep(4_000);
    await proxy.resume();
    isAway = false;
    expect(await downloads).toEqual(agents.map(() => hashOf(bytes)));
    const logged = async () =>
      (await host.loggedAgents()).filter((agent) => agent.startsWith('Patient')).sort();
    await expect.poll(logged, { timeout: 60_000 }).toEqual(agents);
    await sleep(WRITTEN_MS); // nothing is written again
    expect(await logged()).toEqual(agents);
  });
});

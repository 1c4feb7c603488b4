import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isBuilt } from '../../helpers/built-server.ts';
import { type MovedClock, openMovedClock } from '../../helpers/moved-clock.ts';
import { type HostServer, type NumbersHost, openNumbersHost } from '../../helpers/numbers-host.ts';

let host: NumbersHost;
let clock: MovedClock;
let servers: [HostServer, HostServer];
beforeAll(async () => {
  if (!isBuilt) return;
  host = await openNumbersHost();
  clock = await openMovedClock('2026-03-02T12:00:00Z');
  const env = { ...clock.env, TZ: 'Europe/Rome', RATE_LIMITS: 'off' };
  servers = await Promise.all([host.start(env), host.start({ ...env, WORKER: 'off' })]);
}, 120_000);
afterAll(async () => {
  await host?.close();
  await clock?.close();
});

let files = 0;
const addAudio = () => host.addAudio(Buffer.from(`sound ${++files}`), 20);

interface Asked {
  path: string;
  agent: string;
  /** Which of both servers. */
  server: 0 | 1;
}

async function ask(time: string, { path, agent, server }: Asked): Promise<void> {
  await clock.set(time);
  const headers = { 'user-agent': agent };
  const answer = await fetch(servers[server].origin + path, { headers });
  expect(answer.status).toBe(200);
  await answer.arrayBuffer();
}

/** Waits until the log has so many rows of these programs, and returns all of them. */
async function untilLogged(program: string, count: number): Promise<string[]> {
  const logged = async () =>
    (await host.loggedAgents()).filter((agent) => agent.startsWith(program)).sort();
  await expect.poll(async () => (await logged()).length, { timeout: 30_000 }).toBe(count);
  return logged();
}

/** The day before, the day itself and the day after. */
const DAYS = [
  ['2026-03-09', '2026-03-10', '2026-03-11', 'an ordinary day'],
  ['2026-03-28', '2026-03-29', '2026-03-30', 'the day with 23 hours in Rome'],
  ['2026-10-24', '2026-10-25', '2026-10-26', 'the day with 25 hours in Rome'],
] as const;

describe.skipIf(!isBuilt)('two servers on one database (needs npm run build)', () => {
  it.each(DAYS)(
    'count a listener of both once within 24 hours, by days of UTC: %s, %s, %s (%s)',
    async (before, day, after) => {
      const { episodeId, file } = await addAudio();
      const program = `Pod-${day}`;
      const by = (person: string, server: 0 | 1) => ({
        path: file,
        agent: `${program} ${person}`,
        server,
      });
      await ask(`${before}T22:00:00Z`, by('midnight', 0)); // 23:00 or 00:00 in Rome
      await ask(`${before}T23:30:00Z`, by('late', 0)); // the next day in Rome
      await ask(`${day}T00:30:00Z`, by('short', 1)); // before the clock of Rome changes
      await ask(`${day}T00:40:00Z`, by('long', 1));
      await ask(`${day}T03:00:00Z`, by('midnight', 1)); // the same download
      await untilLogged(program, 5); // within a second, while the salts of both days exist
      await ask(`${after}T00:20:00Z`, by('short', 0)); // 23:50 later, the same
      await ask(`${after}T00:50:00Z`, by('long', 0)); // 24:10 later, another one
      await untilLogged(program, 7);
      await host.run('count_downloads');
      const figures = [];
      for (const date of [before, day, after]) {
        figures.push((await host.downloadsOf(servers[1], date))[episodeId] ?? 0);
      }
      expect(figures).toEqual([2, 2, 1]);
    },
  );
});

describe.skipIf(!isBuilt)('a clock that jumps (needs npm run build)', () => {
  it('neither loses nor doubles a row, and ends no server', async () => {
    const { file } = await addAudio();
    const times = [
      '2026-11-02T12:00:00Z',
      '2026-11-02T11:00:00Z', // an hour back
      '2026-11-04T11:00:00Z', // two days forward
      '2026-11-02T11:30:00Z', // and back, after the salts of that day were destroyed
      '2026-11-02T00:00:00Z',
      '2026-11-01T23:59:59Z',
    ];
    const agents = [];
    for (const [index, time] of times.entries()) {
      for (const server of [0, 1] as const) {
        const agent = `Jump-${index}-${server}`;
        await ask(time, { path: file, agent, server });
        agents.push(agent);
      }
      if (time === '2026-11-04T11:00:00Z') await host.run('keep_audio_log');
    }
    expect(await untilLogged('Jump', agents.length)).toEqual(agents.sort());
    for (const { origin, process } of servers) {
      expect(process.exitCode).toBeNull();
      expect((await fetch(`${origin}/readyz`)).status).toBe(200);
    }
  });
});

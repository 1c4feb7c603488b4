import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { measureBackups } from '../../../src/features/backups/measure-backups.ts';
import type { BackupSettings } from '../../../src/platform/backup/backup-settings.ts';
import type { PublicReads } from '../../../src/platform/database/public-reads.ts';
import { measureJobs } from '../../../src/platform/metrics/measure-jobs.ts';
import { measureProcess } from '../../../src/platform/metrics/measure-process.ts';
import { createMetrics, type Metrics } from '../../../src/platform/metrics/metrics.ts';
import { serveMetrics } from '../../../src/platform/metrics/serve-metrics.ts';
import { listQueries, metricOf, readNames } from '../../helpers/read-metrics.ts';
import { openTestApp, type TestApp } from '../../helpers/test-app.ts';

let test: TestApp;
let metrics: Metrics;
let endJob: ReturnType<typeof measureJobs>;

beforeAll(async () => {
  metrics = await createMetrics();
  test = await openTestApp({}, {}, { metrics });
  const { database, answers } = test.deps;
  const poolCounts = () => ({ total: 5, idle: 3, waiting: 2 });
  const publicReads = {
    lagMs: 250,
    isLost: true,
    counts: { byReplica: 7, byPrimary: 3, failed: 1 },
  } as PublicReads;
  measureProcess(metrics, { database, answers, poolCounts, publicReads });
  endJob = measureJobs(metrics);
  const backups = { times: [180] } as unknown as BackupSettings;
  measureBackups(metrics, { config: { backups }, database });
  await database.insertInto('backup_state').values({ since: new Date() }).execute();
});
afterAll(async () => {
  await test.close();
  metrics.close();
});

describe('metrics of the server', () => {
  it('count requests by the pattern of their route', async () => {
    await test.app.inject('/api/v2/episodes/1?key=secret');
    await test.app.inject('/api/v2/episodes/2');
    await test.app.inject({ url: '/api/v2/nowhere/else' });
    const text = await metrics.write();
    const asked = { method: 'GET', status: '200', route: '/api/v2/episodes/:episode_id' };
    expect(metricOf(text, 'earshot_http_requests_total', asked)).toBe(2);
    const unknown = { method: 'GET', status: '404', route: 'none' };
    expect(metricOf(text, 'earshot_http_requests_total', unknown)).toBe(1);
    expect(text).not.toMatch(/secret|nowhere|episodes\/1/);
  });

  it('count stored answers apart from made ones', async () => {
    const read = async () => {
      const text = await metrics.write();
      return {
        hits: metricOf(text, 'earshot_answer_cache_hits_total') ?? 0,
        misses: metricOf(text, 'earshot_answer_cache_misses_total') ?? 0,
      };
    };
    const before = await read();
    for (let turn = 0; turn < 4; turn++) await test.app.inject('/api/v2/episodes/3');
    const { hits, misses } = await read();
    expect({ hits: hits - before.hits, misses: misses - before.misses }).toEqual({
      hits: 3,
      misses: 1,
    });
  });

  it('count the bytes of audio', async () => {
    const { response } = (await test.app.inject('/api/v2/episodes/1')).json();
    const { pathname } = new URL(response.episode.playback_url ?? response.episode.http_url);
    const { statusCode } = await test.app.inject({
      url: pathname,
      headers: { range: 'bytes=0-999' },
    });
    expect(statusCode).toBe(206);
    expect(metricOf(await metrics.write(), 'earshot_audio_bytes_total')).toBe(1_000);
  });

  it('tell the connections to the database', async () => {
    const text = await metrics.write();
    expect(metricOf(text, 'earshot_database_connections', { state: 'busy' })).toBe(2);
    expect(metricOf(text, 'earshot_database_connections', { state: 'idle' })).toBe(3);
    expect(metricOf(text, 'earshot_database_waiting')).toBe(2);
  });

  it('tell what a replica does', async () => {
    const text = await metrics.write();
    const read = (name: string) => metricOf(text, `earshot_replica_${name}`);
    expect(read('answers_total')).toBe(7);
    expect(read('passed_answers_total')).toBe(3);
    expect(read('failed_queries_total')).toBe(1);
    expect(read('lag_seconds')).toBe(0.25);
    expect(read('lost')).toBe(1);
  });

  it('tell the jobs of each kind', async () => {
    const { jobs, database } = test.deps;
    const later = new Date(Date.now() + 60_000);
    await jobs.add(database, 'forget_counts', {}, { key: 'first' });
    await jobs.add(database, 'forget_counts', {}, { key: 'second', runAt: later });
    const text = await metrics.write();
    const task = 'forget_counts';
    expect(metricOf(text, 'earshot_jobs', { task, state: 'due' })).toBe(1);
    expect(metricOf(text, 'earshot_jobs', { task, state: 'planned' })).toBe(1);
    expect(metricOf(text, 'earshot_jobs', { task, state: 'failed' })).toBe(0);
  });

  it('note each attempt of a job', async () => {
    endJob({ task: 'send_mail', hasFailed: true, seconds: 2 });
    const labels = { task: 'send_mail', outcome: 'failure' };
    expect(metricOf(await metrics.write(), 'earshot_job_duration_seconds_sum', labels)).toBe(2);
  });

  it('have every name and label that the board asks for', async () => {
    await test.app.inject('/api/v2/episodes/1');
    endJob({ task: 'send_mail', hasFailed: false, seconds: 1 });
    const printed = readNames(await metrics.write());
    const asked = await listQueries();
    expect(asked.length).toBeGreaterThan(20);
    const unknown = asked.flatMap(({ query, names, labels }) => [
      ...names.filter((name) => !printed.names.has(name)).map((name) => `${name} in ${query}`),
      ...labels
        .filter((label) => !printed.labels.has(label))
        .map((label) => `${label} in ${query}`),
    ]);
    expect(unknown).toEqual([]);
  });
});

describe('serveMetrics', () => {
  it('answers at /metrics and nowhere else', async () => {
    const own = await createMetrics();
    const server = await serveMetrics(own, { port: 0, host: '127.0.0.1' });
    const answer = await fetch(server.url);
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(await answer.text()).toContain('nodejs_eventloop_lag_p99_seconds');
    expect((await fetch(new URL('/', server.url))).status).toBe(404);
    await server.close();
  });

  it('says in words that its port is in use', async () => {
    const own = await createMetrics();
    const server = await serveMetrics(own, { port: 0, host: '127.0.0.1' });
    const port = Number(new URL(server.url).port);
    await expect(serveMetrics(own, { port, host: '127.0.0.1' })).rejects.toThrow(
      `Can't listen on METRICS_PORT ${port}: it is in use`,
    );
    await server.close();
  });
});

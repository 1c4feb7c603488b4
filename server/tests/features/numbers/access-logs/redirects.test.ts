import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../../../src/config.ts';
import { insertBatch, makePartitions } from '../../../../src/features/numbers/log-repository.ts';
import { addEpisode, addShow } from '../../../helpers/add-episode.ts';
import { storeMedia } from '../../../helpers/store-media.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../../helpers/test-app.ts';

const NOW = new Date('2026-03-04T12:00:00Z');
const STORAGE = { S3_BUCKET: 'sounds', S3_READS: 'presigned' };

let test: TestApp;
let owner: SignedIn;
let showId = 0;
let episodeId = 0;
let sha256 = '';
beforeAll(async () => {
  test = await openTestApp({}, {}, { numbersClock: () => NOW });
  Object.assign(test.deps.config, { s3: readConfig(STORAGE).s3 });
  owner = await test.signIn();
  showId = await addShow(test.database, owner.userId);
  const media_id = await storeMedia(test, Buffer.alloc(1_000), { duration: 20 });
  episodeId = await addEpisode(test.database, showId, { media_id });
  const media = test.database.selectFrom('media').select('sha256');
  ({ sha256 } = await media.where('media_id', '=', media_id).executeTakeFirstOrThrow());
});
afterAll(() => test?.close());
beforeEach(async () => {
  await sql`truncate audio_requests, numbers_batches, imported_days`.execute(test.database);
});

let rows = 0;
async function log(
  at: string,
  { status = 302, isHosted = true, source = '', agent = 'Pod/1' } = {},
) {
  rows += 1;
  const line = String(rows).padStart(32, '0');
  const row = {
    ...{
      at: new Date(at),
      episodeId,
      method: 'GET',
      status,
      rangeFirst: 0,
      referrerHost: '',
      agent,
      placement: '' as const,
      country: '',
      isHosting: false,
    },
    sha256: isHosted ? sha256 : null,
    bytesSent: status === 302 ? 0 : 1_000,
    who: Buffer.from(`who ${rows}`.padEnd(16)),
    whoBefore: Buffer.from(`before ${rows}`.padEnd(16)),
    ...(source ? { imported: { source, line } } : {}),
  };
  await makePartitions(test.database, [at.slice(0, 10)]);
  await insertBatch(test.database, { id: crypto.randomUUID(), lists: null, rows: [row] });
}

async function read() {
  await test.deps.jobs.add(test.database, 'count_downloads', {});
  await test.runJobs();
  const url = `/api/v2/shows/${showId}/numbers?from=2026-03-01&to=2026-03-04`;
  const { basis, days } = (await test.app.inject({ url, headers: owner.headers })).json().response;
  return { basis, days: days.map(({ downloads }: { downloads: number }) => downloads) };
}

describe('redirects to the storage', () => {
  it('count like the whole file, with that basis', async () => {
    await log('2026-03-03T10:00:00Z');
    await log('2026-03-03T11:00:00Z', { agent: 'Googlebot/2.1' });
    await log('2026-03-03T12:00:00Z', { isHosted: false }); // audio on another host
    expect(await read()).toEqual({ basis: 'redirects', days: [0, 0, 1, 0] });
  });

  it('do not count on a day of which the log of the storage is imported', async () => {
    await log('2026-03-01T09:00:00Z');
    await log('2026-03-03T10:00:00Z');
    expect(await read()).toEqual({ basis: 'redirects', days: [1, 0, 1, 0] });
    await log('2026-03-01T20:00:00Z', { status: 200, source: 'nginx' });
    await log('2026-03-01T21:00:00Z', { status: 200, source: 'nginx' });
    expect(await read()).toEqual({ basis: 'redirects', days: [2, 0, 1, 0] });
    await log('2026-03-03T20:00:00Z', { status: 206, source: 'nginx' });
    expect(await read()).toEqual({ basis: 'bytes', days: [2, 0, 1, 0] });
  });
});

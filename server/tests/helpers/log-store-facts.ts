import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAgent } from '../../src/features/numbers/agents.ts';
import { countListeners, groupByListener } from '../../src/features/numbers/count-downloads.ts';
import { dayOf } from '../../src/features/numbers/days.ts';
import { readFiles } from '../../src/features/numbers/files-repository.ts';
import type { Batch, LogStore, Period } from '../../src/features/numbers/log-store.ts';
import { WINDOWS } from '../../src/features/numbers/method.ts';
import { listImportedDays } from '../../src/features/numbers/repository.ts';
import { addEpisode, addShow } from './add-episode.ts';
import { openTestDatabase, type TestDatabase } from './test-database.ts';

export type LogRow = Batch['rows'][number];

/** An open log, with the database that keeps its books. */
export interface OpenLog {
  log: LogStore;
  exportCsv(period: Period): Promise<string>;
}

const hash = (name: string) => createHash('sha256').update(name).digest();

/** A row of one listener for the whole file of an episode. */
export const logRow = (row: Partial<LogRow> & { at: Date }): LogRow => ({
  sha256: null,
  episodeId: null,
  method: 'GET',
  status: 200,
  rangeFirst: 0,
  bytesSent: 1_000,
  agent: 'Pod/1',
  referrerHost: '',
  placement: '',
  country: '',
  isHosting: false,
  who: hash('who').subarray(0, 16),
  whoBefore: hash('before').subarray(0, 16),
  ...row,
});

/** Writes rows as one batch. */
export async function writeRows(
  log: LogStore,
  rows: LogRow[],
  { id = randomUUID(), lists = null, ...more }: Partial<Batch> = {},
): Promise<number> {
  await log.prepare([...new Set(rows.map(({ at }) => dayOf(at)))]);
  return log.write({ ...more, id, rows, lists });
}

export const readPeriod = (from: string, to: string): Period => ({
  from: new Date(`${from}Z`),
  to: new Date(`${to}Z`),
});

let files = 0;
/** Adds an episode with a file of a thousand bytes, by SQL alone. */
export async function addHeard({ database }: TestDatabase, showId: number) {
  files += 1;
  const sha256 = hash(`file ${files}`).toString('hex');
  const media = { kind: 'audio', mime_type: 'audio/mp4', extension: 'm4a' } as const;
  const { media_id } = await database
    .insertInto('media')
    .values({ ...media, sha256, file_size: 1_000, duration: 20.5 })
    .returning('media_id')
    .executeTakeFirstOrThrow();
  const published_at = new Date('2026-01-01');
  const episodeId = await addEpisode(database, showId, { media_id, published_at });
  return { sha256, mediaId: media_id, episodeId };
}

export async function addShowOfAnn({ database }: TestDatabase): Promise<number> {
  const { user_id } = await database
    .insertInto('users')
    .values({ permalink: 'ann', name: 'Ann', email: 'ann@example.org' })
    .returning('user_id')
    .executeTakeFirstOrThrow();
  return addShow(database, user_id);
}

const importedRow = (at: Date, name: string, row: Partial<LogRow> = {}) =>
  logRow({
    at,
    ...row,
    imported: { source: 'nginx', line: hash(name).toString('hex').slice(0, 32) },
  });

/** The facts of every log of requests for audio. Each one asks about days of its own. */
export function describeLogStore(name: string, open: (test: TestDatabase) => OpenLog): void {
  describe(name, () => {
    let test: TestDatabase;
    let log: LogStore;
    let exportCsv: OpenLog['exportCsv'];
    let showId = 0;
    let heard: Awaited<ReturnType<typeof addHeard>>;
    beforeAll(async () => {
      test = await openTestDatabase();
      ({ log, exportCsv } = open(test));
      showId = await addShowOfAnn(test);
      heard = await addHeard(test, showId);
    });
    afterAll(async () => {
      await log?.close();
      await test?.close();
    });

    async function countRows(period: Period): Promise<number> {
      const { episodes } = await log.sumRequests(period);
      return episodes.reduce((sum, { requests }) => sum + requests, 0);
    }

    it('begins with its earliest row, in whatever order rows are written', async () => {
      await log.prepare([]);
      expect(await log.findFirst()).toBeNull();
      await writeRows(log, [logRow({ at: new Date('2026-02-02T10:00:00Z') })]);
      const earlier = new Date('2026-02-01T23:59:59.999Z');
      await writeRows(log, [
        logRow({ at: new Date('2026-02-03T10:00:00Z') }),
        logRow({ at: earlier }),
      ]);
      expect(await log.findFirst()).toEqual(earlier);
    });

    it('has a batch once, however often it is written', async () => {
      const id = randomUUID();
      const times = ['2026-02-04T23:59:59Z', '2026-02-05T00:00:00Z', '2026-02-05T00:00:00Z'];
      const rows = times.map((at) => logRow({ at: new Date(at) }));
      expect(await writeRows(log, rows, { id })).toBe(3);
      expect(await writeRows(log, rows, { id })).toBe(0);
      const days = readPeriod('2026-02-04T00:00', '2026-02-06T00:00');
      expect(await countRows(days)).toBe(3);
      expect(await writeRows(log, rows)).toBe(3); // the same rows in another batch are other requests
      expect(await countRows(days)).toBe(6);
    });

    it('lists the episodes of a time, from its first millisecond until before its end', async () => {
      const other = await addHeard(test, showId);
      const at = (time: string) => new Date(`2026-02-08T${time}Z`);
      const { episodeId } = heard;
      await writeRows(log, [
        logRow({ at: at('09:59:59.999'), episodeId }),
        logRow({ at: at('10:00:00.000'), episodeId }),
        logRow({ at: at('10:59:59.999'), episodeId: other.episodeId }),
        logRow({ at: at('10:30:00.000') }), // audio without an episode
      ]);
      const asked = async (from: string, to: string) =>
        (await log.listAsked(readPeriod(`2026-02-08T${from}`, `2026-02-08T${to}`)))
          .map((one) => one.episodeId)
          .sort((a, b) => a - b);
      expect(await asked('10:00:00.000', '10:59:59.999')).toEqual([episodeId]);
      expect(await asked('10:00:00.001', '11:00:00.000')).toEqual([other.episodeId]);
      expect(await asked('09:00:00.000', '12:00:00.000')).toEqual([episodeId, other.episodeId]);
    });

    it('gives the requests of an episode as they were, apart from those that never count', async () => {
      const { sha256, episodeId, mediaId } = heard;
      const at = new Date('2026-02-09T10:00:00.123Z');
      const odd = `O'Pod\\1 "x"\t{é ☃ 🎧}${'n'.repeat(470)}`;
      const full = logRow({
        ...{
          at,
          sha256,
          episodeId,
          status: 206,
          rangeFirst: 2 ** 40,
          bytesSent: 2 ** 41,
          agent: odd,
        },
        ...{ referrerHost: 'blog.example', placement: 'embed', country: 'IT', isHosting: true },
      });
      const redirect = { at, episodeId, status: 302, bytesSent: 0 };
      await writeRows(log, [
        full,
        logRow({ at, episodeId, method: 'HEAD' }),
        logRow({ at, episodeId, method: 'POST' }),
        logRow({ at, episodeId, status: 404 }),
        logRow({ ...redirect, sha256 }),
        logRow(redirect), // audio on another host
      ]);
      const day = readPeriod('2026-02-09T00:00', '2026-02-10T00:00');
      const rows = await log.listRequests({ episodeId, showId }, day);
      expect(rows.map(({ status, method }) => `${method} ${status}`).sort()).toEqual([
        'GET 206',
        'GET 302',
        'HEAD 200',
      ]);
      expect(rows.find(({ status }) => status === 206)).toEqual({
        ...{ at: at.getTime(), episodeId, mediaId, method: 'GET', status: 206, agent: odd },
        ...{ rangeFirst: 2 ** 40, bytesSent: 2 ** 41, referrerHost: 'blog.example' },
        ...{ placement: 'embed', country: 'IT', isHosting: true },
        who: full.who.toString('hex'),
        whoBefore: full.whoBefore.toString('hex'),
      });
      expect(await log.listRequests({ episodeId, showId: showId + 1 }, day)).toEqual([]);
    });

    it('gives the requests of some people only, if these are named', async () => {
      const { sha256, episodeId } = heard;
      const at = new Date('2026-02-21T10:00:00Z');
      const [ann, bob, eve] = ['ann', 'bob', 'eve'].map((name) => hash(name).subarray(0, 16));
      await writeRows(
        log,
        [ann, bob, eve].map((who) => logRow({ at, sha256, episodeId, ...(who ? { who } : {}) })),
      );
      const day = readPeriod('2026-02-21T00:00', '2026-02-22T00:00');
      const whoOf = async (people: Buffer[]) => {
        const names = new Set(people.map((who) => who.toString('hex')));
        return (await log.listRequests({ episodeId, showId }, day, names)).map(({ who }) => who);
      };
      expect((await whoOf([ann as Buffer, eve as Buffer])).sort()).toEqual(
        [ann, eve].map((who) => who?.toString('hex')).sort(),
      );
      expect(await whoOf([])).toEqual([]);
    });

    it('finds the earliest episode of an address that names only a file', async () => {
      const { sha256, episodeId, mediaId } = heard;
      await addEpisode(test.database, showId, { media_id: mediaId });
      await writeRows(log, [logRow({ at: new Date('2026-02-10T10:00:00Z'), sha256 })]);
      expect(await log.listAsked(readPeriod('2026-02-10T00:00', '2026-02-11T00:00'))).toEqual([
        { episodeId, showId },
      ]);
      expect((await readFiles(test.database)).get(mediaId)).toEqual({
        ...{ bytes: 1_000, duration: 20.5, headerBytes: 0 },
      });
    });

    it('sums requests and bytes by episode and by program', async () => {
      const at = new Date('2026-02-11T10:00:00Z');
      const { episodeId } = heard;
      await writeRows(log, [
        logRow({ at, episodeId }),
        logRow({ at, episodeId, agent: 'Bot/1', bytesSent: 3 }),
        logRow({ at, bytesSent: 4 }),
        logRow({ at: new Date('2026-02-11T11:00:00Z'), episodeId }),
      ]);
      const sums = await log.sumRequests(readPeriod('2026-02-11T10:00', '2026-02-11T11:00'));
      expect(sums.episodes).toHaveLength(2);
      expect(sums.episodes).toContainEqual({ episodeId, requests: 2, bytes: 1_003 });
      expect(sums.episodes).toContainEqual({ episodeId: null, requests: 1, bytes: 4 });
      expect(sums.programs).toHaveLength(2);
      expect(sums.programs).toContainEqual({ name: 'Pod/1', requests: 2, bytes: 1_004 });
      expect(sums.programs).toContainEqual({ name: 'Bot/1', requests: 1, bytes: 3 });
    });

    it('has a line of an import once: in one batch, in two, and in two at once', async () => {
      const at = new Date('2026-02-12T10:00:00.500Z');
      const later = new Date('2026-02-12T10:00:00.501Z');
      const line = (name: string) => importedRow(at, name, { sha256: heard.sha256 });
      expect(await writeRows(log, [line('a'), line('b'), line('a')])).toBe(2);
      expect(await writeRows(log, [line('b'), line('c'), importedRow(later, 'a')])).toBe(2);
      const added = await Promise.all([
        writeRows(log, [line('c'), line('d')]),
        writeRows(log, [line('d'), line('e')]),
      ]);
      expect(added[0] + added[1]).toBe(2);
      expect(await countRows(readPeriod('2026-02-12T00:00', '2026-02-13T00:00'))).toBe(6);
      const days = await listImportedDays(test.database, { from: '2026-02-01', to: '2026-02-28' });
      expect([...days]).toEqual(['2026-02-12']);
    });

    it('is exported in order, as CSV', async () => {
      const { sha256, episodeId } = heard;
      const at = (seconds: number) =>
        new Date(Date.parse('2026-02-14T10:00:00Z') + seconds * 1_000);
      const odd = logRow({ at: at(2), sha256, episodeId, agent: 'a,"b"\n', country: 'IT' });
      await writeRows(log, [odd, logRow({ at: at(0.001), isHosting: true })], { lists: 'list 1' });
      await writeRows(log, [importedRow(at(1), 'exported', { who: Buffer.alloc(16) })]);
      const who = `${logRow(odd).who.toString('hex')},${logRow(odd).whoBefore.toString('hex')}`;
      const none = `${'0'.repeat(32)},${logRow(odd).whoBefore.toString('hex')}`;
      expect(await exportCsv(readPeriod('2026-02-14T00:00', '2026-02-16T00:00'))).toBe(
        [
          'at,show_id,episode_id,sha256,file_size,duration,header_bytes,method,status,range_first,bytes_sent,user_agent,referrer_host,placement,country,is_hosting,lists,who,who_before,source',
          `2026-02-14T10:00:00.001Z,,,,,,,GET,200,0,1000,Pod/1,"","","",t,list 1,${who},""`,
          `2026-02-14T10:00:01.000Z,,,,,,,GET,200,0,1000,Pod/1,"","","",f,,${none},nginx`,
          `2026-02-14T10:00:02.000Z,${showId},${episodeId},${sha256},1000,20.5,0,GET,200,0,1000,"a,""b""\n","","",IT,f,list 1,${who},""`,
          '',
        ].join('\n'),
      );
    });

    it('shortens the names of programs that were not seen lately, without a change of any figure', async () => {
      const { sha256, episodeId, mediaId } = heard;
      const who = logRow({ at: new Date() }).who; // linked to the day before
      const row = (time: string, agent: string) =>
        logRow({ at: new Date(`2026-02-${time}Z`), sha256, episodeId, agent, whoBefore: who });
      const watch = 'atc/1.0 watchOS/11 model/Watch6,1';
      const old = [
        "AntennaPod/3.5 o'ne\\",
        'AntennaPod/3.5 two',
        'Pod/7 (Macintosh)',
        watch,
        'Gone bot/1',
      ];
      await writeRows(log, [
        ...old.map((agent) => row('24T10:00', agent)),
        ...old.map((agent) => row('24T23:30', agent)),
        ...['24T10:00', '25T00:30'].map((time) => row(time, 'Still/1')),
      ]);
      await writeRows(log, [row('24T11:00', 'Imported/1')], { seenOn: '2026-02-25' });
      const days = readPeriod('2026-02-24T00:00', '2026-02-26T00:00');
      const read = async () => {
        const rows = await log.listRequests({ episodeId, showId }, days);
        const files = new Map([[mediaId, { bytes: 1_000, duration: 20.5, headerBytes: 0 }]]);
        const listeners = groupByListener(rows);
        const downloads = WINDOWS.flatMap((window) => countListeners(listeners, { files, window }));
        return {
          names: [...new Set(rows.map(({ agent }) => agent))].sort(),
          figures: downloads
            .map(({ at, first }) => {
              const { app, device } = readAgent(first.agent);
              return [at, app, device].join(' ');
            })
            .sort(),
        };
      };
      const before = await read();
      await log.shortenNames('2026-02-25');
      const { names, figures } = await read();
      const sent = ['Imported/1', 'Still/1'];
      expect(names.slice(0, 2)).toEqual(sent);
      expect(names.slice(2).map((name) => name.replace(/[0-9a-f]{16}$/, 'id'))).toEqual([
        '~AntennaPod~Android Phone~listener~id',
        '~AntennaPod~Android Phone~listener~id',
        '~Apple Podcasts (Watch)~other~copy~id',
        '~bot~other~bot~id',
        '~other~Apple Computer~listener~id',
      ]);
      expect(new Set(names).size).toBe(7);
      expect(figures).toHaveLength(3 * 5 + 1); // the second day of "Still" is another day of the calendar
      expect(figures).toEqual(before.figures);
      await log.shortenNames('2026-02-25');
      expect((await read()).names).toEqual(names);
      await writeRows(log, [row('25T12:00', 'Pod/7 (Macintosh)')]); // comes back
      expect((await read()).names).toEqual(
        [...sent, 'Pod/7 (Macintosh)', ...names.slice(2)].sort(),
      );
    });

    it('loses the days before one, and keeps the others', async () => {
      const times = ['2026-03-01T23:59:59.999Z', '2026-03-02T00:00:00Z'];
      await writeRows(
        log,
        times.map((at) => logRow({ at: new Date(at) })),
      );
      await log.dropBefore('2026-03-02');
      await log.dropBefore('2026-03-02');
      expect(await log.findFirst()).toEqual(new Date('2026-03-02T00:00:00Z'));
      await writeRows(log, [logRow({ at: new Date('2026-03-01T12:00:00Z') })]); // a late row
      expect(await log.findFirst()).toEqual(new Date('2026-03-01T12:00:00Z'));
    });
  });
}

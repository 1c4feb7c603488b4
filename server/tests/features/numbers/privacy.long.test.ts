import { createHash, createHmac, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isBuilt } from '../../helpers/built-server.ts';
import { type MovedClock, openMovedClock } from '../../helpers/moved-clock.ts';
import { type HostServer, type NumbersHost, openNumbersHost } from '../../helpers/numbers-host.ts';
import { readZip } from '../../helpers/read-zip.ts';
import { runAdmin } from '../../helpers/run-admin.ts';

/** `NUMBERS_ADDRESSES=10000 npx vitest run --project=long server/tests/features/numbers/privacy` takes a minute. */
const ADDRESSES = Number(process.env.NUMBERS_ADDRESSES ?? 300);
const AT_ONCE = 20;

interface Person {
  address: string;
  /** The part of it that is hashed. */
  hashed: string;
  bytes: Buffer;
  agent: string;
}

function makePerson(index: number): Person {
  // Not hexadecimal, which can have the word `feed`, and programs with that word are bots.
  const agent = `Pod/${index} ${randomBytes(8).readBigUInt64BE()}`;
  if (index % 2) {
    // Not below 64, so that each group is written without zeros before it.
    const bytes = Buffer.from(randomBytes(4).map((byte) => 64 + (byte % 128)));
    const address = bytes.join('.');
    return { address, hashed: address, bytes, agent };
  }
  const bytes = Buffer.from(randomBytes(16).map((byte, place) => (place % 2 ? byte : byte | 0x20)));
  bytes[0] = 0x2a;
  const groups = Array.from({ length: 8 }, (_, group) =>
    bytes.readUInt16BE(group * 2).toString(16),
  );
  return {
    address: groups.join(':'),
    hashed: `${groups.slice(0, 4).join(':')}::/64`,
    bytes,
    agent,
  };
}

/** The spellings of an address without points or colons. */
function spellingsOf({ address, hashed, bytes }: Person): string[] {
  const parts = bytes.length === 4 ? [bytes] : [bytes, bytes.subarray(0, 8)];
  const numbers = parts.map((part) => BigInt(`0x${part.toString('hex')}`).toString());
  const encoded = parts.flatMap((part) => [part.toString('hex'), part.toString('base64url')]);
  const digests = ['md5', 'sha1', 'sha256'].flatMap((algorithm) =>
    [address, hashed, bytes].flatMap((value) => {
      const digest = createHash(algorithm).update(value).digest('hex');
      return [digest, digest.slice(0, 32)];
    }),
  );
  return [...numbers, ...encoded, ...digests];
}

const hashWith = (salt: Buffer, { hashed }: Person) =>
  createHmac('sha256', salt).update(hashed).digest('hex').slice(0, 32);

const network = (address: string) => address.split(':').slice(0, 4).join(':');

const people = Array.from({ length: ADDRESSES }, (_, index) => makePerson(index + 1));

/** The people whose addresses are in a text, in any spelling. */
function findAddresses(text: string, among = people): Person[] {
  const words = new Set(text.match(/[\w-]+/g)?.flatMap((word) => [word, word.replace(/^x/, '')]));
  const v4 = new Set(text.match(/\d+\.\d+\.\d+\.\d+/g));
  const v6 = new Set(
    text.match(/[\da-f]*(:[\da-f]*){2,}/gi)?.map((it) => network(it.toLowerCase())),
  );
  return among.filter(
    (person) =>
      v4.has(person.address) ||
      (person.bytes.length === 16 && v6.has(network(person.address))) ||
      spellingsOf(person).some((spelling) => words.has(spelling)),
  );
}

let host: NumbersHost;
let clock: MovedClock;
let server: HostServer;
/** The salts of the first two days, which are destroyed later. */
let destroyed: Buffer[] = [];

async function saltsOf(): Promise<{ day: string; salt: Buffer }[]> {
  const { rows } = await sql<{ day: string; salt: Buffer }>`
    select day::text, salt from numbers_salts order by day`.execute(host.database);
  return rows;
}

async function ask({ address, agent }: Pick<Person, 'address' | 'agent'>, path: string) {
  const headers = { 'x-forwarded-for': address, 'user-agent': agent };
  const answer = await fetch(server.origin + path, { headers });
  expect(answer.status).toBe(200);
  await answer.arrayBuffer();
}

/** All values of the log, as text. */
async function hashesInLog(): Promise<Set<string>> {
  const rows = await host.database
    .selectFrom('audio_requests')
    .select(['who', 'who_before'])
    .execute();
  return new Set(rows.flatMap((row) => [row.who.toString('hex'), row.who_before.toString('hex')]));
}

/** Every row of every table, partitions and jobs included, as `pg_dump` would write it. */
async function textOfTables(): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select oid::regclass::text as name from pg_class
    where relkind = 'r' and relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema')`.execute(
    host.database,
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ text: string }>`
      select stored::text as text from ${sql.raw(name)} as stored`.execute(host.database);
    texts.push(...rows.map(({ text }) => text));
  }
  return texts.join('\n');
}

const admin = (...args: string[]) =>
  runAdmin(args, { env: { DATABASE_URL: host.databaseUrl, DATA_DIR: host.dataDir } });

const DAYS = ['2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05'];

beforeAll(async () => {
  if (!isBuilt) return;
  host = await openNumbersHost();
  clock = await openMovedClock('2026-03-03T12:00:00Z');
  server = await host.start({ ...clock.env, TRUST_PROXY: 'loopback', LOG_LEVEL: 'debug' });
  const { file } = await host.addAudio(Buffer.from('a short sound'), 20);
  for (let from = 0; from < people.length; from += AT_ONCE) {
    await Promise.all(people.slice(from, from + AT_ONCE).map((person) => ask(person, file)));
  }
  await host.untilLogged(people.length);
  destroyed = (await saltsOf()).map(({ salt }) => salt);
  await host.run('count_downloads');
}, 1_200_000);
afterAll(async () => {
  await host?.close();
  await clock?.close();
});

describe.skipIf(!isBuilt)('the addresses and programs of listeners (needs npm run build)', () => {
  it('can be recognised for two days, by those who have the salts', async () => {
    const hashes = await hashesInLog();
    const found = people.filter((one) => destroyed.some((salt) => hashes.has(hashWith(salt, one))));
    expect(found.length).toBe(people.length);
    expect((await saltsOf()).map(({ day }) => day)).toEqual(DAYS.slice(0, 2));
  });

  it('cannot be recognised after 48 hours, because the salts are destroyed', async () => {
    await clock.set('2026-03-05T12:00:00Z');
    const { file } = await host.addAudio(Buffer.from('another sound'), 20);
    await ask({ address: '192.0.2.1', agent: 'Later/1' }, file);
    await host.untilLogged(people.length + 1);
    await host.run('keep_audio_log');
    await host.run('count_downloads');
    const salts = await saltsOf();
    expect(salts.map(({ day }) => day)).toEqual(DAYS.slice(2));
    const hashes = await hashesInLog();
    const found = people.filter((one) => salts.some(({ salt }) => hashes.has(hashWith(salt, one))));
    expect(found).toEqual([]);
  });

  it('are in no spelling in any value of any table', async () => {
    const stored = await textOfTables();
    expect(stored.match(/~other~other~listener~/g)).toHaveLength(people.length); // the rows are in it
    expect(people.filter(({ agent }) => stored.includes(agent.split(' ')[1] ?? agent))).toEqual([]);
    expect(stored).toContain('Later/1');
    expect(findAddresses(stored)).toEqual([]);
    expect(destroyed.filter((salt) => stored.includes(salt.toString('hex')))).toEqual([]);
  });

  it('are not in the log of the process', () => {
    expect(server.said.out).toContain('/media/audio/'); // it has the requests
    expect(findAddresses(server.said.out + server.said.err)).toEqual([]);
  });

  it('are not in a backup, which has the figures without the log, its salts and its programs', async () => {
    const file = join(host.dataDir, 'host.zip');
    expect(await admin('backup', '--out', file)).toMatchObject({ code: 0 });
    const files = [...(await readZip(await readFile(file)))];
    const tables = files.filter(([name]) => /^(database|manifest)/.test(name));
    const text = tables.map(([name, bytes]) => `${name}\n${bytes}`).join('\n');
    expect(files.map(([name]) => name)).toContain('database/download_hours.copy');
    expect(tables.filter(([name]) => /audio_requests|salts|agents/.test(name))).toEqual([]);
    expect(findAddresses(text)).toEqual([]);
    expect(people.filter(({ agent }) => text.includes(agent.split(' ')[1] ?? agent))).toEqual([]);
    const salts = await saltsOf();
    expect(salts.filter(({ salt }) => text.includes(salt.toString('hex')))).toEqual([]);
  });

  it('would be found by this search', () => {
    for (const person of people) {
      const [number = '', hex = '', base64 = ''] = spellingsOf(person);
      const texts = [person.address, number, `\\\\x${hex}`, base64];
      for (const text of texts) expect(findAddresses(`1 ${text}\t2`, [person])).toEqual([person]);
    }
  });
});

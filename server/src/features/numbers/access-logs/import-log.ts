import { createHash, randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import type { Config } from '../../../config.ts';
import type { Database } from '../../../platform/database/database.ts';
import { plainAddress } from '../../../platform/http/client-address.ts';
import type { AddressFacts, AddressLists } from '../address-lists.ts';
import { type createPlacement, hostOf } from '../audio-log.ts';
import { addDays, dayOf, startOf } from '../days.ts';
import type { AudioRequest, LogStore } from '../log-store.ts';
import type { Salts, Who } from '../salts.ts';
import { sentName } from '../short-names.ts';
import { type AccessLine, BadLine, type LineReader } from './access-line.ts';
import type { createAudioFinder, NamedAudio } from './audio-in-path.ts';
import { findKnown, type KnownAudio } from './named-audio-repository.ts';
import { readLines } from './read-lines.ts';

/** The lines of a log, by their fate. */
export interface LogImport {
  lines: number;
  /** Requests for audio that are now in the log of this host. */
  added: number;
  /** Requests for audio that were in it already. */
  known: number;
  /** Requests for other addresses, and lines that are no requests. */
  other: number;
  /** Requests for audio that are too old to be counted, or in the future. */
  outside: number;
  unreadable: number;
  /** The first unreadable lines. */
  problems: { line: number; reason: string }[];
  /** The time of the first and the last request that is now in the log. Null if there is none. */
  first: Date | null;
  last: Date | null;
}

export interface ImportPorts {
  database: Database;
  log: LogStore;
  /** The format of the log. */
  source: string;
  read: LineReader;
  findAudio: ReturnType<typeof createAudioFinder>;
  placementOf: ReturnType<typeof createPlacement>;
  lists: AddressLists;
  salts: Salts;
  /** The time of requests that can be counted. */
  from: Date;
  to: Date;
  signal: AbortSignal;
  /** Called after each batch. */
  report(): void;
  /** Repeats a batch if the database is away for a moment. */
  retry<T>(work: () => Promise<T>): Promise<T>;
}

interface FoundLine {
  line: AccessLine;
  audio: NamedAudio;
  row: AudioRequest;
}

const BATCH_ROWS = 1_000;
const PROBLEMS = 10;
const METHOD = /^[A-Z]{1,20}$/;
const STATUS_MAX = 999;

const WEEKS_BEFORE = 14; // days whose rows a count needs before its own
const SKEW_MS = 300_000; // between the clocks of two servers

/** The time of requests that can be counted: an hour is counted with the rows of up to two weeks before it. */
export const countableTime = (now: Date, { numbersRawDays }: Pick<Config, 'numbersRawDays'>) => ({
  from: new Date(startOf(addDays(dayOf(now), WEEKS_BEFORE - numbersRawDays))),
  to: new Date(now.getTime() + SKEW_MS),
});

export const emptyImport = (): LogImport => ({
  lines: 0,
  added: 0,
  known: 0,
  other: 0,
  outside: 0,
  unreadable: 0,
  problems: [],
  first: null,
  last: null,
});

/**
 * Writes the requests for audio in another server's log into that of this host, each line once. Memory holds one batch.
 * The counts are right at any time, also if the log ends with an error.
 */
export async function importLog(
  bytes: AsyncIterable<Buffer | string>,
  counts: LogImport,
  ports: ImportPorts,
): Promise<void> {
  let batch: FoundLine[] = [];
  const flush = async () => {
    const found = batch;
    batch = [];
    await save(found, counts, ports);
    ports.report();
  };
  try {
    for await (const text of readLines(bytes)) {
      const found = take(text, counts, ports);
      if (found) batch.push(found);
      if (batch.length === BATCH_ROWS) await flush();
    }
  } finally {
    await flush(); // a cut file has been read up to there
  }
}

function take(text: string | null, counts: LogImport, ports: ImportPorts): FoundLine | null {
  counts.lines += 1;
  try {
    if (text === null) throw new BadLine('it is longer than 64 kB');
    const line = ports.read(text);
    const audio = line && ports.findAudio(line.path, line.host);
    if (!line || !audio) {
      counts.other += 1;
      return null;
    }
    const row = toRow(line, text, ports);
    if (line.at < ports.from || line.at > ports.to) {
      counts.outside += 1;
      return null;
    }
    return { line, audio, row };
  } catch (error) {
    if (!(error instanceof BadLine)) throw error;
    counts.unreadable += 1;
    if (counts.problems.length < PROBLEMS)
      counts.problems.push({ line: counts.lines, reason: error.message });
    return null;
  }
}

/** Checks the fields of a request for audio. @throws BadLine */
function toRow(line: AccessLine, text: string, { source, placementOf }: ImportPorts): AudioRequest {
  const { at, method, status, rangeFirst, bytesSent, agent, referrer, id } = line;
  if (!METHOD.test(method)) throw new BadLine(`"${method.slice(0, 40)}" is no method`);
  if (status > STATUS_MAX) throw new BadLine(`${status} is no status`);
  line.address = plainAddress(line.address);
  if (!isIP(line.address)) throw new BadLine('the address of the client is missing');
  return {
    at,
    sha256: null,
    episodeId: null,
    method,
    status,
    rangeFirst,
    bytesSent,
    agent: storable(sentName(agent)),
    referrerHost: storable(hostOf(referrer)),
    placement: placementOf(referrer),
    imported: { source, line: nameOf(source, id ?? text) },
  };
}

/** PostgreSQL stores neither half characters nor zero bytes. */
const storable = (text: string): string => Buffer.from(text.replaceAll('\0', '')).toString();

const nameOf = (source: string, name: string): string =>
  createHash('sha256').update(`${source}\0${name}`).digest('hex').slice(0, 32);

async function save(
  found: readonly FoundLine[],
  counts: LogImport,
  { database, log, salts, lists, to, retry, signal }: ImportPorts,
): Promise<void> {
  signal.throwIfAborted();
  if (found.length === 0) return;
  const named = found.map(({ audio }) => audio);
  const known = await retry(() => findKnown(database, named));
  const rows: (AudioRequest & AddressFacts & Who)[] = [];
  for (const { line, audio, row } of found) {
    const asked = resolve(audio, known);
    if (asked) {
      const facts = lists.look(line.address);
      rows.push({ ...row, ...asked, ...facts, ...(await salts.hash(line.address, line.at)) });
    } else counts.other += 1;
  }
  if (rows.length === 0) return;
  await retry(() => preparePatiently(log, [...new Set(rows.map(({ at }) => dayOf(at)))]));
  const batch = { id: randomUUID(), rows, lists: lists.name, seenOn: dayOf(to) };
  const added = await retry(() => log.write(batch));
  counts.added += added;
  counts.known += rows.length - added;
  for (const { at } of rows) {
    if (!counts.first || at < counts.first) counts.first = at;
    if (!counts.last || at > counts.last) counts.last = at;
  }
}

/** Null for audio that is not of this host. */
function resolve(
  { sha256, episodeId }: NamedAudio,
  { files, episodes }: KnownAudio,
): Pick<AudioRequest, 'sha256' | 'episodeId'> | null {
  if (sha256 !== null) return files.has(sha256) ? { sha256, episodeId: null } : null;
  const file = episodes.get(episodeId);
  return file === undefined ? null : { sha256: file, episodeId };
}

const LOCK_TIMEOUT = '55P03';
const ATTEMPTS = 15; // of two seconds

/** A reader of the log, such as an export, may hold up a new partition for a while. */
async function preparePatiently(log: LogStore, days: readonly string[]): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await log.prepare(days);
    } catch (error) {
      if ((error as { code?: unknown }).code !== LOCK_TIMEOUT || attempt === ATTEMPTS) throw error;
    }
  }
}

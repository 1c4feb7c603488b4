import { buffer } from 'node:stream/consumers';
import type { NewHistory } from 'earshot/contract';
import type { FastifyRequest } from 'fastify';
import type { Database } from '../../../platform/database/database.ts';
import { receiveFile } from '../../../platform/http/receive-file.ts';
import { invalid } from '../../../platform/http/refusal.ts';
import { cleanLine } from '../../../platform/text/clean-text.ts';
import { dayOf } from '../days.ts';
import { listHistory, saveHistory } from './history-repository.ts';
import { BadHistory, type ReadHistory, readHistory } from './read-history.ts';

/** Reading a file takes the process about 0.1 s for each of these megabytes. */
const BYTES_MAX = 2 << 20;
const HOSTS_MAX = 20; // of a show
const LINES_TOLD = 20;

/**
 * Stores the figures in the file of a request. Each replaces that of the same host, day or month, and episode.
 * @throws Refusal if the file is no table of downloads, or too large
 */
export async function receiveHistory(
  database: Database,
  request: FastifyRequest,
  { showId, now }: { showId: number; now: Date },
): Promise<NewHistory> {
  const { kept, fields } = await receiveFile<string, { host: string }>(request, {
    maxBytes: BYTES_MAX,
    keep: async ({ stream }) => (await buffer(stream)).toString('utf8'),
  });
  const host = cleanLine(fields.host, fields.host.length);
  if (!host) throw invalid('host', 'required');
  const { figures, unreadable } = readFile(kept, dayOf(now));
  const stored = await listHistory(database, showId);
  if (stored.length >= HOSTS_MAX && !stored.some((one) => one.host === host))
    throw invalid('host', 'history_hosts', { count: HOSTS_MAX });
  await saveHistory(database, { showId, host }, figures);
  const days = figures.map(({ day }) => day).sort();
  return {
    host,
    figures: figures.length,
    downloads: figures.reduce((sum, { downloads }) => sum + downloads, 0),
    from: days[0] ?? null,
    to: days.at(-1) ?? null,
    unreadable: unreadable.slice(0, LINES_TOLD),
    unreadable_lines: unreadable.length,
  };
}

function readFile(text: string, today: string): ReadHistory {
  try {
    return readHistory(text, today);
  } catch (error) {
    if (!(error instanceof BadHistory)) throw error;
    const { fault } = error;
    if (fault.kind === 'quote') throw invalid('file', 'history_quote');
    throw invalid('file', 'history_column', { column: fault.column, names: fault.names });
  }
}

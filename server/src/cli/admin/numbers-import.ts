import { createReadStream } from 'node:fs';
import { createAudioFinder } from '../../features/numbers/access-logs/audio-in-path.ts';
import {
  countableTime,
  emptyImport,
  type ImportPorts,
  importLog,
  type LogImport,
} from '../../features/numbers/access-logs/import-log.ts';
import { LOG_FORMATS, type LogFormat } from '../../features/numbers/access-logs/log-formats.ts';
import { unpack } from '../../features/numbers/access-logs/unpack.ts';
import { openAddressLists } from '../../features/numbers/address-lists.ts';
import { createPlacement } from '../../features/numbers/audio-log.ts';
import { openLog } from '../../features/numbers/open-log.ts';
import { createSalts, newSalt } from '../../features/numbers/salts.ts';
import { type CommandContext, defineCommand, required, UsageError } from './command.ts';

const FORMATS = Object.keys(LOG_FORMATS) as LogFormat[];

export const command = defineCommand({
  summary: 'Counts the requests in the log of a CDN or a proxy.',
  usage: `--format ${FORMATS.join('|')} FILE... [--host NAME]... [--json]`,
  help: `  --format F   the form of the log, as docs/numbers-import.md describes it
  --host NAME  another name of this host's media, e.g. d111111abcdef8.cloudfront.net

  FILE may be packed with gzip; - is the standard input. Each line counts once, however often it is imported, so an
  interrupted import can be run again. Give all files of a day at once: people are linked only within one import if the
  day is more than 48 hours old. The figures change within an hour.

  Ends with 1 if a file cannot be read, or if none of its lines can be.`,
  takes: 'several',
  options: { format: { type: 'string' }, host: { type: 'string', multiple: true } },
  isAct: () => true,
  async run({ values, positionals: files }, context) {
    const format = readFormat(required(values.format, 'format'));
    const hosts = readHosts(values.host ?? []);
    if (files.length === 0) throw new UsageError('Name a file, or - for the standard input.');
    const { database, retry } = await context.database();
    const own = new Map<string, Buffer>();
    const saltOfOldDay = (day: string) => {
      const salt = own.get(day) ?? newSalt();
      own.set(day, salt);
      return salt;
    };
    const log = await context.own(async () => openLog({ config: context.config, database }));
    const ports = {
      database,
      log,
      retry,
      source: format,
      findAudio: createAudioFinder(context.config, hosts),
      placementOf: createPlacement(context.config),
      lists: await openAddressLists(context.config),
      salts: createSalts(database, () => new Date(), saltOfOldDay),
      signal: context.signal,
      ...countableTime(new Date(), context.config),
    };
    const results = [];
    for (const file of files) {
      results.push(await importFile(file, { ...ports, read: LOG_FORMATS[format]() }, context));
    }
    context.answer({ text: results.map(describe).join('\n\n'), json: { files: results } });
    return results.some(hasFailed) ? 1 : 0;
  },
});

/** A log names the host without scheme, and its port does not count. */
function readHosts(names: readonly string[]): readonly string[] {
  const wrong = names.find((name) => !/^(\[[\da-f:.]+\]|[^\s:/?#@]+)$/i.test(name));
  if (wrong === undefined) return names;
  throw new UsageError(`--host is "${wrong}": it must be a name such as cdn.example.`);
}

function readFormat(text: string): LogFormat {
  const format = FORMATS.find((name) => name === text);
  if (format) return format;
  throw new UsageError(`--format is "${text}": it must be ${FORMATS.join(', ')}.`);
}

interface FileImport extends LogImport {
  file: string;
  /** Why the file could not be read to its end. */
  broken: string | null;
}

const BROKEN: Readonly<Record<string, string>> = {
  ENOENT: 'There is no such file.',
  EISDIR: 'It is a folder.',
  EACCES: 'You may not read it.',
  Z_BUF_ERROR: 'The packed file is cut. Import it again when it is complete.',
  Z_DATA_ERROR: 'The packed file is damaged.',
};

async function importFile(
  file: string,
  ports: Omit<ImportPorts, 'report'>,
  { io, fromHere, progress }: CommandContext,
): Promise<FileImport> {
  const counts = emptyImport();
  const bar = progress(`${file}:`);
  const report = () => bar.show(counts.lines, null);
  const bytes = file === '-' ? io.input : createReadStream(fromHere(file));
  try {
    await importLog(await unpack(bytes), counts, { ...ports, report });
    return { file, ...counts, broken: null };
  } catch (error) {
    const broken = BROKEN[String((error as NodeJS.ErrnoException).code)];
    if (!broken) throw error;
    return { file, ...counts, broken };
  } finally {
    bar.end();
  }
}

const hasFailed = ({ broken, unreadable, lines }: FileImport): boolean =>
  broken !== null || (unreadable > 0 && unreadable === lines);

function describe({ file, broken, ...counts }: FileImport): string {
  const { lines, added, known, other, outside, unreadable, problems, first, last } = counts;
  const time = first && last ? `, ${first.toISOString()} to ${last.toISOString()}` : '';
  const rows = [
    `${file}: ${lines} lines${time}`,
    `  ${added} requests for audio are new`,
    `  ${known} were imported before`,
    `  ${other} are not for audio of this host`,
    `  ${outside} are too old to be counted, or in the future`,
    `  ${unreadable} cannot be read`,
    ...problems.map(({ line, reason }) => `    line ${line}: ${reason}`),
  ];
  const end = broken === null ? [] : [`  ${broken}`];
  return cleanText([...rows, ...end]);
}

/** The file may hold anything. */
const cleanText = (rows: string[]): string =>
  rows.map((row) => row.replace(/[\p{Cc}\p{Cf}]/gu, '?')).join('\n');

import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { dayOf } from '../../features/numbers/days.ts';
import { removeHistory, saveHistory } from '../../features/numbers/history/history-repository.ts';
import {
  BadHistory,
  HISTORY_COLUMNS,
  readHistory,
  type UnreadableLine,
} from '../../features/numbers/history/read-history.ts';
import type { Database } from '../../platform/database/database.ts';
import { cleanLine } from '../../platform/text/clean-text.ts';
import {
  type CommandContext,
  CommandFailed,
  defineCommand,
  required,
  UsageError,
} from './command.ts';
import { readShowId } from './read-show-id.ts';

const HOSTS: Readonly<Record<string, string>> = {
  spreaker: 'Spreaker',
  buzzsprout: 'Buzzsprout',
  transistor: 'Transistor',
  days: '',
};
const FORMATS = Object.keys(HOSTS);
const NAME_MAX = 100;

const FAULTS: Readonly<Record<UnreadableLine['reason'], (value: string) => string>> = {
  no_day: (value) => `"${value}" is no day`,
  future: (value) => `${value} is in the future`,
  no_count: (value) => `"${value}" is not a number of downloads`,
  too_large: (value) => `${value} downloads are too many`,
};

const namesOf = (column: keyof typeof HISTORY_COLUMNS) => HISTORY_COLUMNS[column].join(', ');

export const command = defineCommand({
  summary: "Stores a show's downloads at its former host, beside those that are counted here.",
  usage: `--show ID --format ${FORMATS.join('|')} [--host NAME] FILE | --remove [--json]`,
  help: `  --format F   the host that has exported the file; "days" is any other
  --host NAME  its name as the page "Numbers" shows it; needed with "days"
  --remove     removes all figures of that host

  FILE is CSV with a line of names; - is the standard input. Accepted names of columns, the preferred ones first:
    of the day or the month  ${namesOf('day')}
    of the downloads         ${namesOf('downloads')}
    of the episode, if any   ${namesOf('episode')}
  Or it has a column for each day or month. A figure replaces that of the same host, day and episode.`,
  takes: 'several',
  options: {
    show: { type: 'string' },
    format: { type: 'string' },
    host: { type: 'string' },
    remove: { type: 'boolean' },
  },
  isAct: () => true,
  async run({ values, positionals: [file, ...others] }, context) {
    const showId = readShowId(values.show);
    const host = readHost(values);
    if (others.length > 0 || (values.remove ? file !== undefined : file === undefined))
      throw new UsageError('Name one file, or - for the standard input, or give --remove.');
    const { database } = await context.database();
    const title = await findTitle(database, showId);
    if (file === undefined) {
      const removed = await removeHistory(database, { showId, host });
      answer(context, `${title}: ${removed} figures of ${host} are removed.`, { removed });
      return;
    }
    const figures = await readFigures(file, context);
    await saveHistory(database, { showId, host }, figures);
    const days = figures.map(({ day }) => day).sort();
    const [from = null, to = null] = [days[0], days.at(-1)];
    const period = from === null ? '' : `, ${from} to ${to}`;
    const words = `${title}: ${figures.length} figures of ${host} are stored${period}.`;
    answer(context, words, { figures: figures.length, from, to });
  },
});

const answer = ({ answer }: CommandContext, words: string, json: object) =>
  answer({ text: cleanLine(words, Number.POSITIVE_INFINITY), json });

function readHost(values: { format?: string; host?: string }): string {
  const format = required(values.format, 'format');
  if (!Object.hasOwn(HOSTS, format))
    throw new UsageError(`--format is "${format}": it must be ${FORMATS.join(', ')}.`);
  return required(cleanLine(values.host, NAME_MAX) || HOSTS[format], 'host');
}

async function findTitle(database: Database, showId: number): Promise<string> {
  const show = await database
    .selectFrom('shows')
    .select('title')
    .where('show_id', '=', showId)
    .executeTakeFirst();
  if (!show) throw new CommandFailed(`There is no show ${showId}.`);
  return show.title;
}

async function readFigures(file: string, { io, fromHere }: CommandContext) {
  try {
    const csv = file === '-' ? await text(io.input) : await readFile(fromHere(file), 'utf8');
    const { figures, unreadable } = readHistory(csv, dayOf(Date.now()));
    const [first] = unreadable;
    if (first) throw new CommandFailed(`Line ${first.line}: ${FAULTS[first.reason](first.value)}.`);
    return figures;
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    if (cause instanceof BadHistory) throw new CommandFailed(message, { cause });
    if (code) throw new CommandFailed(`${file} cannot be read: ${code}.`, { cause });
    throw cause;
  }
}

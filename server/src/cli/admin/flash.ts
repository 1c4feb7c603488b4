import {
  removeFlashMessage,
  setFlashMessage,
} from '../../features/flash-messages/flash-messages.ts';
import { isDay } from '../../features/numbers/days.ts';
import { CommandFailed, defineCommand, required, UsageError } from './command.ts';

export const flashSet = defineCommand({
  summary: 'Shows a message to everybody who visits the site, until it is dismissed or removed.',
  usage: 'NAME --text TEXT [--from TIME] [--until TIME] [--json]',
  help: `  NAME           small letters, digits, hyphens and underscores. Who has dismissed the name does not see it again
  --text TEXT    plain text
  --from TIME    when the message begins, e.g. 2027-01-31T08:00Z; at once if left out
  --until TIME   when it ends`,
  takes: 'NAME',
  options: { text: { type: 'string' }, from: { type: 'string' }, until: { type: 'string' } },
  isAct: () => true,
  async run({ values, positionals: [name = ''] }, context) {
    const message = required(values.text, 'text');
    const from = readTime('from', values.from);
    const until = readTime('until', values.until);
    const { database } = await context.database();
    const flash_message = await setFlashMessage(database, name, { message, from, until });
    context.answer({ text: `The message "${name}" is shown.`, json: { flash_message } });
  },
});

/** ISO 8601. A time without a zone has that of this machine, and a day begins in UTC. */
const TIME = /^(\d{4}-\d\d-\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?)?$/;

function readTime(option: string, text: string | undefined): Date | null {
  if (text === undefined) return null;
  const [, day = ''] = TIME.exec(text) ?? [];
  const time = new Date(isDay(day) ? text : Number.NaN); // which turns 30 February into March
  if (!Number.isNaN(time.getTime())) return time;
  throw new UsageError(`--${option} is "${text}": it must be a time such as 2027-01-31T08:00Z.`);
}

export const flashRemove = defineCommand({
  summary: 'Removes a message of `flash set`.',
  usage: 'NAME [--json]',
  takes: 'NAME',
  options: {},
  isAct: () => true,
  async run({ positionals: [name = ''] }, context) {
    const { database } = await context.database();
    if (!(await removeFlashMessage(database, name)))
      throw new CommandFailed(`There is no message "${name}".`);
    context.answer({ text: `The message "${name}" is not shown any more.`, json: { name } });
  },
});
